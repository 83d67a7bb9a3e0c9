/* Follows a random game as one seat: follow_seat [GAME [SEED]]
 *
 * The session knows the truth. Nothing but what it tells the Detective goes into the watch, and
 * after every token the watch says who can still be Jack. */
#include <alibi/alibi.h>
#include <stdio.h>
#include <stdlib.h>

/* The watch, and the game that it watches. */
struct ear {
    const struct alibi_game *game;
    struct alibi_watch *watch;
};

/* The session tells the seat something; its watch hears it. */
static int hear(void *to, const struct alibi_told *told, const struct alibi_state *before)
{
    const struct ear *ear = (const struct ear *)to;
    char buf[ALIBI_TOKEN_MAX];
    struct alibi_text token = alibi_text_in(buf, sizeof buf);
    struct alibi_error err;
    int status = alibi_watch_hear(ear->watch, told, &err);

    (void)before; /* the truth: not for this seat */
    alibi_told_print(&token, ear->game, told);
    if (status != ALIBI_OK)
        (void)fprintf(stderr, "%s: %s\n", buf, err.text);
    else
        printf("%s ", buf);
    return status;
}

static void print_belief(const struct ear *ear)
{
    double belief[ALIBI_CHARACTERS_MAX];

    alibi_watch_belief(ear->watch, belief);
    printf(" |");
    for (int i = 0; i < ear->game->n_characters; i++)
        if (belief[i] > 0)
            printf(" %s %.0f%%", ear->game->characters[i].code, 100 * belief[i]);
    printf("\n");
}

/* Plays at random, the moves of the players and those of chance alike, and passes on what the
 * Detective is told. */
static int play(struct alibi_session *session, struct ear *ear, struct alibi_rng *rng)
{
    const struct alibi_state *state = alibi_session_state(session);
    alibi_move move[ALIBI_MOVES_MAX];
    int n, status = ALIBI_OK;

    while (status == ALIBI_OK && (n = ear->game->moves(state, move)) > 0) {
        status = alibi_session_play(session, move[alibi_rng_below(rng, (uint32_t)n)]);
        if (status == ALIBI_OK)
            status = alibi_session_tell(session, alibi_session_length(session) - 1,
                                        ALIBI_AS_DETECTIVE, hear, ear);
        if (status == ALIBI_OK)
            print_belief(ear);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct ear ear = {alibi_game_find(argc > 1 ? argv[1] : "london"), NULL};
    struct alibi_session *session = NULL;
    struct alibi_state start;
    struct alibi_view view;
    struct alibi_rng rng;
    int failed = 1;

    if (!ear.game)
        return 1;
    alibi_rng_seed(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    alibi_setup(&start, ear.game, NULL);
    alibi_view_of(&view, &start, ALIBI_AS_DETECTIVE);
    if (alibi_session_new(&session, &start) == ALIBI_OK &&
        alibi_watch_new(&ear.watch, &view) == ALIBI_OK)
        failed = play(session, &ear, &rng) != ALIBI_OK;
    alibi_watch_free(ear.watch);
    alibi_session_free(session);
    return failed;
}
