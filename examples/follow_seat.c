/* Follows a random game as one seat: follow_seat [GAME [SEED]]
 *
 * The session knows the truth. Nothing but what it tells the Detective goes into the watch, and
 * after every token the watch says who can still be Jack. */
#include <alibi/alibi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The session tells the seat TOKEN; its watch sees it. */
static int hear(void *ear, const char *token, const struct alibi_state *before)
{
    struct alibi_error err;
    int status = alibi_watch_see((struct alibi_watch *)ear, token, strlen(token), &err);

    (void)before; /* the truth: not for this seat */
    if (status != ALIBI_OK)
        (void)fprintf(stderr, "%s\n", err.text);
    else
        printf("%s ", token);
    return status;
}

static void print_belief(const struct alibi_watch *watch, const struct alibi_game *game)
{
    double belief[ALIBI_CHARACTERS_MAX];

    alibi_watch_belief(watch, belief);
    printf(" |");
    for (int i = 0; i < game->n_characters; i++)
        if (belief[i] > 0)
            printf(" %s %.0f%%", game->characters[i].code, 100 * belief[i]);
    printf("\n");
}

/* Plays at random, the moves of the players and those of chance alike, and passes on what the
 * Detective is told. */
static int play(struct alibi_session *session, struct alibi_watch *watch, struct alibi_rng *rng)
{
    const struct alibi_state *state = alibi_session_state(session);
    alibi_move move[ALIBI_MOVES_MAX];
    int n, status = ALIBI_OK;

    while (status == ALIBI_OK && (n = state->game->moves(state, move)) > 0) {
        status = alibi_session_play(session, move[alibi_rng_below(rng, (uint32_t)n)]);
        if (status == ALIBI_OK)
            status = alibi_session_tell(session, alibi_session_length(session) - 1,
                                        ALIBI_DETECTIVE, hear, watch);
        if (status == ALIBI_OK)
            print_belief(watch, state->game);
    }
    return status;
}

int main(int argc, char **argv)
{
    const struct alibi_game *game = alibi_game_find(argc > 1 ? argv[1] : "london");
    struct alibi_session *session = NULL;
    struct alibi_watch *watch = NULL;
    struct alibi_state start;
    struct alibi_view view;
    struct alibi_rng rng;
    int failed = 1;

    if (!game)
        return 1;
    alibi_rng_seed(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    alibi_setup(&start, game, NULL);
    game->observe(&view, &start, ALIBI_DETECTIVE);
    if (alibi_session_new(&session, &start) == ALIBI_OK &&
        alibi_watch_new(&watch, &view) == ALIBI_OK)
        failed = play(session, watch, &rng) != ALIBI_OK;
    alibi_watch_free(watch);
    alibi_session_free(session);
    return failed;
}
