/* alibi store: checks, copies, backs up and restores all games of a server. */
#include "cli.h"
#include "server/parts/transfer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void complain(const char *id, const char *why)
{
    (void)fprintf(stderr, "%s: %s\n", id, why);
}

/* A file that only its owner may read: it has the secrets of games. */
static FILE *make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;

    if (!file)
        (void)cli_fail("%s: %s", path, strerror(errno));
    return file;
}

static bool backup(struct transfer *t, const char *from, const char *path,
                   struct alibi_error *err)
{
    FILE *file = make_file(path);
    bool done = file && transfer_backup(t, from, file, err);

    if (file && (fsync(fileno(file)) != 0 || fclose(file) != 0) && done) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "%s: %s", path, strerror(errno));
        done = false;
    }
    return done;
}

/* NULL after filling ERR. */
static FILE *open_file(const char *path, struct alibi_error *err)
{
    FILE *file = fopen(path, "r");

    if (!file)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "%s: %s", path, strerror(errno));
    return file;
}

/* The folder of a store that may be new; false after filling ERR. */
static bool make_folder(const char *where, struct alibi_error *err)
{
    if (store_is_shared(where) || mkdir(where, 0700) == 0 || errno == EEXIST)
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "%s: %s", where, strerror(errno));
    return false;
}

static bool restore(struct transfer *t, const char *path, const char *to,
                    struct alibi_error *err)
{
    FILE *file = open_file(path, err);
    bool done = file && make_folder(to, err) && transfer_restore(t, file, to, err);

    if (file)
        (void)fclose(file);
    return done;
}

static bool copy(struct transfer *t, const char *from, const char *to, struct alibi_error *err)
{
    return make_folder(to, err) && transfer_copy(t, from, to, err);
}

static bool check(struct transfer *t, const char *where, const char *unused,
                  struct alibi_error *err)
{
    struct stat about;
    FILE *file;
    bool done;

    (void)unused;
    if (stat(where, &about) != 0 || !S_ISREG(about.st_mode))
        return transfer_check(t, where, err);
    file = open_file(where, err);
    done = file && transfer_verify(t, file, err);
    if (file)
        (void)fclose(file);
    return done;
}

int cli_store(const struct cli_verb *verb, int argc, char **argv)
{
    static const struct {
        const char *name;
        bool writes;
        int n;
        bool (*run)(struct transfer *t, const char *a, const char *b, struct alibi_error *err);
    } words[] = {{"check", false, 2, check},
                 {"copy", true, 3, copy},
                 {"backup", true, 3, backup},
                 {"restore", true, 3, restore}};
    struct transfer t = {.complain = complain};
    struct alibi_error err = {.text = ""};

    if (cli_options(verb, argc, argv, NULL, 0, 2, 3) < 0)
        return CLI_USAGE;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(argv[0], words[i].name) != 0 || argc != words[i].n)
            continue;
        if (!words[i].run(&t, argv[1], argc > 2 ? argv[2] : NULL, &err))
            return err.text[0] ? cli_fail("%s", err.text) : CLI_FAILED;
        printf("%zu game%s, ", t.games, t.games == 1 ? "" : "s");
        if (words[i].writes)
            printf("%zu written, ", t.written);
        printf("%zu damaged\n", t.damaged);
        return t.damaged ? CLI_FAILED : CLI_OK;
    }
    return cli_misuse(verb, "expected check, copy, backup or restore, and what they need");
}
