/* Which library this is. */
#include <alibi/version.h>

const char *alibi_version(void)
{
    return ALIBI_VERSION;
}
