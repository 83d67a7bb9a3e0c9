/* Chance from a secret, the commitment to it, and checking both afterwards. */
#include "commitment.h"

#include "blake2b.h"
#include "onward.h"
#include "request_refusals.h"

#include <alibi/session.h>
#include <assert.h>
#include <string.h>

static void put_le64(unsigned char out[8], uint64_t n)
{
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)(n >> 8 * i);
}

static uint64_t get_le64(const unsigned char in[8])
{
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n |= (uint64_t)in[i] << 8 * i;
    return n;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool opening_unhex(unsigned char bytes[OPENING_BYTES], const char *hex)
{
    if (!hex || strlen(hex) != COMMITMENT_SIZE - 1)
        return false;
    for (size_t i = 0; i < OPENING_BYTES; i++) {
        int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        bytes[i] = (unsigned char)(high * 16 + low);
    }
    return true;
}

void opening_commit(const struct opening *opening, const struct alibi_state *start,
                    char out[COMMITMENT_SIZE])
{
    static const char label[] = "alibi commitment";
    unsigned char digest[OPENING_BYTES];
    char line[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);
    struct blake2b hash;

    alibi_position_print(&text, start);
    assert(text.len < text.cap);
    blake2b_begin(&hash, sizeof digest, NULL, 0);
    blake2b_add(&hash, label, sizeof label - 1);
    blake2b_add(&hash, opening->salt, sizeof opening->salt);
    blake2b_add(&hash, opening->secret, sizeof opening->secret);
    blake2b_add(&hash, line, text.len);
    blake2b_end(&hash, digest);
    opening_hex(digest, out);
}

/* The key of the random words: the secret, with what the seats have added if they have. */
static void mix_key(const struct opening *opening, unsigned char key[OPENING_BYTES])
{
    static const char label[] = "alibi mix";
    struct blake2b hash;

    memcpy(key, opening->secret, OPENING_BYTES);
    if (opening->mix[0] != MIX_GIVEN && opening->mix[1] != MIX_GIVEN)
        return;
    blake2b_begin(&hash, OPENING_BYTES, opening->secret, sizeof opening->secret);
    blake2b_add(&hash, label, sizeof label - 1);
    for (int seat = 0; seat < 2; seat++) {
        unsigned char given = opening->mix[seat] == MIX_GIVEN;

        blake2b_add(&hash, &given, 1);
        if (given)
            blake2b_add(&hash, opening->entropy[seat], OPENING_BYTES);
    }
    blake2b_end(&hash, key);
}

/* Block number BLOCK of the random words for decision K. */
static void draw_block(const unsigned char key[OPENING_BYTES], uint64_t k, uint64_t block,
                       unsigned char out[64])
{
    static const char label[] = "alibi deal";
    unsigned char message[sizeof label - 1 + 16];
    struct blake2b hash;

    memcpy(message, label, sizeof label - 1);
    put_le64(message + sizeof label - 1, k);
    put_le64(message + sizeof label - 1 + 8, block);
    blake2b_begin(&hash, 64, key, OPENING_BYTES);
    blake2b_add(&hash, message, sizeof message);
    blake2b_end(&hash, out);
}

/* Words beyond the last whole multiple of N are passed over, so every outcome is equally
 * likely. */
uint32_t opening_below(const struct opening *opening, uint64_t k, uint32_t n)
{
    uint64_t limit = UINT64_MAX / n * n;
    unsigned char key[OPENING_BYTES];

    assert(n > 0);
    mix_key(opening, key);
    if (UINT64_MAX % n == n - 1)
        limit = 0; /* 2^64 itself: every word will do */
    for (uint64_t block = 0;; block++) {
        unsigned char words[64];

        draw_block(key, k, block, words);
        for (int i = 0; i < 64; i += 8) {
            uint64_t word = get_le64(words + i);

            if (limit == 0 || word < limit)
                return (uint32_t)(word % n);
        }
    }
}

alibi_move opening_outcome(const struct opening *opening, uint64_t k,
                           const struct alibi_state *s)
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    assert(s->to_act == ALIBI_CHANCE);
    n = s->game->moves(s, m);
    return m[opening_below(opening, k, (uint32_t)n)];
}

static uint32_t below(void *opening, uint64_t k, uint32_t n)
{
    return opening_below(opening, k, n);
}

/* The start was drawn before anybody could add anything. */
bool opening_begins(const struct opening *opening, const struct alibi_state *start,
                    const char *jack, const char *detective)
{
    struct opening alone = *opening;
    const struct chance chance = {below, &alone, NULL};
    struct alibi_state set_up;

    alone.mix[0] = alone.mix[1] = MIX_NONE;
    alibi_setup(&set_up, start->game, start->option);
    return memcmp(&set_up, start, sizeof set_up) == 0 ||
           (jack && detective && onward_is_drawn(start, jack, detective, &chance));
}

/* START is where the game began: at the set-up, or where another game was, with what is hidden
 * drawn by the secret. Else the deal is not a whole one. */
static int check_commitment(const struct alibi_record *record, const struct alibi_state *start,
                            struct opening *opening, struct alibi_error *err)
{
    const char *commitment = alibi_record_tag_get(record, "Commitment");
    char hex[COMMITMENT_SIZE];

    if (!commitment)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &request_no.no_commitment.why, NULL);
    if (!opening_unhex(opening->secret, alibi_record_tag_get(record, "Secret")) ||
        !opening_unhex(opening->salt, alibi_record_tag_get(record, "Salt")))
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &request_no.opening.why, NULL);
    if (!opening_begins(opening, start, alibi_record_tag_get(record, "Jack"),
                        alibi_record_tag_get(record, "Detective")))
        return alibi_refuse(err, ALIBI_BAD_POSITION, 0, &request_no.set_up.why, NULL);
    opening_commit(opening, start, hex);
    if (strcmp(hex, commitment) != 0)
        return alibi_refuse(err, ALIBI_BAD_POSITION, 0, &request_no.commitment.why, NULL);
    return ALIBI_OK;
}

/* What the seats have added, where the record says that they have. */
static int read_entropy(const struct alibi_record *record, struct opening *opening,
                        struct alibi_error *err)
{
    for (int seat = 0; seat < 2; seat++) {
        const char *hex = alibi_record_tag_get(record, opening_tag[seat]);

        if (!hex)
            continue;
        if (!opening_unhex(opening->entropy[seat], hex))
            return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &request_no.entropy_tag.why,
                                ALIBI_WITH(opening_tag[seat]));
        opening->mix[seat] = MIX_GIVEN;
    }
    return ALIBI_OK;
}

/* Every outcome of chance in SESSION; they are counted. */
static int check_outcomes(const struct alibi_session *session, const struct opening *opening,
                          size_t *outcomes, struct alibi_error *err)
{
    for (size_t i = 0; i < alibi_session_length(session); i++) {
        const struct alibi_state *before = alibi_session_after(session, i);
        alibi_move m = alibi_session_move(session, i);
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);

        if (before->to_act != ALIBI_CHANCE)
            continue;
        before->game->print(&text, m);
        if (opening_outcome(opening, *outcomes, before) != m)
            return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &request_no.outcome.why,
                                ALIBI_WITH(alibi_number(*outcomes + 1).text, token));
        ++*outcomes;
    }
    return ALIBI_OK;
}

int commitment_verify(const struct alibi_record *record, size_t *outcomes,
                      struct alibi_error *err)
{
    struct alibi_record *whole = NULL;
    struct alibi_session *session;
    struct opening opening = {.mix = {MIX_NONE, MIX_NONE}};
    int status;

    *outcomes = 0;
    if (alibi_record_viewer(record) != ALIBI_AS_TRUTH) {
        status = alibi_record_complete(&whole, record, err);
        if (status != ALIBI_OK)
            return status;
    }
    status = alibi_session_from_record(&session, whole ? whole : record, err);
    alibi_record_free(whole);
    if (status != ALIBI_OK)
        return status;
    status = check_commitment(record, alibi_session_after(session, 0), &opening, err);
    if (status == ALIBI_OK)
        status = read_entropy(record, &opening, err);
    if (status == ALIBI_OK)
        status = check_outcomes(session, &opening, outcomes, err);
    alibi_session_free(session);
    return status;
}
