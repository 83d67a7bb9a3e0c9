/* alibi store: checks, copies, backs up and restores all games of a server; moves games between
 * databases. */
#include "cli.h"
#include "server/parts/move.h"
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

/* --- Between the databases of one server --- */

static bool move_game(struct mover *m, const char *id, struct alibi_error *err)
{
    return mover_move(m, id, 0, 1, err);
}

static bool spread(struct mover *m, const char *unused, struct alibi_error *err)
{
    (void)unused;
    return mover_spread(m, err);
}

static bool drain(struct mover *m, const char *unused, struct alibi_error *err)
{
    (void)unused;
    return mover_drain(m, err);
}

static int run_mover(bool (*run)(struct mover *m, const char *id, struct alibi_error *err),
                     const char *id, const char *const *where, size_t n,
                     const struct cli_part *part)
{
    struct mover m = {.complain = complain, .part = part->part, .parts = part->parts};
    struct alibi_error err = {.text = ""};
    bool done = mover_open(&m, where, n, &err) && run(&m, id, &err);

    mover_close(&m);
    if (!done)
        return cli_fail("%s", err.text);
    printf("%zu game%s moved, %zu stuck\n", m.moved, m.moved == 1 ? "" : "s", m.stuck);
    return m.stuck ? CLI_FAILED : CLI_OK;
}

/* Whether ARGV is one of the verbs that move games; then it has been done, with that CODE. */
static bool moves(const struct cli_verb *verb, int argc, char **argv,
                  const struct cli_part *part, int *code)
{
    const char *const *where = (const char *const *)argv;

    if (strcmp(argv[0], "move") == 0 && argc == 4) {
        if (id_is_shaped(argv[1], strlen(argv[1])))
            *code = run_mover(move_game, argv[1], where + 2, 2, part);
        else
            *code = cli_misuse(verb, "expected the id of a game, not %.40s", argv[1]);
        return true;
    }
    if (strcmp(argv[0], "spread") == 0 && argc >= 3)
        *code = run_mover(spread, NULL, where + 1, (size_t)argc - 1, part);
    else if (strcmp(argv[0], "drain") == 0 && argc >= 3)
        *code = run_mover(drain, NULL, where + 1, (size_t)argc - 1, part);
    else
        return false;
    return true;
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

    const char *share = NULL;
    const struct cli_option options[] = {{"--part", NULL, &share}};
    struct cli_part part = {0, 0};
    int code;

    argc = cli_options(verb, argc, argv, options, 1, 2, PLACES_MAX + 1);
    if (argc < 0 || (share && !cli_part(share, &part)))
        return CLI_USAGE;
    if (moves(verb, argc, argv, &part, &code))
        return code;
    if (share)
        return cli_misuse(verb, "--part is for spread and drain");
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
    return cli_misuse(verb, "expected check, copy, backup, restore, move, spread or drain, and "
                            "what they need");
}
