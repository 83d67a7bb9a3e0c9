/* News for those who follow, as JSON texts. */
#include "player_news.h"

#include "offers.h"
#include "pairing.h"
#include "standing.h"
#include "tournament.h"

#include <math.h>
#include <stdio.h>

/* The rating in one role, or null. */
static void print_rating(struct people *people, const char *id, const char *game,
                         const char *role, const char *name, struct json_out *out)
{
    struct standing standing;

    standing_read(people, id, game, role, &standing);
    if (standing.rated)
        json_number(out, name, lround(standing_now(people, &standing).rating));
    else
        json_null(out, name);
}

static void print_who(struct people *people, const char *id, struct json_out *out)
{
    struct person person;
    bool there = account_find(people, id, &person);

    json_text(out, "id", id);
    json_text(out, "name", there ? person.name : NULL);
    json_bool(out, "bot", person.is_bot);
}

void news_person(struct people *people, const char *id, const char *game, const char *name,
                 struct json_out *out)
{
    json_object(out, name);
    print_who(people, id, out);
    print_rating(people, id, game, "jack", "jack", out);
    print_rating(people, id, game, "detective", "detective", out);
    json_end(out);
}

void news_answer(struct people *people, struct petition *petition)
{
    const char *account = petition->has_person ? petition->person.id : "";
    struct json_out out = {0};
    char guest[GUEST_SIZE];
    size_t len;

    opening_hex(petition->guest.byte, guest);
    json_object(&out, NULL);
    matchup_print(people, guest, &out);
    offers_print(people, account, &out);
    tournament_calls_print(people, account, &out);
    json_end(&out);
    petition->text = json_take(&out, &len);
}

void lobby_answer(struct people *people, struct petition *petition)
{
    struct json_out out = {0};
    size_t len;

    json_object(&out, NULL);
    pairing_print(people, &out);
    json_list(&out, "people");
    for (size_t i = 0; i < petition->n_seated; i++) {
        const struct seated *seated = &petition->seated[i];
        const char *role = alibi_seat_name((enum alibi_seat)seated->seat);

        json_object(&out, NULL);
        print_who(people, seated->id, &out);
        json_text(&out, "game", seated->game);
        json_text(&out, "role", role);
        print_rating(people, seated->id, seated->game, role, "rating", &out);
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    petition->text = json_take(&out, &len);
}
