// The jobs by libxml2's HTML parser.

#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>

#include "bench.h"

static htmlDocPtr read_page(const char *html, size_t length) {
    int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET;
    return htmlReadMemory(html, (int)length, NULL, "UTF-8", options);
}

void parse(const char *html, size_t length) {
    xmlFreeDoc(read_page(html, length));
}

void visit(const char *html, size_t length, struct found *found) {
    htmlDocPtr document = read_page(html, length);
    xmlNodePtr node = (xmlNodePtr)document;
    while (node != NULL) {
        found->nodes++;
        if (node->type == XML_ELEMENT_NODE) {
            for (xmlAttrPtr attribute = node->properties; attribute != NULL; attribute = attribute->next) {
                found->attributes += attribute->name[0] != 0;
            }
        }
        if (node->children != NULL && node->type != XML_DTD_NODE && node->type != XML_ENTITY_REF_NODE) {
            node = node->children;
            continue;
        }
        while (node != NULL && node->next == NULL) {
            node = node->parent;
        }
        node = node == NULL ? NULL : node->next;
    }
    xmlFreeDoc(document);
}

void links(const char *html, size_t length, struct found *found) {
    htmlDocPtr document = read_page(html, length);
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathObjectPtr object = xmlXPathEvalExpression((const xmlChar *)"//a[@href]", context);
    found->links += object != NULL && object->nodesetval != NULL ? (size_t)object->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(object);
    xmlXPathFreeContext(context);
    xmlFreeDoc(document);
}
