/* Switches of `alibi serve` for tests: whoever can give them knows every card to come. So the
 * program that people run is compiled without ALIBI_TEST_SWITCHES, and has none of this. */
#include "serve.h"

#ifdef ALIBI_TEST_SWITCHES

const bool serve_for_tests = true;

size_t serve_switches(struct cli_option *options, struct serve_switches *s)
{
    options[0] = (struct cli_option){"--test-seed", NULL, &s->seed};
    options[1] = (struct cli_option){"--test-deal", NULL, &s->deal};
    options[2] = (struct cli_option){"--test-later", NULL, &s->later};
    options[3] = (struct cli_option){"--test-still", &s->still, NULL};
    options[4] = (struct cli_option){"--test-gone", NULL, &s->gone};
    return 5;
}

bool serve_take_switches(const struct cli_verb *verb, struct serve_switches *s, bool local,
                         struct server_options *o)
{
    if (s->seed && !cli_number(s->seed, "--test-seed", 0, UINT64_MAX, &s->number))
        return false;
    if (s->later && !cli_number(s->later, "--test-later", 0, UINT32_MAX, &o->later))
        return false;
    if (s->gone && !cli_number(s->gone, "--test-gone", 1, UINT32_MAX, &o->gone))
        return false;
    if ((s->seed || s->deal || s->later || s->still || s->gone) && !local) {
        (void)cli_misuse(verb, "test options need an address of this machine");
        return false;
    }
    o->seed = s->seed ? &s->number : NULL;
    o->script = s->deal;
    o->still = s->still;
    return true;
}

#else

const bool serve_for_tests = false;

size_t serve_switches(struct cli_option *options, struct serve_switches *s)
{
    (void)options;
    (void)s;
    return 0;
}

bool serve_take_switches(const struct cli_verb *verb, struct serve_switches *s, bool local,
                         struct server_options *o)
{
    (void)verb;
    (void)s;
    (void)local;
    (void)o;
    return true;
}

#endif
