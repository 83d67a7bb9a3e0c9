/* What a browser adds to an answer of an authenticator, as JSON: for which ceremony, challenge
 * and page it was made. */
#ifndef PEOPLE_CLIENT_DATA_H
#define PEOPLE_CLIENT_DATA_H

#include "passkey.h"

/* TYPE is "webauthn.create" or "webauthn.get". Members that are not known are allowed: browsers
 * add some on purpose. */
enum passkey_flaw client_data_check(const struct passkey_bytes *text, const char *type,
                                    const unsigned char challenge[PASSKEY_CHALLENGE],
                                    const char *origin);

#endif
