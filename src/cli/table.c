/* A game in the terminal: keeping and loading it, telling humans what happened, and the moves
 * of chance and the computer. */
#include "table.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

bool cli_is_human(const struct cli_table *table, enum alibi_seat seat)
{
    return seat <= ALIBI_DETECTIVE && !table->mind[seat].kind;
}

const char *cli_reason(enum alibi_why why)
{
    static const char *const words[] = {
        [ALIBI_WHY_NONE] = "",
        [ALIBI_ARREST] = "Jack is arrested",
        [ALIBI_WRONG_ACCUSATION] = "an innocent was accused",
        [ALIBI_ESCAPE] = "Jack has escaped",
        [ALIBI_TIME] = "time is up, and Jack is free",
        [ALIBI_SUSPECTS] = "only one suspect is left",
        [ALIBI_HOURGLASSES] = "Jack has six hourglasses",
        [ALIBI_UNSEEN] = "Jack was not seen to the end",
    };
    return words[why];
}

char *cli_keep_path(const struct alibi_game *game)
{
    return cli_state_path(game->name, ".alibi");
}

static const char *const seat_tag[2] = {[ALIBI_JACK] = "Jack", [ALIBI_DETECTIVE] = "Detective"};

/* Adds the players' names and the date to the record. */
static void add_tags(const struct cli_table *table, struct alibi_record *record)
{
    char date[20] = "";
    time_t now = time(NULL);
    struct tm day;

    if (localtime_r(&now, &day) && strftime(date, sizeof date, "%Y-%m-%d", &day))
        (void)alibi_record_tag(record, "Date", date, NULL);
    for (int seat = 0; seat < 2; seat++)
        (void)alibi_record_tag(record, seat_tag[seat],
                               table->mind[seat].kind ? table->mind[seat].kind : "human", NULL);
}

bool cli_table_write(const struct cli_table *table, enum alibi_viewer viewer, const char *path)
{
    struct alibi_record *record;
    bool done = false;
    size_t len;
    char *text;

    if (alibi_session_record(table->session, viewer, &record) != ALIBI_OK)
        return false;
    add_tags(table, record);
    text = alibi_record_text(record, &len);
    if (text)
        done = cli_write_file(path, text, len);
    free(text);
    alibi_record_free(record);
    return done;
}

bool cli_table_keep(const struct cli_table *table)
{
    return !table->keep || cli_table_write(table, ALIBI_AS_TRUTH, table->keep);
}

void cli_table_undo(struct cli_table *table, enum alibi_seat seat)
{
    alibi_session_undo(table->session, 1);
    for (int i = 0; i < 2; i++)
        cli_mind_forget(&table->mind[i]); /* the players must not remember this move */
    table->told[seat] = alibi_session_length(table->session);
    (void)cli_table_keep(table);
}

/* How many moves of a loaded game SEAT has read: all up to its own last move. */
static size_t after_last_move(const struct alibi_session *session, enum alibi_seat seat)
{
    size_t n = alibi_session_length(session);

    while (n > 0 && alibi_session_after(session, n - 1)->to_act != seat)
        n--;
    return n;
}

/* The kind of player that a record names: NULL for a human, OTHERWISE for an unknown name. */
static const char *named_player(const char *name, const char *otherwise)
{
    for (int i = 0; name && alibi_player_kind(i); i++)
        if (strcmp(alibi_player_kind(i)->name, name) == 0)
            return alibi_player_kind(i)->name;
    return name && strcmp(name, "human") == 0 ? NULL : otherwise;
}

bool cli_table_load(struct cli_table *table, const char *path)
{
    struct alibi_record *record = cli_read_record(path);
    const struct alibi_game *game = alibi_session_state(table->session)->game;
    struct alibi_session *session;
    struct alibi_error err;

    if (!record)
        return false;
    if (alibi_record_game(record) != game) {
        (void)cli_fail("%s: expected a record of %s", path, game->name);
        alibi_record_free(record);
        return false;
    }
    if (alibi_session_from_record(&session, record, &err) != ALIBI_OK) {
        (void)cli_fail("%s: %s", path, err.text);
        alibi_record_free(record);
        return false;
    }
    for (int seat = 0; seat < 2; seat++) {
        struct cli_mind *mind = &table->mind[seat];

        cli_mind_forget(mind);
        mind->kind = named_player(alibi_record_tag_get(record, seat_tag[seat]), mind->kind);
        table->told[seat] = after_last_move(session, (enum alibi_seat)seat);
    }
    alibi_record_free(record);
    alibi_session_free(table->session);
    table->session = session;
    table->front = ALIBI_NOBODY;
    alibi_session_seed(session, alibi_rng_next(&table->luck)); /* not the deals of last time */
    return true;
}

enum { TOLD_INDENT = 37 }; /* the column at which a move's words begin */

/* Prints one move as SEAT may read it. */
static void tell_move(const struct cli_table *table, enum alibi_seat seat, size_t i)
{
    const struct alibi_state *s = alibi_session_after(table->session, i);
    alibi_move m = alibi_session_move(table->session, i);
    struct alibi_told told = alibi_told_move(s, m, alibi_viewer_of(seat));
    char token[ALIBI_TOKEN_MAX], words[200];
    struct alibi_text token_text = alibi_text_in(token, sizeof token);
    struct alibi_text word_text = alibi_text_in(words, sizeof words);

    alibi_told_print(&token_text, s->game, &told);
    if (told.kind == ALIBI_TOLD_MOVE)
        s->game->describe(&word_text, s, m);
    else
        alibi_text_str(&word_text, "a card that only the other side sees");
    cli_say(table->out, TOLD_INDENT, "  %-9s %-24s %s\n", alibi_seat_name(s->to_act), token,
            words);
    if (alibi_session_called(table->session, i))
        cli_say(table->out, 2, "  witnesses: Jack is %s\n",
                alibi_witness_name(alibi_session_after(table->session, i + 1)->witness));
}

void cli_table_tell(struct cli_table *table, enum alibi_seat seat)
{
    const struct alibi_session *session = table->session;
    size_t n = alibi_session_length(session);

    for (size_t i = table->told[seat]; i < n; i++) {
        enum alibi_seat actor = alibi_session_after(session, i)->to_act;

        tell_move(table, seat, i);
        if (actor <= ALIBI_DETECTIVE && !cli_is_human(table, actor) &&
            alibi_session_turn(session, i + 1) > i)
            cli_explain(table, seat, alibi_session_turn(session, i), i);
    }
    table->told[seat] = n;
}

void cli_table_draw(const struct cli_table *table, enum alibi_viewer viewer)
{
    struct alibi_view view;

    alibi_session_view(table->session, viewer, &view);
    cli_draw(table->out, &view, table->look);
}

bool cli_table_inform(const struct cli_table *table, enum alibi_seat seat,
                      struct cli_mind *mind)
{
    struct alibi_record *history;
    bool done;

    if (alibi_session_record(table->session, alibi_viewer_of(seat), &history) != ALIBI_OK) {
        (void)cli_fail("out of memory");
        return false;
    }
    done = cli_mind_follow(mind, history, alibi_record_length(history));
    alibi_record_free(history);
    return done;
}

bool cli_table_begin(struct cli_table *table)
{
    enum alibi_seat seat = alibi_session_state(table->session)->to_act;
    struct cli_mind *mind = &table->mind[seat];

    if (!cli_table_inform(table, seat, mind))
        return false;
    alibi_player_begin(mind->player, &table->budget);
    return true;
}

bool cli_table_finish(struct cli_table *table)
{
    enum alibi_seat seat = alibi_session_state(table->session)->to_act;
    struct alibi_thought thought;

    alibi_player_end(table->mind[seat].player, &thought);
    return alibi_session_play(table->session, thought.move) == ALIBI_OK;
}

/* Plays the computer's move. */
static bool advance_mind(struct cli_table *table, enum alibi_seat seat)
{
    char what[60];

    if (!cli_table_begin(table))
        return false;
    (void)snprintf(what, sizeof what, "%s, who is %s, is thinking",
                   seat == ALIBI_JACK ? "Jack" : "the Detective", table->mind[seat].kind);
    cli_mind_search(&table->mind[seat], what);
    return cli_table_finish(table);
}

bool cli_table_advance(struct cli_table *table)
{
    enum alibi_seat seat = alibi_session_state(table->session)->to_act;
    struct alibi_error err;

    if (seat == ALIBI_CHANCE) {
        if (alibi_session_roll(table->session, &err) != ALIBI_OK) {
            (void)cli_fail("chance: %s", err.text);
            return false;
        }
        return true;
    }
    return advance_mind(table, seat);
}
