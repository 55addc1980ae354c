// The jobs by lexbor, in the memory of the document before.

#include <lexbor/css/css.h>
#include <lexbor/html/html.h>
#include <lexbor/selectors/selectors.h>

#include "bench.h"

static lxb_html_document_t *document;

void parse(const char *html, size_t length) {
    if (document == NULL) {
        document = lxb_html_document_create();
    } else {
        lxb_html_document_clean(document);
    }
    lxb_html_document_parse(document, (const lxb_char_t *)html, length);
}

static lexbor_action_t on_node(lxb_dom_node_t *node, void *context) {
    struct found *found = context;
    found->nodes++;
    if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
        lxb_dom_attr_t *attribute = lxb_dom_element_first_attribute(lxb_dom_interface_element(node));
        for (; attribute != NULL; attribute = lxb_dom_element_next_attribute(attribute)) {
            size_t length;
            lxb_dom_attr_local_name(attribute, &length);
            found->attributes += length > 0;
        }
    }
    return LEXBOR_ACTION_OK;
}

void visit(const char *html, size_t length, struct found *found) {
    parse(html, length);
    // The walk leaves out its root.
    found->nodes++;
    lxb_dom_node_simple_walk(lxb_dom_interface_node(document), on_node, found);
}

static lxb_status_t on_link(lxb_dom_node_t *node, lxb_css_selector_specificity_t specificity, void *context) {
    struct found *found = context;
    size_t length;
    (void)specificity;
    found->links +=
        lxb_dom_element_get_attribute(lxb_dom_interface_element(node), (const lxb_char_t *)"href", 4, &length) != NULL;
    return LXB_STATUS_OK;
}

void links(const char *html, size_t length, struct found *found) {
    static lxb_css_parser_t *parser;
    static lxb_selectors_t *selectors;
    static lxb_css_selector_list_t *list;
    parse(html, length);
    if (parser == NULL) {
        parser = lxb_css_parser_create();
        lxb_css_parser_init(parser, NULL);
        selectors = lxb_selectors_create();
        lxb_selectors_init(selectors);
        list = lxb_css_selectors_parse(parser, (const lxb_char_t *)"a[href]", 7);
    }
    lxb_selectors_find(selectors, lxb_dom_interface_node(document), list, on_link, found);
}
