/* A lock with numbers, so that whoever comes first is served first. */
#include "write_turns.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t called = PTHREAD_COND_INITIALIZER;
static unsigned long drawn, served; /* under the lock */

void turn_take(void)
{
    unsigned long own;

    (void)pthread_mutex_lock(&lock);
    own = drawn++;
    while (own != served)
        (void)pthread_cond_wait(&called, &lock);
    (void)pthread_mutex_unlock(&lock);
}

void turn_give(void)
{
    (void)pthread_mutex_lock(&lock);
    served++;
    (void)pthread_cond_broadcast(&called);
    (void)pthread_mutex_unlock(&lock);
}
