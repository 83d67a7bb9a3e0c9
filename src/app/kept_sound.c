/* Whether a game that was kept is one: what its text says about it follows from its events. */
#include "kept_game.h"

#include "body.h"
#include "change.h"
#include "commitment.h"

#include <string.h>

static bool players_are_known(const struct table_about *about)
{
    for (int seat = 0; seat < 2; seat++)
        if (player_is_computer(about->player[seat]) && !player_exists(about->player[seat]))
            return false;
    return true;
}

/* At the set-up of its game, which is known, or where another game was. */
static bool begins_well(const struct table_about *about)
{
    struct alibi_state start;

    return alibi_position_parse(&start, about->start, strlen(about->start), NULL) == ALIBI_OK &&
           opening_begins(&about->opening, &start, about->player[ALIBI_JACK],
                          about->player[ALIBI_DETECTIVE]);
}

/* Whether EVENT can come next at TABLE. */
static bool fits(const struct table *table, const struct table_event *event, bool over)
{
    const struct alibi_state *s = alibi_session_state(table->session);

    switch (event->kind) {
    case EVENT_MOVE:
        return !over && event->by == s->to_act;
    case EVENT_SEAT:
    case EVENT_RESIGN:
    case EVENT_FLAG:
    case EVENT_ABORT:
    case EVENT_LEFT:
    case EVENT_MIX:
        return !over && event->by <= ALIBI_DETECTIVE;
    case EVENT_REMATCH:
        return over && id_is_shaped(event->text, strlen(event->text));
    case EVENT_KINDS:
        break;
    }
    return false;
}

/* That somebody has resigned, or has no time left, and so on; NULL if nobody has. */
static const struct table_event *given_up(const struct kept_game *game)
{
    for (size_t i = 0; i < game->n_events; i++)
        if (event_ends(game->event[i].event.kind))
            return &game->event[i].event;
    return NULL;
}

/* Clocks that were agreed on are there. */
static bool clocks_are_sound(const struct table_about *about)
{
    size_t len;

    return about->clocks.on == (terms_find(about->terms, "clock", &len) != NULL) &&
           (!about->clocks.paused || about->status == TABLE_PLAYING);
}

/* Follows the events at TABLE; false if one cannot be. */
static bool follow(const struct kept_game *game, struct table *table, bool waits)
{
    bool over = false;

    for (size_t i = 0; i < game->n_events; i++) {
        const struct kept_event *e = &game->event[i];

        if (!fits(table, &e->event, over) ||
            (waits && e->event.kind != EVENT_SEAT && e->event.kind != EVENT_MIX &&
             e->event.kind != EVENT_ABORT) ||
            (e->has_request && e->request.count > game->n_events - i) ||
            !table_add_event(table, &e->event))
            return false;
        over = over || event_ends(e->event.kind) ||
               alibi_session_state(table->session)->winner != ALIBI_NOBODY;
    }
    return true;
}

/* What the game has come to. */
static void conclude(const struct kept_game *game, const struct table *table,
                     struct table_about *about)
{
    const struct table_event *end = given_up(game);
    struct change change = {.about = *about};

    if (!end)
        change_note(&change.about, alibi_session_state(table->session));
    else
        change_over(&change, end->kind, end->by);
    *about = change.about;
}

bool kept_game_is_sound(const struct kept_game *game)
{
    const struct table_about *said = &game->about;
    bool waits = table_waits(said);
    struct table_about about = *said;
    struct table table;
    bool sound = players_are_known(said) && begins_well(said) && clocks_are_sound(said);

    if (!sound)
        return false;
    about.status = waits ? TABLE_WAITING : TABLE_PLAYING;
    about.to_act = ALIBI_NOBODY;
    about.result[0] = '\0';
    sound = table_open(&table, &about, "") && follow(game, &table, waits);
    if (sound && (!waits || given_up(game)))
        conclude(game, &table, &about);
    table_clear(&table);
    return sound && about.to_act != ALIBI_CHANCE && about.status == said->status &&
           about.to_act == said->to_act && strcmp(about.result, said->result) == 0;
}
