/* A game of one's own, outside the library: lighthouse [SEED]
 *
 * lighthouse/lighthouse.c is the game. Whatever takes a game takes this one: here two computer
 * players play it, and the record is printed. */
#include <alibi/alibi.h>
#include <stdio.h>
#include <stdlib.h>

extern const struct alibi_game alibi_lighthouse;

static int hear(void *ear, const struct alibi_told *told, const struct alibi_state *before)
{
    (void)before; /* the truth: not for a player */
    return alibi_player_hear((struct alibi_player *)ear, told, NULL);
}

/* One move, by chance or by the player to act, of which both players are told. */
static int step(struct alibi_session *session, struct alibi_player *player[2])
{
    const struct alibi_state *state = alibi_session_state(session);
    const struct alibi_budget budget = {200, 0};
    struct alibi_thought thought;
    int status;

    if (state->to_act == ALIBI_CHANCE) {
        status = alibi_session_roll(session, NULL);
    } else {
        alibi_player_think(player[state->to_act], &budget, &thought);
        status = alibi_session_play(session, thought.move);
    }
    for (int seat = 0; seat < 2 && status == ALIBI_OK; seat++)
        status = alibi_session_tell(session, alibi_session_length(session) - 1,
                                    alibi_viewer_of((enum alibi_seat)seat), hear, player[seat]);
    return status;
}

/* Prints the game as everybody may see it. */
static int print_record(const struct alibi_session *session)
{
    struct alibi_record *record = NULL;
    char *text = NULL;
    int failed = 1;

    if (alibi_session_record(session, ALIBI_AS_PUBLIC, &record) == ALIBI_OK)
        text = alibi_record_text(record, NULL);
    if (text)
        failed = fputs(text, stdout) == EOF;
    alibi_record_free(record);
    free(text);
    return failed;
}

int main(int argc, char **argv)
{
    struct alibi_session *session = NULL;
    struct alibi_player *player[2] = {NULL, NULL};
    struct alibi_state start;
    struct alibi_view view[2];
    int failed = 1;

    alibi_setup(&start, &alibi_lighthouse, NULL);
    alibi_view_of(&view[0], &start, ALIBI_AS_JACK);
    alibi_view_of(&view[1], &start, ALIBI_AS_DETECTIVE);
    if (alibi_session_new(&session, &start) == ALIBI_OK &&
        alibi_player_new(&player[0], "ismcts", &view[0], 1, 0, NULL) == ALIBI_OK &&
        alibi_player_new(&player[1], "ismcts", &view[1], 2, 0, NULL) == ALIBI_OK) {
        alibi_session_seed(session, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
        while (alibi_session_state(session)->to_act != ALIBI_NOBODY &&
               step(session, player) == ALIBI_OK)
            ;
        failed = print_record(session);
    }
    alibi_session_free(session);
    alibi_player_free(player[0]);
    alibi_player_free(player[1]);
    return failed;
}
