/* The library from C++: a session played by its own moves, and an error that is reported. */
#include <alibi/alibi.h>
#include <cstdio>
#include <cstring>
#include <memory>

int main()
{
    if (std::strcmp(alibi_version(), ALIBI_VERSION) != 0)
        return 1;
    for (const alibi_game *const *game = alibi_games(); *game; game++) {
        alibi_state start;
        alibi_setup(&start, *game, nullptr);
        alibi_session *made = nullptr;
        if (alibi_session_new(&made, &start) != ALIBI_OK)
            return 1;
        std::unique_ptr<alibi_session, decltype(&alibi_session_free)> session(
            made, alibi_session_free);
        alibi_move move[ALIBI_MOVES_MAX];
        const alibi_state *state = alibi_session_state(session.get());
        while ((*game)->moves(state, move) > 0)
            if (alibi_session_play(session.get(), move[0]) != ALIBI_OK)
                return 1;
        alibi_error error = {};
        if (alibi_session_do(session.get(), "nonsense", 8, &error) == ALIBI_OK)
            return 1;
        std::printf("%s: %zu tokens; %s\n", (*game)->name,
                    alibi_session_length(session.get()), error.text);
    }
    return 0;
}
