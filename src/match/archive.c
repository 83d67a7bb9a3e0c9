/* The file is a list of records, each followed by an empty line. The tag Match identifies the
 * match, Round the game: "17.2" is the second game of pair 17. */
#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct match_archive {
    const struct match_config *config;
    int fd;
    char match[ALIBI_LINE_MAX];
};

/* A file being read. */
struct reading {
    const struct match_archive *archive;
    const char *text;
    size_t len;
    struct match_pair *pair;
    uint64_t found;
    char *wrong;
    size_t cap;
};

static const char other_match[] =
    "expected games of this match: the same players, budgets, memory, seed and rules";

/* --- Tags --- */

static void print_budget(struct alibi_text *text, const struct match_side *side)
{
    if (side->reads)
        alibi_text_format(text, " reading samples=%u", side->samples);
    alibi_text_format(text, " nodes=%" PRIu64 " ms=%" PRIu32 " memory=%zu", side->budget.nodes,
                      side->budget.ms, side->memory >> 20);
    if (side->threads > 1)
        alibi_text_format(text, " threads=%d", side->threads);
}

/* Everything that the games depend on, except the rules. */
static void describe(struct alibi_text *text, const struct match_config *config)
{
    alibi_text_format(text, "%s", config->side[0].name);
    print_budget(text, &config->side[0]);
    alibi_text_format(text, " against %s", config->side[1].name);
    print_budget(text, &config->side[1]);
    alibi_text_format(text, " seed=%" PRIu64, config->seed);
}

static int tag_game(struct alibi_record *record, const struct match_archive *archive,
                    uint64_t number, int g, const struct match_game *game)
{
    const struct match_side *side = archive->config->side;
    char round[40], fault[MATCH_FAULT_MAX + 20];
    struct alibi_error err;
    int status;

    (void)snprintf(round, sizeof round, "%" PRIu64 ".%d", number + 1, g + 1);
    status = alibi_record_tag(record, "Match", archive->match, &err);
    if (status == ALIBI_OK)
        status = alibi_record_tag(record, "Round", round, &err);
    if (status == ALIBI_OK)
        status = alibi_record_tag(record, "Jack", side[g].name, &err);
    if (status == ALIBI_OK)
        status = alibi_record_tag(record, "Detective", side[!g].name, &err);
    if (status == ALIBI_OK && game->why == ALIBI_WHY_NONE) {
        (void)snprintf(
            fault, sizeof fault, "%s: %s",
            alibi_seat_name(game->winner == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK),
            game->fault);
        status = alibi_record_tag(record, "Forfeit", fault, &err);
    }
    if (status == ALIBI_OK && side[1].reads) {
        const struct match_leak *leak = &game->leak[match_seat(0, g)];

        /* 17 digits are the number itself */
        (void)snprintf(fault, sizeof fault, "%.17g bits by %" PRIu64 " choices", leak->bits,
                       leak->choices);
        status = alibi_record_tag(record, "Leak", fault, &err);
    }
    return status;
}

/* --- Writing --- */

/* The record of a game as text, followed by an empty line; NULL without memory. */
static char *game_text(const struct match_archive *archive, uint64_t number, int g,
                       const struct match_game *game, const struct alibi_session *session)
{
    struct alibi_record *record;
    char *text = NULL, *longer = NULL;
    size_t len;

    if (alibi_session_record(session, ALIBI_AS_TRUTH, &record) != ALIBI_OK)
        return NULL;
    if (tag_game(record, archive, number, g, game) == ALIBI_OK)
        text = alibi_record_text(record, &len);
    if (text)
        longer = realloc(text, len + 2);
    if (longer)
        memcpy(longer + len, "\n", 2);
    else
        free(text);
    alibi_record_free(record);
    return longer;
}

static bool write_all(int fd, const char *text)
{
    for (size_t len = strlen(text); len > 0;) {
        ssize_t n = write(fd, text, len);

        if (n < 0 && errno != EINTR)
            return false;
        text += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool match_archive_add(struct match_archive *archive, uint64_t number,
                       const struct match_pair *pair, struct alibi_session *const session[2],
                       char wrong[200])
{
    char *text[2];
    bool done;

    for (int g = 0; g < 2; g++)
        text[g] = game_text(archive, number, g, &pair->game[g], session[g]);
    errno = ENOMEM;
    done = text[0] && text[1] && write_all(archive->fd, text[0]) &&
           write_all(archive->fd, text[1]);
    if (!done)
        (void)snprintf(wrong, 200, "%.150s: %s", archive->config->out, strerror(errno));
    for (int g = 0; g < 2; g++)
        free(text[g]);
    return done;
}

void match_archive_sync(struct match_archive *archive)
{
    (void)fsync(archive->fd);
}

/* --- Reading --- */

static bool refuse(struct reading *in, size_t at, const char *what)
{
    size_t line, column;

    alibi_locate(in->text, at, &line, &column);
    (void)snprintf(in->wrong, in->cap, "%.150s:%zu:%zu: %s", in->archive->config->out, line,
                   column, what);
    return false;
}

/* Where the record that begins at AT ends: before the next one, or the end of the text. */
static size_t end_of(const struct reading *in, size_t at)
{
    return at + alibi_record_end(in->text + at, in->len - at);
}

/* "17.2": pair 16 counted from 0, game 1. */
static bool read_round(const char *round, uint64_t *number, int *g)
{
    char *end = NULL;

    if (!round || *round < '1' || *round > '9')
        return false;
    errno = 0;
    *number = strtoull(round, &end, 10) - 1;
    if (errno || strlen(end) != 2 || end[0] != '.' || (end[1] != '1' && end[1] != '2'))
        return false;
    *g = end[1] - '1';
    return true;
}

/* What a player gave away, of a match in which the other reads. */
static bool read_leak(struct match_leak *leak, const char *tag)
{
    char *end = NULL;

    if (!tag)
        return false;
    errno = 0;
    leak->bits = strtod(tag, &end);
    if (errno || !isfinite(leak->bits) || strncmp(end, " bits by ", 9) != 0 || end[9] < '0' ||
        end[9] > '9')
        return false;
    leak->choices = strtoull(end + 9, &end, 10);
    return !errno && strcmp(end, " choices") == 0;
}

/* The game of a record: how it ended and how long it was. */
static bool read_result(struct match_game *game, const struct alibi_record *record)
{
    const char *forfeit = alibi_record_tag_get(record, "Forfeit");
    struct alibi_session *session;
    const struct alibi_state *s;
    struct alibi_error err;

    if (alibi_session_from_record(&session, record, &err) != ALIBI_OK)
        return false;
    s = alibi_session_state(session);
    *game = (struct match_game){.winner = s->winner, .why = s->why};
    game->length = alibi_session_length(session);
    alibi_session_free(session);
    if (forfeit && game->winner == ALIBI_NOBODY)
        game->winner = strncmp(forfeit, "jack:", 5) == 0 ? ALIBI_DETECTIVE : ALIBI_JACK;
    return game->winner != ALIBI_NOBODY;
}

static bool is_same_match(const struct match_archive *archive,
                          const struct alibi_record *record)
{
    const char *match = alibi_record_tag_get(record, "Match");

    return match && strcmp(match, archive->match) == 0 &&
           memcmp(alibi_record_start(record), &archive->config->start,
                  sizeof archive->config->start) == 0;
}

/* Reads the record from AT to END: a game, and its place in the match by its tag Round. */
static bool read_game(struct reading *in, size_t at, size_t end, uint64_t *number, int *g,
                      struct match_game *game)
{
    struct alibi_record *record;
    struct alibi_error err;
    bool good = false;

    if (alibi_record_parse(&record, in->text + at, end - at, &err) != ALIBI_OK)
        return refuse(in, at + err.offset, err.text);
    if (!is_same_match(in->archive, record))
        (void)refuse(in, at, other_match);
    else if (!read_round(alibi_record_tag_get(record, "Round"), number, g))
        (void)refuse(in, at, "expected a Round such as 17.2");
    else if (!read_result(game, record))
        (void)refuse(in, at, "expected a game that is over");
    else if (in->archive->config->side[1].reads &&
             !read_leak(&game->leak[match_seat(0, *g)], alibi_record_tag_get(record, "Leak")))
        (void)refuse(in, at, "expected a Leak such as 1.5 bits by 12 choices");
    else
        good = true;
    alibi_record_free(record);
    return good;
}

/* Reads the pair at *AT, which moves to its end. */
static bool read_pair(struct reading *in, size_t *at)
{
    const struct match_config *config = in->archive->config;
    struct match_pair pair = {.done = true};
    uint64_t number[2] = {0, 0};
    size_t start = *at;

    for (int i = 0; i < 2; i++) {
        size_t end = end_of(in, *at);
        int g = -1;

        if (!read_game(in, *at, end, &number[i], &g, &pair.game[i]))
            return false;
        if (g != i || number[0] != number[i])
            return refuse(in, *at, "expected the games of a pair one after the other");
        *at = end;
    }
    if (number[0] < config->first || number[0] >= config->first + config->pairs)
        return true;
    if (in->pair[number[0] - config->first].done)
        return refuse(in, start, "expected each pair once");
    in->pair[number[0] - config->first] = pair;
    in->found++;
    return true;
}

/* The length of the file without an incomplete pair at its end. */
static size_t complete_part(const struct reading *in)
{
    size_t at = 0, games = 0, pair = 0;

    while (at < in->len) {
        if (games % 2 == 0)
            pair = at;
        at = end_of(in, at);
        games++;
    }
    if (games % 2 == 0 && in->len >= 2 && memcmp(in->text + in->len - 2, "\n\n", 2) == 0)
        return in->len;
    return pair;
}

/* The file as a string; NULL with errno set, to 0 if it is not a regular file. */
static char *read_text(int fd, size_t *len)
{
    struct stat st;
    char *text = NULL;
    ssize_t n;

    *len = 0;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        errno = 0;
        return NULL;
    }
    text = malloc((size_t)st.st_size + 1);
    while (text && *len < (size_t)st.st_size &&
           (n = pread(fd, text + *len, (size_t)st.st_size - *len, (off_t)*len)) > 0)
        *len += (size_t)n;
    if (text)
        text[*len] = '\0';
    return text;
}

/* Whether the text from AT on, as far as it goes, begins like a game of this match: only then
 * may it be cut off. */
static bool is_ours(const struct reading *in, size_t at)
{
    const struct match_archive *archive = in->archive;
    struct alibi_record *record;
    char *text = NULL;
    size_t len;
    bool same = false;

    if (alibi_record_new(&record, &archive->config->start, ALIBI_AS_TRUTH) != ALIBI_OK)
        return false;
    if (alibi_record_tag(record, "Match", archive->match, NULL) == ALIBI_OK)
        text = alibi_record_text(record, NULL);
    if (text) {
        len = (size_t)(strstr(text, "[Result ") - text);
        len = in->len - at < len ? in->len - at : len;
        same = memcmp(in->text + at, text, len) == 0;
    }
    free(text);
    alibi_record_free(record);
    return same;
}

static bool read_archive(struct reading *in)
{
    size_t complete = complete_part(in);

    if (memchr(in->text, '\0', in->len))
        return refuse(in, strlen(in->text), "expected text");
    if (!is_ours(in, complete))
        return refuse(in, complete, other_match);
    for (size_t at = 0; at < complete;)
        if (!read_pair(in, &at))
            return false;
    if (complete < in->len && ftruncate(in->archive->fd, (off_t)complete) != 0)
        return refuse(in, complete, "the incomplete end could not be cut off");
    return true;
}

/* Opens and locks the file; -1 with errno set. */
static int open_file(const char *path)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

    if (fd >= 0 && fcntl(fd, F_SETLK, &all) != 0) {
        (void)close(fd);
        errno = EBUSY; /* another match is writing it */
        return -1;
    }
    return fd;
}

struct match_archive *match_archive_open(const struct match_config *config,
                                         struct match_pair *pair, uint64_t *found, char *wrong,
                                         size_t cap)
{
    struct match_archive *archive = calloc(1, sizeof *archive);
    struct reading in = {.archive = archive, .pair = pair, .wrong = wrong, .cap = cap};
    struct alibi_text match;
    char *text = NULL;
    bool good = false;

    (void)snprintf(wrong, cap, "out of memory");
    if (!archive)
        return NULL;
    archive->config = config;
    match = alibi_text_in(archive->match, sizeof archive->match);
    describe(&match, config);
    archive->fd = open_file(config->out);
    if (archive->fd >= 0)
        text = read_text(archive->fd, &in.len);
    in.text = text;
    if (text)
        good = read_archive(&in);
    else
        (void)snprintf(wrong, cap, "%.150s: %s", config->out,
                       errno ? strerror(errno) : "expected a file");
    free(text);
    *found = in.found;
    if (good)
        return archive;
    match_archive_close(archive);
    return NULL;
}

void match_archive_close(struct match_archive *archive)
{
    if (!archive)
        return;
    if (archive->fd >= 0)
        (void)close(archive->fd);
    free(archive);
}
