/* Tokens: sessions of programs, with a name and with scopes. */
#include "account_sessions.h"
#include "form.h"

#include <stdio.h>

enum { TOKENS_MAX = 20, TOKEN_SIZE = 6 + KEY_SIZE };

/* What the token may do; 0 after a refusal. */
static unsigned read_scopes(struct petition *petition, bool reads, bool plays)
{
    if (!reads && !plays)
        request_refuse(&petition->r, &request_no.no_scope, NULL);
    else if (plays && !petition->person.is_bot)
        request_refuse(&petition->r, &request_no.only_bots, NULL);
    else
        return (reads ? SCOPE_READ : 0U) | (plays ? SCOPE_PLAY : 0U);
    return 0;
}

void answer_new_token(struct people *people, struct petition *petition)
{
    char about[SESSION_ABOUT_SIZE], name[KEY_SIZE], token[TOKEN_SIZE];
    bool reads, plays;
    const struct form_field field[] = {
        {"about", FORM_TEXT, about, sizeof about, false},
        {"read", FORM_BOOL, &reads, sizeof reads, true},
        {"play", FORM_BOOL, &plays, sizeof plays, true},
    };
    struct json_out out = {0};
    unsigned scopes;

    if (!form_read(&petition->r, field, 3) || !petition_is_fresh(people, petition))
        return;
    scopes = read_scopes(petition, reads, plays);
    if (!scopes)
        return;
    if (session_tokens(people, petition->person.id) >= TOKENS_MAX) {
        request_refuse(&petition->r, &request_no.most_tokens,
                       ALIBI_WITH(alibi_number(TOKENS_MAX).text));
        return;
    }
    session_begin(people, petition->person.id, about, scopes, "", name);
    (void)snprintf(token, sizeof token, "alibi_%s", name);
    json_object(&out, NULL);
    json_text(&out, "token", token);
    json_end(&out);
    request_answer(&petition->r, 201, &out);
}
