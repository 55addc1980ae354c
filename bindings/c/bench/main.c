// usage: bench JOB FILE…
//
// Runs a job over the files once to warm up, and once for the time. Prints nanoseconds of the processor, and what was found.

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

struct page {
    char *html;
    size_t length;
};

static struct page read_page(const char *path) {
    FILE *file = fopen(path, "rb");
    struct page page = {0};
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    size_t capacity = 1 << 20, count;
    page.html = malloc(capacity);
    while ((count = fread(page.html + page.length, 1, capacity - page.length, file)) > 0) {
        page.length += count;
        if (page.length == capacity) {
            page.html = realloc(page.html, capacity *= 2);
        }
    }
    fclose(file);
    return page;
}

static void run(const char *job, const struct page *page, struct found *found) {
    switch (job[0]) {
    case 'p':
        parse(page->html, page->length);
        break;
    case 'v':
        visit(page->html, page->length, found);
        break;
    default:
        links(page->html, page->length, found);
    }
}

static struct found run_all(const char *job, const struct page *pages, int count) {
    struct found found = {0};
    for (int at = 0; at < count; at++) {
        run(job, &pages[at], &found);
    }
    return found;
}

/// Runs a job over all pages. A function of its own, so that callgrind can count its instructions.
__attribute__((noinline)) static struct found measured(const char *job, const struct page *pages, int count) {
    return run_all(job, pages, count);
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: bench parse|visit|links FILE…\n");
        return 2;
    }
    struct page *pages = calloc((size_t)count, sizeof *pages);
    for (int at = 2; at < count; at++) {
        pages[at] = read_page(arguments[at]);
    }
    run_all(arguments[1], pages + 2, count - 2);
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    struct found found = measured(arguments[1], pages + 2, count - 2);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    long long time = (end.tv_sec - start.tv_sec) * 1000000000LL + (end.tv_nsec - start.tv_nsec);
    printf("%lld %zu %zu %zu\n", time, found.nodes, found.attributes, found.links);
    return 0;
}
