/* Golden plays: a random game, and in every round what each viewer sees of it, written down so
 * that a change of behaviour becomes a difference that a person can read.
 *
 *   golden GAME [option=value ...] SEED   prints the play
 *   golden --check FILE                   compares FILE with the play that its first line names
 *
 * tools/golden writes all files anew; the difference is reviewed before it is committed. */
#include <alibi/rng.h>
#include <alibi/session.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_views(FILE *out, const struct alibi_session *session)
{
    static const enum alibi_viewer viewer[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                               ALIBI_AS_PUBLIC};
    char line[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    alibi_position_print(&text, alibi_session_state(session));
    (void)fprintf(out, "  position %s\n", line);
    text = alibi_text_in(line, sizeof line);
    alibi_json_print(&text, alibi_session_state(session));
    (void)fprintf(out, "  state %s\n", line);
    for (int i = 0; i < 3; i++) {
        struct alibi_view view;

        text = alibi_text_in(line, sizeof line);
        alibi_session_view(session, viewer[i], &view);
        alibi_json_print(&text, &view.seen);
        (void)fprintf(out, "  view %s %s\n", alibi_viewer_name(viewer[i]), line);
    }
}

/* One move: the seat, the number of legal moves, the token, and the move in words. */
static bool print_move(FILE *out, struct alibi_session *session, struct alibi_rng *rng)
{
    const struct alibi_state *s = alibi_session_state(session);
    alibi_move m[ALIBI_MOVES_MAX], chosen;
    int n = s->game->moves(s, m);
    char token[ALIBI_TOKEN_MAX], words[200];
    struct alibi_text text = alibi_text_in(token, sizeof token);
    struct alibi_text said = alibi_text_in(words, sizeof words);

    if (n == 0)
        return false;
    do { /* accusations would end most games in their first round */
        chosen = m[alibi_rng_below(rng, (uint32_t)n)];
        text = alibi_text_in(token, sizeof token);
        s->game->print(&text, chosen);
    } while (token[0] == '!' && n > 12 && alibi_rng_below(rng, 8) > 0);
    s->game->describe(&said, s, chosen);
    (void)fprintf(out, "%u.%u %s, 1 of %d: %s (%s)\n", s->round, s->slot,
                  alibi_seat_name(s->to_act), n, token, words);
    return alibi_session_play(session, chosen) == ALIBI_OK;
}

/* Writes the play that SPEC ("GAME option=value 7") names. */
static bool print_play(FILE *out, const char *spec)
{
    char copy[200], *word;
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};
    const struct alibi_game *game;
    struct alibi_state start;
    struct alibi_session *session;
    struct alibi_rng rng;
    int shown = -1; /* the last round that was printed for all viewers */

    (void)snprintf(copy, sizeof copy, "%s", spec);
    word = strtok(copy, " ");
    game = word ? alibi_game_find(word) : NULL;
    if (!game)
        return false;
    while ((word = strtok(NULL, " ")) && strchr(word, '='))
        if (alibi_option_parse(option, game, word, strlen(word), NULL))
            return false;
    if (!word)
        return false;
    alibi_rng_seed(&rng, strtoull(word, NULL, 10));
    alibi_setup(&start, game, option);
    if (alibi_session_new(&session, &start) != ALIBI_OK)
        return false;
    (void)fprintf(out, "%s\n", spec);
    do {
        int round = alibi_session_state(session)->round;

        if (round != shown)
            print_views(out, session);
        shown = round;
    } while (print_move(out, session, &rng));
    print_views(out, session);
    alibi_session_free(session);
    return true;
}

static int check(const char *path)
{
    FILE *file = fopen(path, "r"), *fresh = tmpfile();
    char wanted[ALIBI_LINE_MAX + 40], got[ALIBI_LINE_MAX + 40];
    int line = 1;

    if (!file || !fresh || !fgets(wanted, sizeof wanted, file))
        return EXIT_FAILURE;
    wanted[strcspn(wanted, "\n")] = '\0';
    if (!print_play(fresh, wanted))
        return EXIT_FAILURE;
    rewind(file);
    rewind(fresh);
    for (;; line++) {
        bool more = fgets(wanted, sizeof wanted, file), more2 = fgets(got, sizeof got, fresh);

        if (!more && !more2)
            break;
        if (more != more2 || strcmp(wanted, got) != 0) {
            printf("%s:%d differs\n- %s+ %s", path, line, more ? wanted : "(end)\n",
                   more2 ? got : "(end)\n");
            return EXIT_FAILURE;
        }
    }
    (void)fclose(file);
    (void)fclose(fresh);
    return line > 10 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    char spec[200];
    struct alibi_text text = alibi_text_in(spec, sizeof spec);

    if (argc == 3 && strcmp(argv[1], "--check") == 0)
        return check(argv[2]);
    for (int i = 1; i < argc; i++)
        alibi_text_format(&text, "%s%s", i > 1 ? " " : "", argv[i]);
    return print_play(stdout, spec) ? EXIT_SUCCESS : EXIT_FAILURE;
}
