/* Running a screen in the terminal until it is over. */
#include "running.h"

#include "term.h"

bool screen_run(const struct screen *screen, void *who, struct cli_look look,
                void (*close)(void *who))
{
    static struct grid grid;
    int signal;

    (void)fflush(stdout);
    if (!term_open(look))
        return false;
    while (!screen->is_over(who) && !term_signal()) {
        int width, height, wait = screen->tick(who, term_now());
        struct key key;

        term_size(&width, &height);
        screen->draw(who, &grid, width, height);
        term_show(&grid);
        for (key = term_key(wait); key.code != K_NONE; key = term_key(0)) {
            screen->key(who, key, term_now());
            if (key.code == K_RESIZE || screen->is_over(who) || term_signal())
                break;
            /* What a click hits is what was drawn last. */
            term_size(&width, &height);
            screen->draw(who, &grid, width, height);
        }
    }
    term_close();
    signal = term_signal();
    if (signal) {
        close(who);
        term_die(signal);
    }
    return true;
}
