// The jobs by Sapwood, in the memory of the document before.

#include <sapwood.h>

#include "bench.h"

static sapwood_document *document;
static sapwood_selector *selector;

void parse(const char *html, size_t length) {
    if (document == NULL) {
        sapwood_parse("", 0, NULL, &document, NULL);
    }
    sapwood_document_parse(document, html, length, NULL, NULL);
}

void visit(const char *html, size_t length, struct found *found) {
    parse(html, length);
    sapwood_tables *tables = NULL;
    size_t rows, attributes;
    sapwood_tables_new(document, 0, &tables, NULL);
    const sapwood_node_row *row = sapwood_tables_nodes(tables, &rows);
    const sapwood_attribute *attribute = sapwood_tables_attributes(tables, &attributes);
    for (size_t at = 0; at < rows; at++) {
        found->nodes++;
        for (size_t of = 0; of < row[at].attribute_count; of++) {
            found->attributes += attribute[row[at].first_attribute + of].name.length > 0;
        }
    }
    sapwood_tables_free(tables);
}

void links(const char *html, size_t length, struct found *found) {
    parse(html, length);
    if (selector == NULL) {
        sapwood_selector_new("a[href]", 7, &selector, NULL);
    }
    sapwood_node_list *list = NULL;
    size_t count;
    sapwood_str href;
    sapwood_select(document, 0, selector, &list, NULL);
    const sapwood_node *nodes = sapwood_node_list_nodes(list, &count);
    for (size_t at = 0; at < count; at++) {
        found->links += sapwood_node_attribute(document, nodes[at], "href", 4, &href);
    }
    sapwood_node_list_free(list);
}
