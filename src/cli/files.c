/* Files: reading and writing them whole, and the folder for what is kept between runs. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *cli_read_file(const char *path, size_t *len)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    size_t cap = 1 << 16;
    char *text = NULL;

    *len = 0;
    if (!file) {
        (void)cli_fail("%s: %s", path, strerror(errno));
        return NULL;
    }
    for (;;) {
        char *grown = realloc(text, cap);

        if (!grown)
            break;
        text = grown;
        *len += fread(text + *len, 1, cap - *len - 1, file);
        if (*len + 1 < cap)
            break;
        cap *= 2;
    }
    if (!text || ferror(file) || *len + 1 >= cap) {
        (void)cli_fail("%s: could not be read", path);
        free(text);
        text = NULL;
    } else {
        text[*len] = '\0';
    }
    if (file != stdin)
        (void)fclose(file);
    return text;
}

/* Writes the folder's entry for the file PATH to the disk. */
static bool sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + 1 : 1;
    char *folder = malloc(n + 1);
    int fd;
    bool done;

    if (!folder)
        return false;
    memcpy(folder, slash ? path : ".", n);
    folder[n] = '\0';
    fd = open(folder, O_RDONLY);
    done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        (void)close(fd);
    free(folder);
    return done;
}

/* Writes TEXT into a new file with a name made from TEMPLATE. */
static bool write_fresh(char *template, const char *text, size_t len)
{
    int fd = mkstemp(template);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    bool done =
        file && fwrite(text, 1, len, file) == len && fflush(file) == 0 && fsync(fd) == 0;

    if (file)
        done = fclose(file) == 0 && done;
    else if (fd >= 0)
        (void)close(fd);
    return done;
}

/* Follows links, and refuses to replace anything that is not a regular file. */
bool cli_write_file(const char *path, const char *text, size_t len)
{
    char *real = realpath(path, NULL), *fresh;
    const char *target = real ? real : path;
    size_t n = strlen(target) + sizeof ".XXXXXX";
    struct stat there;
    bool done = false;

    if (stat(target, &there) == 0 && !S_ISREG(there.st_mode)) {
        (void)cli_fail("%s: expected a file", path);
        free(real);
        return false;
    }
    fresh = malloc(n);
    if (fresh) {
        (void)snprintf(fresh, n, "%s.XXXXXX", target);
        done =
            write_fresh(fresh, text, len) && rename(fresh, target) == 0 && sync_folder(target);
        if (!done) {
            (void)cli_fail("%s: %s", path, strerror(errno));
            (void)remove(fresh);
        }
    }
    free(fresh);
    free(real);
    return done;
}

struct alibi_record *cli_read_record(const char *path)
{
    struct alibi_record *record = NULL;
    struct alibi_error err;
    size_t len, line, column;
    char *text = cli_read_file(path, &len);

    if (!text)
        return NULL;
    if (alibi_record_parse(&record, text, len, &err) != ALIBI_OK) {
        alibi_locate(text, err.offset, &line, &column);
        (void)cli_fail("%s:%zu:%zu: %s", path, line, column, err.text);
        record = NULL;
    }
    free(text);
    return record;
}

static char *join(const char *a, const char *b, const char *c)
{
    size_t n = strlen(a) + strlen(b) + strlen(c) + 1;
    char *path = malloc(n);

    if (path)
        (void)snprintf(path, n, "%s%s%s", a, b, c);
    return path;
}

/* Creates every folder on the way to the file PATH. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        int failed;

        *slash = '\0';
        failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        *slash = '/';
        if (failed)
            return false;
    }
    return true;
}

char *cli_state_path(const char *name, const char *end)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char *folder = NULL, *path = NULL;

    if (state && state[0] == '/')
        folder = join(state, "/alibi/", "");
    else if (home && home[0] == '/')
        folder = join(home, "/.local/state/alibi/", "");
    if (folder)
        path = join(folder, name, end);
    free(folder);
    if (path && !make_folders(path)) {
        free(path);
        path = NULL;
    }
    return path;
}

/* The game of the record at AT in TEXT, LEN bytes long; NULL after saying what is wrong. */
static struct alibi_session *read_game(const char *path, const char *text, size_t at,
                                       size_t len)
{
    struct alibi_session *game = NULL;
    struct alibi_record *record;
    struct alibi_error err;
    size_t line, column;

    if (alibi_record_parse(&record, text + at, len, &err) == ALIBI_OK) {
        (void)alibi_session_from_record(&game, record, &err);
        alibi_record_free(record);
    }
    if (!game) {
        alibi_locate(text, at + err.offset, &line, &column);
        (void)cli_fail("%s:%zu:%zu: %s", path, line, column, err.text);
    }
    return game;
}

bool cli_each_game(const char *path, struct cli_part part, cli_look_at *look, void *context)
{
    size_t len, at = 0, n;
    char *text = cli_read_file(path, &len);
    bool good = text != NULL;

    for (uint64_t i = 0; good && at < len; i++, at += n) {
        struct alibi_session *game;

        n = alibi_record_end(text + at, len - at);
        if (i % part.parts != part.part)
            continue;
        game = read_game(path, text, at, n);
        good = game && look(context, game);
        alibi_session_free(game);
    }
    free(text);
    return good;
}
