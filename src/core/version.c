/* The library's version. */
#include <alibi/version.h>

const char *alibi_version(void)
{
    return ALIBI_VERSION;
}
