/* Observations as numbers: how a feature is written, and the features that all games share. */
#include <alibi/kit/features.h>

#include <assert.h>
#include <string.h>

static void tell(const struct alibi_features *features, const char *name, const char *of,
                 unsigned n)
{
    if (features->tell)
        features->tell(features->ear, name, of, features->n, n);
}

void alibi_feature_one(struct alibi_features *features, const char *name, const char *of,
                       unsigned value, unsigned n)
{
    tell(features, name, of, n);
    if (features->out) {
        memset(features->out + features->n, 0, n);
        if (value < n)
            features->out[features->n + value] = 1;
    }
    features->n += n;
}

void alibi_feature_set(struct alibi_features *features, const char *name, const char *of,
                       uint64_t set, unsigned n)
{
    assert(n <= 64 && (n == 64 || set >> n == 0));
    alibi_feature_words(features, name, of, &set, n);
}

void alibi_feature_words(struct alibi_features *features, const char *name, const char *of,
                         const uint64_t *set, unsigned n)
{
    tell(features, name, of, n);
    if (features->out)
        for (unsigned i = 0; i < n; i++)
            features->out[features->n + i] = set[i / 64] >> i % 64 & 1;
    features->n += n;
}

static void write_options(struct alibi_features *features, const struct alibi_state *s)
{
    for (int i = 0; i < s->game->n_options; i++) {
        const struct alibi_option *option = &s->game->option[i];
        unsigned n = 0;

        while (n < sizeof option->values / sizeof option->values[0] && option->values[n])
            n++;
        alibi_feature_one(features, "option", option->name, s->option[i], n);
    }
}

/* The suspects and the players' cards. The view has blotted out hidden ones, so these set
 * nothing. */
static void write_cards(struct alibi_features *features, const struct alibi_state *s)
{
    unsigned n = (unsigned)s->game->n_characters;

    alibi_feature_set(features, "suspects", NULL, s->suspects, n);
    alibi_feature_one(features, "identity", NULL, s->identity, n);
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        const char *name = alibi_seat_name((enum alibi_seat)seat);

        alibi_feature_one(features, "drawn", name, s->drawn[seat], n + 1);
        alibi_feature_set(features, "alibis", name, s->alibis[seat], n);
    }
}

static void write_view(struct alibi_features *features, const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;
    const struct alibi_game *game = s->game;
    unsigned viewer = view->viewer == ALIBI_AS_PUBLIC ? 2 : view->viewer;

    alibi_feature_one(features, "viewer", NULL, viewer, 3);
    alibi_feature_one(features, "to_act", NULL, s->to_act, 4);
    alibi_feature_one(features, "round", NULL, s->round, (unsigned)game->n_rounds + 1);
    alibi_feature_one(features, "slot", NULL, s->slot - 1U, (unsigned)game->n_slots);
    alibi_feature_one(features, "witness", NULL, s->witness, 2);
    alibi_feature_one(features, "winner", NULL, s->winner, 2);
    write_options(features, s);
    write_cards(features, s);
    alibi_feature_set(features, "visible", NULL, game->visible(s),
                      (unsigned)game->n_characters);
    if (game->features)
        game->features(features, s);
}

/* Goes through the features of one position: names and lengths are the same in all. */
static size_t walk(const struct alibi_game *game, alibi_feature_told *heard, void *ear)
{
    struct alibi_features features = {.tell = heard, .ear = ear};
    struct alibi_state start;
    struct alibi_view view;

    alibi_setup(&start, game, NULL);
    game->observe(&view, &start, ALIBI_AS_PUBLIC);
    write_view(&features, &view);
    return features.n;
}

size_t alibi_features_size(const struct alibi_game *game)
{
    return walk(game, NULL, NULL);
}

void alibi_features_name(const struct alibi_game *game, alibi_feature_told *heard, void *ear)
{
    (void)walk(game, heard, ear);
}

void alibi_features_write(uint8_t *out, const struct alibi_view *view)
{
    struct alibi_features features = {.out = out};

    write_view(&features, view);
}
