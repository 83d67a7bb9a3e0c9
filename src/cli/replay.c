/* alibi replay and alibi record: show a recorded game, and print it in its canonical form. */
#include "cli.h"
#include "screen/review_screen.h"
#include "screen/term.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The viewer that --view names; the truth without it. */
static bool read_viewer(const char *name, enum alibi_viewer *viewer)
{
    *viewer = ALIBI_AS_TRUTH;
    if (!name || alibi_viewer_parse(viewer, name, strlen(name)))
        return true;
    (void)cli_fail("expected jack, detective or public after --view, not %.100s", name);
    return false;
}

/* Reads the record in PATH, redacted for VIEWER. */
static struct alibi_record *open_record(const char *path, enum alibi_viewer viewer)
{
    struct alibi_record *record = cli_read_record(path), *seen;
    struct alibi_error err;

    if (!record || viewer == ALIBI_AS_TRUTH || viewer == alibi_record_viewer(record))
        return record;
    if (alibi_session_redact(&seen, record, viewer, &err) != ALIBI_OK) {
        (void)cli_fail("%s: %s", path, err.text);
        seen = NULL;
    }
    alibi_record_free(record);
    return seen;
}

/* --- record --- */

static bool print_record(const struct alibi_record *record)
{
    size_t len;
    char *text = alibi_record_text(record, &len);
    bool done = text && fwrite(text, 1, len, stdout) == len;

    free(text);
    return done;
}

int cli_record(const struct cli_verb *verb, int argc, char **argv)
{
    const char *view = NULL;
    bool complete = false;
    const struct cli_option options[] = {{"--view", NULL, &view},
                                         {"--complete", &complete, NULL}};
    struct alibi_record *record, *whole;
    struct alibi_error err;
    enum alibi_viewer viewer;
    int code;

    if (cli_options(verb, argc, argv, options, 2, 1, 1) < 0)
        return CLI_USAGE;
    if (complete && view)
        return cli_misuse(verb, "--view and --complete exclude each other");
    if (!read_viewer(view, &viewer))
        return CLI_USAGE;
    record = open_record(argv[0], viewer);
    if (!record)
        return CLI_FAILED;
    if (complete) {
        code = alibi_record_complete(&whole, record, &err) == ALIBI_OK
                   ? CLI_OK
                   : cli_fail("%s: %s", argv[0], err.text);
        alibi_record_free(record);
        if (code != CLI_OK)
            return code;
        record = whole;
    }
    code = print_record(record) ? CLI_OK : cli_fail("standard output could not be written");
    alibi_record_free(record);
    return code;
}

/* --- replay --- */

struct show {
    struct cli_look look;
    bool stepping; /* wait for Enter after each move */
};

/* One line of the log: label, token, words. */
static void print_step(const struct alibi_view *before, const struct alibi_record *record,
                       size_t i)
{
    const struct alibi_state *s = &before->seen;
    char words[200] = "";
    struct alibi_text text = alibi_text_in(words, sizeof words);

    alibi_told_describe(&text, before, alibi_record_told(record, i));
    printf("%u.%u %-9s %-24s %s\n", s->round, s->slot, alibi_seat_name(s->to_act),
           alibi_record_token(record, i), words);
}

/* Shows the board; false if the user quits. */
static bool show_board(const struct show *show, const struct alibi_view *view)
{
    int c;

    cli_draw(stdout, view, show->look);
    if (!show->stepping)
        return true;
    printf("-- Enter: next, q: quit --");
    (void)fflush(stdout);
    c = getchar();
    for (int rest = c; rest != '\n' && rest != EOF;)
        rest = getchar();
    return c != 'q' && c != EOF;
}

static void show_comment(const struct alibi_record *record, size_t i)
{
    if (!alibi_record_comment(record, i))
        return;
    printf("    {");
    cli_print_plain(stdout, alibi_record_comment(record, i));
    printf("}\n");
}

/* Replays a record of the whole truth. */
static int replay_whole(const struct alibi_record *record, const struct show *show)
{
    struct alibi_view view = {ALIBI_AS_TRUTH, *alibi_record_start(record)};
    size_t n = alibi_record_length(record);

    show_comment(record, 0);
    if (!show_board(show, &view))
        return CLI_OK;
    for (size_t i = 0; i < n; i++) {
        bool called;

        print_step(&view, record, i);
        called = view.seen.game->apply(&view.seen, alibi_record_told(record, i)->move);
        if (called)
            printf("    witnesses are called: Jack is %s\n",
                   alibi_witness_name(view.seen.witness));
        show_comment(record, i + 1);
        if ((show->stepping || called || i + 1 == n) && !show_board(show, &view))
            break;
    }
    return CLI_OK;
}

/* Replays a redacted record as its viewer saw the game. */
static int replay_seat(const struct alibi_record *record, const struct show *show)
{
    struct alibi_view view = {alibi_record_viewer(record), *alibi_record_start(record)};
    struct alibi_watch *watch;
    size_t n = alibi_record_length(record);

    if (alibi_watch_new(&watch, &view) != ALIBI_OK)
        return cli_fail("out of memory");
    show_comment(record, 0);
    if (!show_board(show, &view))
        n = 0;
    for (size_t i = 0; i < n; i++) {
        const struct alibi_told *told = alibi_record_told(record, i);
        bool called = told->kind == ALIBI_TOLD_WITNESS;

        print_step(&view, record, i);
        (void)alibi_watch_hear(watch, told, NULL);
        show_comment(record, i + 1);
        if (!alibi_watch_settled(watch))
            continue;
        alibi_watch_view(watch, &view);
        if ((show->stepping || called || i + 1 == n) && !show_board(show, &view))
            break;
    }
    alibi_watch_free(watch);
    return CLI_OK;
}

int cli_replay(const struct cli_verb *verb, int argc, char **argv)
{
    const char *view = NULL;
    bool ascii = false, no_color = false, plain = false;
    const struct cli_option options[] = {{"--view", NULL, &view},
                                         {"--ascii", &ascii, NULL},
                                         {"--no-color", &no_color, NULL},
                                         {"--plain", &plain, NULL}};
    struct alibi_record *record;
    enum alibi_viewer viewer;
    struct show show;
    int code;

    if (cli_options(verb, argc, argv, options, 4, 1, 1) < 0 || !read_viewer(view, &viewer))
        return CLI_USAGE;
    record = open_record(argv[0], viewer);
    if (!record)
        return CLI_FAILED;
    show.look = cli_look_for(stdout, ascii, no_color);
    show.stepping = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!plain && term_is_able())
        code = review_screen_run(record, NULL, show.look);
    else
        code = alibi_record_viewer(record) == ALIBI_AS_TRUTH ? replay_whole(record, &show)
                                                             : replay_seat(record, &show);
    alibi_record_free(record);
    return code;
}
