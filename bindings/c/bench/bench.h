// A job over all pages, timed. Each peer is a program of its own, which defines the three jobs and is run in turn with the others.

#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

/// What a job found: must be the same for all peers that build the same tree.
struct found {
    size_t nodes, attributes, links;
};

/// Parses a page, UTF-8.
void parse(const char *html, size_t length);
/// Parses a page and visits every node and attribute.
void visit(const char *html, size_t length, struct found *found);
/// Parses a page and finds `a[href]`.
void links(const char *html, size_t length, struct found *found);

#endif
