/* The process as the system sees it. */
#ifndef SERVER_PROCESS_H
#define SERVER_PROCESS_H

#include "metrics.h"

/* FOLDER is a path: that of the store. */
void process_measure(const void *folder, struct process_figures *out);

#endif
