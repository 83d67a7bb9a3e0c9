/* What an action does to a board, and who is seen. */
#include "board.h"

#include <alibi/kit/bits.h>
#include <string.h>

void board_of(struct board *board, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    memset(board, 0, sizeof *board);
    memcpy(board->tile, g->tile, sizeof board->tile);
    memcpy(board->at, g->at, sizeof board->at);
    board->faces = g->faces;
    board->left = (uint8_t)(5 - s->slot);
    board->suspects = s->suspects;
    board->unseen = (uint16_t)(PKT_EVERYONE & ~s->alibis[ALIBI_DETECTIVE]);
    board->round = s->round;
    board->up = pkt_up(s);
}

/* --- Actions --- */

static alibi_move *list_walks(unsigned kind, alibi_move *out)
{
    *out++ = alibi_pack(kind, 0, 0);
    *out++ = alibi_pack(kind, 0, 1);
    return out;
}

static alibi_move *list_exchanges(alibi_move *out)
{
    for (unsigned a = 0; a < PKT_SLOTS; a++)
        for (unsigned b = a + 1; b < PKT_SLOTS; b++)
            *out++ = alibi_pack(PKT_EXCHANGE, a, b);
    return out;
}

/* P-5.2, P-5.3 */
static alibi_move *list_jokers(const struct board *board, alibi_move *out)
{
    *out++ = alibi_pack(PKT_JOKER, 0, PKT_HOLMES);
    if (board_is_jacks(board))
        *out++ = alibi_pack(PKT_JOKER, 0, PKT_DETECTIVES);
    *out++ = alibi_pack(PKT_JOKER, 0, PKT_TOBY);
    *out++ = alibi_pack(PKT_JOKER, 0, PKT_WATSON);
    return out;
}

/* P-5.4 */
static alibi_move *list_rotations(const struct board *board, alibi_move *out)
{
    for (unsigned i = 0; i < PKT_SLOTS; i++)
        if (!(board->tile[i] & PKT_ROTATED))
            for (unsigned way = 0; way < PKT_WAYS; way++)
                *out++ = alibi_pack(PKT_ROTATE, i, way);
    return out;
}

int board_moves(const struct board *board, alibi_move out[BOARD_MOVES])
{
    unsigned faces = board->faces;
    alibi_move *end = out;

    if (alibi_has(faces, PKT_ALIBI))
        *end++ = alibi_pack(PKT_ALIBI, 0, 0);
    if (alibi_has(faces, PKT_EXCHANGE))
        end = list_exchanges(end);
    if (alibi_has(faces, PKT_WALK_HOLMES))
        end = list_walks(PKT_WALK_HOLMES, end);
    if (alibi_has(faces, PKT_JOKER))
        end = list_jokers(board, end);
    if (faces & PKT_ROTATES)
        end = list_rotations(board, end);
    if (alibi_has(faces, PKT_WALK_TOBY))
        end = list_walks(PKT_WALK_TOBY, end);
    if (alibi_has(faces, PKT_WALK_WATSON))
        end = list_walks(PKT_WALK_WATSON, end);
    return (int)(end - out);
}

static void exchange(struct board *board, unsigned a, unsigned b)
{
    uint8_t tile = board->tile[a];

    board->tile[a] = board->tile[b];
    board->tile[b] = tile;
}

static void rotate(struct board *board, unsigned slot, unsigned way)
{
    static const uint8_t quarters[PKT_WAYS] = {[PKT_CCW] = 3, [PKT_CW] = 1, [PKT_HALF] = 2};
    uint8_t tile = board->tile[slot];
    unsigned wall = pkt_wall(tile);

    if (wall != PKT_OPEN)
        wall = (wall + quarters[way]) & 3;
    board->tile[slot] = pkt_tile(pkt_who(tile), wall) | PKT_ROTATED;
}

static void walk(struct board *board, unsigned who, unsigned posts)
{
    unsigned at = board->at[who] + posts;

    board->at[who] = (uint8_t)(at >= PKT_POSTS ? at - PKT_POSTS : at);
}

/* Uses up the token that shows KIND; the first of two that show "rotate". */
static void use(struct board *board, unsigned kind)
{
    unsigned faces = kind == PKT_ROTATE ? board->faces & PKT_ROTATES : 1U << kind;

    board->faces = (uint8_t)(board->faces & ~(faces & -faces));
}

void board_play(struct board *board, alibi_move m)
{
    unsigned kind = alibi_kind(m), from = alibi_from(m), to = alibi_to(m);

    if (kind == PKT_EXCHANGE)
        exchange(board, from, to);
    else if (kind == PKT_ROTATE)
        rotate(board, from, to);
    else if (kind == PKT_ALIBI)
        board->cards = (uint8_t)(board->cards + board_is_jacks(board));
    else if (kind != PKT_JOKER)
        walk(board, pkt_walker((enum pkt_kind)kind), to + 1);
    else if (to < PKT_DETECTIVES)
        walk(board, to, 1);
    use(board, kind);
    board->left--;
}

/* P-4.1: of the tiles of those who are CLEARED only Lane's looks different on its back. */
static void clear(struct board *board, unsigned cleared)
{
    board->suspects = (uint16_t)(board->suspects & ~cleared);
    if (!alibi_has(cleared, PKT_JL))
        return;
    for (int i = 0; i < PKT_SLOTS; i++)
        if (pkt_who(board->tile[i]) == PKT_JL)
            board->tile[i] =
                (uint8_t)(pkt_tile(PKT_JL, PKT_OPEN) | (board->tile[i] & PKT_ROTATED));
}

void board_draw(struct board *board, unsigned who)
{
    clear(board, board->suspects & 1U << who);
    board->unseen = (uint16_t)(board->unseen & ~(1U << who));
}

void board_turn_over(struct board *board, unsigned left, bool seen)
{
    clear(board, board->suspects & ~left);
    for (int i = 0; i < PKT_SLOTS; i++)
        board->tile[i] &= (uint8_t)~PKT_ROTATED;
    board->tokens = (uint8_t)(board->tokens + !seen);
    board->round++;
    board->left = 4;
    board->faces = board->up = (uint8_t)~board->up;
}

/* --- Sight --- */

/* The slots before each post, from near to far, and the side from which it looks. */
static const uint8_t line[PKT_POSTS][3] = {{0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {2, 1, 0},
                                           {5, 4, 3}, {8, 7, 6}, {8, 5, 2}, {7, 4, 1},
                                           {6, 3, 0}, {6, 7, 8}, {3, 4, 5}, {0, 1, 2}};

/* P-4.2: those whom a detective at POST sees, suspects or not. */
static unsigned seen_from(const struct board *board, unsigned post)
{
    unsigned near = post / 3, far = near ^ 2, seen = 0;

    for (int i = 0; i < 3; i++) {
        uint8_t tile = board->tile[line[post][i]];

        if (pkt_wall(tile) == near)
            break;
        seen |= 1U << pkt_who(tile);
        if (pkt_wall(tile) == far)
            break;
    }
    return seen;
}

unsigned board_visible(const struct board *board)
{
    unsigned seen = 0;

    for (int i = 0; i < PKT_DETECTIVES; i++)
        seen |= seen_from(board, board->at[i]);
    return seen & board->suspects;
}
