/* Runs scenes: small stories about one rule, written as data that a player can read.
 *
 *   scene Stealthy walks through houses
 *   rule L-5.7
 *   game GAME option=value          which game (the first line of a file serves all its scenes)
 *   position GAME round=...         where to begin; otherwise the set-up
 *   do deal=MS cards=SH,JW,JS,IL    play tokens, each of which must be legal
 *   legal >c6 >a6                   these are legal now
 *   illegal L-4.1 >m8               this is not, and that rule forbids it
 *   only > >a6 >a8                  of the tokens that begin with ">" exactly these are legal
 *   count call: 12                  so many legal tokens begin with "call:"
 *   state witness "invisible"       a member of the state's JSON; a.b goes into objects
 *   view public identity absent     the same for a view: jack, detective or public
 *   history detective ...           the last tokens of a seat's redacted history
 *   undo 2                          take back two tokens
 *
 * Usage: scene FILE... ; prints what fails and a count. */
#include <alibi/session.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct runner {
    const char *file;
    int line;
    char title[200];
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_session *session;
    int scenes, checks, failures;
    bool in_scene, cites; /* a rule was cited */
};

static void fail(struct runner *r, const char *what, const char *detail)
{
    printf("%s:%d: %s: %s %s\n", r->file, r->line, r->title, what, detail);
    r->failures++;
}

static void begin_at(struct runner *r, const struct alibi_state *s)
{
    alibi_session_free(r->session);
    if (alibi_session_new(&r->session, s) != ALIBI_OK)
        exit(EXIT_FAILURE);
}

static void begin(struct runner *r)
{
    struct alibi_state s;

    alibi_setup(&s, r->game, r->option);
    begin_at(r, &s);
}

/* Whether TOKEN is legal now. */
static bool is_legal(const struct runner *r, const char *token, char reason[240])
{
    struct alibi_error err = {.text = ""};
    alibi_move m;
    int status =
        alibi_token_parse(&m, alibi_session_state(r->session), token, strlen(token), &err);

    memcpy(reason, err.text, sizeof err.text);
    return status == ALIBI_OK;
}

static void run_game(struct runner *r, char *rest)
{
    struct alibi_error err;
    char *word = strtok(rest, " ");

    r->game = word ? alibi_game_find(word) : NULL;
    memset(r->option, 0, sizeof r->option);
    if (!r->game) {
        fail(r, "expected a game, not", word ? word : "nothing");
        exit(EXIT_FAILURE);
    }
    while ((word = strtok(NULL, " ")))
        if (alibi_option_parse(r->option, r->game, word, strlen(word), &err))
            fail(r, err.text, word);
    begin(r);
}

static void run_position(struct runner *r, char *rest)
{
    struct alibi_state s;
    struct alibi_error err;

    if (alibi_position_parse(&s, rest, strlen(rest), &err))
        fail(r, "the position is refused:", err.text);
    else
        begin_at(r, &s);
}

static void run_do(struct runner *r, char *rest)
{
    struct alibi_error err;

    for (char *token = strtok(rest, " "); token; token = strtok(NULL, " ")) {
        if (alibi_session_do(r->session, token, strlen(token), &err)) {
            fail(r, token, err.text);
            return;
        }
    }
}

static void run_legal(struct runner *r, char *rest)
{
    char reason[240];

    for (char *token = strtok(rest, " "); token; token = strtok(NULL, " "))
        if (!is_legal(r, token, reason))
            fail(r, token, reason);
}

static void run_illegal(struct runner *r, char *rest)
{
    char *rule = strtok(rest, " "), reason[240];

    for (char *token = strtok(NULL, " "); token; token = strtok(NULL, " ")) {
        size_t n = strlen(rule);

        if (is_legal(r, token, reason))
            fail(r, token, "is legal");
        else if (strncmp(reason, rule, n) != 0 || reason[n] != ':')
            fail(r, token, reason);
    }
}

/* The legal tokens that begin with PREFIX, each followed by a space, into TEXT. */
static int with_prefix(const struct runner *r, const char *prefix, struct alibi_text *text)
{
    const struct alibi_state *s = alibi_session_state(r->session);
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m), k = 0;

    for (int i = 0; i < n; i++) {
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text t = alibi_text_in(token, sizeof token);

        s->game->print(&t, m[i]);
        if (strncmp(token, prefix, strlen(prefix)) != 0)
            continue;
        alibi_text_format(text, "%s ", token);
        k++;
    }
    return k;
}

static void run_only(struct runner *r, char *rest)
{
    char *prefix = strtok(rest, " "), *tokens = strtok(NULL, "");
    char buf[30000], wanted[4000];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    (void)with_prefix(r, strcmp(prefix, "all") == 0 ? "" : prefix, &text);
    (void)snprintf(wanted, sizeof wanted, "%s%s", tokens ? tokens : "", tokens ? " " : "");
    if (strcmp(buf, wanted) != 0)
        fail(r, "legal are", buf);
}

static void run_count(struct runner *r, char *rest)
{
    char *prefix = strtok(rest, " "), *number = strtok(NULL, " ");
    char buf[30000];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);
    int n = with_prefix(r, strcmp(prefix, "all") == 0 ? "" : prefix, &text);

    if (!number || n != atoi(number))
        fail(r, "legal are", buf);
}

/* The end of the JSON value that begins at P. */
static const char *value_end(const char *p)
{
    int depth = 0;

    for (; *p; p++) {
        if (*p == '{' || *p == '[')
            depth++;
        else if (*p == '}' || *p == ']')
            depth--;
        if (depth < 0 || (depth == 0 && *p == ','))
            break;
    }
    return p;
}

/* The value of PATH ("a.b") in the object JSON, as LEN bytes; NULL if there is none. */
static const char *find_value(const char *json, const char *path, size_t *len)
{
    size_t n = strcspn(path, ".");

    for (const char *p = json + 1; *p == '"';) {
        const char *key = p + 1, *colon = strchr(p, ':'), *end = value_end(colon + 1);

        if ((size_t)(colon - 1 - key) == n && memcmp(key, path, n) == 0) {
            *len = (size_t)(end - colon) - 1;
            return path[n] ? find_value(colon + 1, path + n + 1, len) : colon + 1;
        }
        p = *end == ',' ? end + 1 : end;
    }
    return NULL;
}

static void check_member(struct runner *r, const struct alibi_state *s, char *rest)
{
    char *path = strtok(rest, " "), *wanted = strtok(NULL, "");
    char json[ALIBI_LINE_MAX], got[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(json, sizeof json);
    const char *value;
    size_t len = 0;

    alibi_json_print(&text, s);
    value = find_value(json, path, &len);
    (void)snprintf(got, sizeof got, "%.*s", value ? (int)len : 6, value ? value : "absent");
    if (!wanted || strcmp(got, wanted) != 0)
        fail(r, path, got);
}

static void run_state(struct runner *r, char *rest)
{
    check_member(r, alibi_session_state(r->session), rest);
}

static enum alibi_viewer viewer_named(const char *name)
{
    enum alibi_viewer viewer;

    if (!alibi_viewer_parse(&viewer, name, strlen(name)))
        exit(EXIT_FAILURE);
    return viewer;
}

static void run_view(struct runner *r, char *rest)
{
    size_t n = strcspn(rest, " ");
    struct alibi_view view;

    rest[n] = '\0';
    alibi_session_view(r->session, viewer_named(rest), &view);
    check_member(r, &view.seen, rest + n + 1);
}

static void run_history(struct runner *r, char *rest)
{
    size_t n = strcspn(rest, " ");
    const char *wanted = rest + n + 1;
    struct alibi_record *record;
    char buf[8000];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    rest[n] = '\0';
    if (alibi_session_record(r->session, viewer_named(rest), &record) != ALIBI_OK)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < alibi_record_length(record); i++)
        alibi_text_format(&text, "%s%s", i ? " " : "", alibi_record_token(record, i));
    alibi_record_free(record);
    if (text.len < strlen(wanted) || strcmp(buf + text.len - strlen(wanted), wanted) != 0)
        fail(r, "the history is", buf);
}

static void run_undo(struct runner *r, char *rest)
{
    size_t n = (size_t)atoi(rest);

    if (n < 1 || n > alibi_session_length(r->session))
        fail(r, "cannot take back", rest);
    else
        alibi_session_undo(r->session, n);
}

static const struct {
    const char *word;
    void (*run)(struct runner *r, char *rest);
    bool check;
} directive[] = {
    {"count", run_count, true},     {"do", run_do, false},
    {"game", run_game, false},      {"history", run_history, true},
    {"illegal", run_illegal, true}, {"legal", run_legal, true},
    {"only", run_only, true},       {"position", run_position, false},
    {"state", run_state, true},     {"undo", run_undo, false},
    {"view", run_view, true},
};

static void end_scene(struct runner *r)
{
    if (r->in_scene && !r->cites)
        fail(r, "cites no rule", "");
    r->in_scene = false;
}

static void begin_scene(struct runner *r, const char *title)
{
    end_scene(r);
    (void)snprintf(r->title, sizeof r->title, "%s", title);
    r->scenes++;
    r->in_scene = true;
    r->cites = false;
    if (r->game)
        begin(r);
}

static void run_line(struct runner *r, char *line)
{
    size_t n = strcspn(line, " ");
    char *rest = line + n + (line[n] == ' ');

    if (n == 0 || line[0] == '#')
        return;
    if (strncmp(line, "scene ", 6) == 0) {
        begin_scene(r, rest);
        return;
    }
    if (strncmp(line, "rule ", 5) == 0) {
        r->cites = true;
        return;
    }
    for (size_t i = 0; i < sizeof directive / sizeof directive[0]; i++) {
        if (strlen(directive[i].word) != n || memcmp(directive[i].word, line, n) != 0)
            continue;
        if (!r->game && directive[i].run != run_game)
            fail(r, "expected a game first, not", line);
        else
            directive[i].run(r, rest);
        r->checks += directive[i].check;
        return;
    }
    fail(r, "no such directive:", line);
}

static void run_file(struct runner *r, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[4096];

    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    r->file = path;
    r->game = NULL;
    for (r->line = 1; fgets(line, sizeof line, file); r->line++) {
        line[strcspn(line, "\n")] = '\0';
        run_line(r, line);
    }
    end_scene(r);
    (void)fclose(file);
}

int main(int argc, char **argv)
{
    struct runner r = {.file = ""};

    for (int i = 1; i < argc; i++)
        run_file(&r, argv[i]);
    alibi_session_free(r.session);
    printf("%d scenes, %d checks, %d failures\n", r.scenes, r.checks, r.failures);
    return r.scenes > 0 && r.failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
