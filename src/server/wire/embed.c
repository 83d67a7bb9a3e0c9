/* Run by the build: prints the files of a folder as a table in C, for asset.h.
 *
 * Usage: embed FOLDER. Without the folder there is one page, which says how to build it. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MAX = 2000, PATH_SIZE = 1000 };

static char *paths[FILES_MAX]; /* below the folder, beginning with a slash */
static int n_paths;

static const char page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Alibi</title>"
    "<p>The server runs, but was built without the browser client. Build that with"
    " <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, then build"
    " the program again.</p></html>\n";

static void fail(const char *what)
{
    perror(what);
    exit(EXIT_FAILURE);
}

/* Collects the files below FOLDER/BELOW. */
static void walk(const char *folder, const char *below)
{
    char path[PATH_SIZE], name[PATH_SIZE];
    struct dirent *entry;
    DIR *dir;

    (void)snprintf(path, sizeof path, "%s%s", folder, below);
    dir = opendir(path);
    if (!dir)
        fail(path);
    while ((entry = readdir(dir))) {
        struct stat about;

        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(name, sizeof name, "%s/%s", below, entry->d_name);
        if ((size_t)snprintf(path, sizeof path, "%s%s", folder, name) >= sizeof path ||
            stat(path, &about) != 0 || n_paths == FILES_MAX)
            fail(path);
        if (S_ISDIR(about.st_mode)) {
            walk(folder, name);
            continue;
        }
        paths[n_paths] = strdup(name);
        if (!paths[n_paths++])
            fail(name);
    }
    (void)closedir(dir);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Prints N bytes as array number I and adds them to the hash. */
static uint64_t print_bytes(int i, FILE *in, const char *text, size_t *len)
{
    uint64_t hash = 0xcbf29ce484222325U; /* FNV-1a: an ETag need not be a secret */
    int c;

    printf("static const unsigned char data%d[] = {", i);
    for (*len = 0; (c = in ? getc(in) : (unsigned char)text[*len]) != (in ? EOF : 0); ++*len) {
        hash = (hash ^ (uint64_t)c) * 0x100000001b3U;
        printf("%s%d,", *len % 24 == 0 ? "\n" : "", c);
    }
    printf("0};\n");
    return hash;
}

int main(int argc, char **argv)
{
    static uint64_t hash[FILES_MAX];
    static size_t len[FILES_MAX];
    struct stat about;
    char path[PATH_SIZE];

    printf("#include \"asset.h\"\n\n");
    if (argc > 1 && stat(argv[1], &about) == 0 && S_ISDIR(about.st_mode))
        walk(argv[1], "");
    qsort(paths, (size_t)n_paths, sizeof paths[0], by_name);
    for (int i = 0; i < n_paths; i++) {
        FILE *file;

        (void)snprintf(path, sizeof path, "%s%s", argv[1], paths[i]);
        file = fopen(path, "rb");
        if (!file)
            fail(path);
        hash[i] = print_bytes(i, file, NULL, &len[i]);
        (void)fclose(file);
    }
    if (n_paths == 0) {
        hash[0] = print_bytes(0, NULL, page, &len[0]);
        paths[n_paths++] = strdup("/index.html");
    }
    printf("const struct asset assets[] = {\n");
    for (int i = 0; i < n_paths; i++)
        printf("    {\"%s\", data%d, %zu, \"\\\"%016llx\\\"\"},\n", paths[i], i, len[i],
               (unsigned long long)hash[i]);
    printf("    {0, 0, 0, 0},\n};\n");
    return 0;
}
