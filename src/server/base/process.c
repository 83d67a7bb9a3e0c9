/* Figures from /proc; what cannot be read is 0. */
#include "process.h"

#include "spool.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

/* The first line of a file; false if it cannot be read. */
static bool read_line(const char *path, char out[600])
{
    FILE *file = fopen(path, "re");
    bool found = file && fgets(out, 600, file);

    if (file)
        (void)fclose(file);
    return found;
}

static double clock_of(clockid_t id)
{
    struct timespec t = {0, 0};

    (void)clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The process's own file has it in ticks since the machine was started; when that was, the
 * clocks say, because in a sandbox nothing else of /proc is there. */
static double started(void)
{
    char line[600];
    unsigned long long ticks = 0;
    const char *rest;

    if (!read_line("/proc/self/stat", line))
        return 0;
    rest = strrchr(line, ')'); /* the name before it may hold anything */
    for (int field = 2; rest && field < 22; field++)
        rest = strchr(rest + 1, ' ');
    if (!rest || sscanf(rest, "%llu", &ticks) != 1)
        return 0;
    return clock_of(CLOCK_REALTIME) - clock_of(CLOCK_BOOTTIME) +
           (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    uint64_t n = 0;

    while (folder && readdir(folder))
        n++;
    if (folder)
        (void)closedir(folder);
    return n > 3 ? n - 3 : 0; /* two dots, and the folder itself */
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

void process_measure(const void *folder, struct process_figures *out)
{
    unsigned long long pages = 0;
    struct rlimit files;
    struct rusage used;
    struct statvfs place;
    char line[600];

    memset(out, 0, sizeof *out);
    out->started = started();
    if (getrusage(RUSAGE_SELF, &used) == 0)
        out->processor = seconds(used.ru_utime) + seconds(used.ru_stime);
    if (read_line("/proc/self/statm", line) && sscanf(line, "%*s %llu", &pages) == 1)
        out->memory = pages * (uint64_t)sysconf(_SC_PAGESIZE);
    out->files = open_files();
    out->log_lost = spool_lost();
    if (getrlimit(RLIMIT_NOFILE, &files) == 0)
        out->files_max = files.rlim_cur;
    out->has_folder = folder && statvfs(folder, &place) == 0;
    if (out->has_folder)
        out->store_free = (uint64_t)place.f_bavail * place.f_frsize;
}
