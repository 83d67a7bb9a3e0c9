/* The version of Alibi: the macros give the one a program was compiled with, alibi_version()
 * the one it runs with. The build takes the project's version from here. */
#ifndef ALIBI_VERSION_H
#define ALIBI_VERSION_H

#include <alibi/error.h>

#define ALIBI_VERSION_MAJOR 0
#define ALIBI_VERSION_MINOR 2
#define ALIBI_VERSION_PATCH 0
#define ALIBI_VERSION       "0.2.0"

/* The version of the library in use, such as "0.2.0". */
ALIBI_API const char *alibi_version(void);

#endif
