/* Two of the computer's players meet: ask_player [GAME [SEED]]
 *
 * A player is told what its seat is told and asked for a move when the seat is to act. The
 * moves of chance are rolled by the session. */
#include <alibi/alibi.h>
#include <stdio.h>
#include <stdlib.h>

static int hear(void *ear, const struct alibi_told *told, const struct alibi_state *before)
{
    (void)before; /* the truth: not for a player */
    return alibi_player_hear((struct alibi_player *)ear, told, NULL);
}

/* What PLAYER plays; prints it with the player's own estimate of its chance to win. */
static alibi_move ask(struct alibi_player *player, const struct alibi_state *state)
{
    const struct alibi_budget budget = {2000, 0}; /* nodes: the same moves on every machine */
    struct alibi_thought thought;
    char buf[ALIBI_TOKEN_MAX];
    struct alibi_text token = alibi_text_in(buf, sizeof buf);

    alibi_player_think(player, &budget, &thought);
    state->game->print(&token, thought.move);
    printf("%u.%u %-9s %-16s wins %.0f%%\n", state->round, state->slot,
           alibi_seat_name((enum alibi_seat)state->to_act), buf, 100 * thought.value);
    return thought.move;
}

/* One move, then both players are told of it. */
static int step(struct alibi_session *session, struct alibi_player *player[2])
{
    const struct alibi_state *state = alibi_session_state(session);
    int status;

    if (state->to_act == ALIBI_CHANCE)
        status = alibi_session_roll(session, NULL);
    else
        status = alibi_session_play(session, ask(player[state->to_act], state));
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE && status == ALIBI_OK; seat++)
        status = alibi_session_tell(session, alibi_session_length(session) - 1,
                                    alibi_viewer_of((enum alibi_seat)seat), hear, player[seat]);
    return status;
}

/* A player for SEAT of a game that begins at START. */
static struct alibi_player *seat_player(const struct alibi_state *start, enum alibi_seat seat)
{
    struct alibi_player *player = NULL;
    struct alibi_view view;

    alibi_view_of(&view, start, alibi_viewer_of(seat));
    (void)alibi_player_new(&player, seat == ALIBI_JACK ? "level2" : "champion", &view, 1, 0,
                           NULL);
    return player;
}

/* Plays the game to its end. */
static int play(struct alibi_session *session, struct alibi_player *player[2])
{
    const struct alibi_state *state = alibi_session_state(session);
    int status = ALIBI_OK;

    while (status == ALIBI_OK && state->to_act != ALIBI_NOBODY)
        status = step(session, player);
    if (status == ALIBI_OK)
        printf("%s wins\n", alibi_seat_name((enum alibi_seat)state->winner));
    return status;
}

int main(int argc, char **argv)
{
    const struct alibi_game *game = alibi_game_find(argc > 1 ? argv[1] : "pocket");
    struct alibi_session *session = NULL;
    struct alibi_player *player[2];
    struct alibi_state start;
    int failed = 1;

    if (!game)
        return 1;
    alibi_setup(&start, game, NULL);
    player[0] = seat_player(&start, ALIBI_JACK);
    player[1] = seat_player(&start, ALIBI_DETECTIVE);
    if (player[0] && player[1] && alibi_session_new(&session, &start) == ALIBI_OK) {
        alibi_session_seed(session, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
        failed = play(session, player) != ALIBI_OK;
    }
    alibi_session_free(session);
    alibi_player_free(player[0]);
    alibi_player_free(player[1]);
    return failed;
}
