// The jobs by gumbo, which has no selectors: links are found by a walk.

#include <string.h>

#include <gumbo.h>

#include "bench.h"

// Without recursion: a stack of the nodes to visit.
static void walk(const char *html, size_t length, struct found *found) {
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, html, length);
    static const GumboNode *stack[1 << 20];
    size_t depth = 0;
    stack[depth++] = output->document;
    while (depth > 0) {
        const GumboNode *node = stack[--depth];
        const GumboVector *children = NULL;
        found->nodes++;
        if (node->type == GUMBO_NODE_DOCUMENT) {
            children = &node->v.document.children;
        } else if (node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE) {
            children = &node->v.element.children;
            found->attributes += node->v.element.attributes.length;
            found->links += node->v.element.tag == GUMBO_TAG_A &&
                            gumbo_get_attribute(&node->v.element.attributes, "href") != NULL;
        }
        for (unsigned at = 0; children != NULL && at < children->length && depth < 1 << 20; at++) {
            stack[depth++] = children->data[at];
        }
    }
    gumbo_destroy_output(&kGumboDefaultOptions, output);
}

void parse(const char *html, size_t length) {
    gumbo_destroy_output(&kGumboDefaultOptions, gumbo_parse_with_options(&kGumboDefaultOptions, html, length));
}

void visit(const char *html, size_t length, struct found *found) {
    walk(html, length, found);
}

void links(const char *html, size_t length, struct found *found) {
    walk(html, length, found);
}
