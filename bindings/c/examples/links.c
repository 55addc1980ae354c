// Lists the links of a page on standard input, resolved against a URL.
//
// usage: links URL < page.html

#include <stdio.h>
#include <string.h>

#include <sapwood.h>

int main(int count, char **arguments) {
    const char *url = count > 1 ? arguments[1] : "";
    sapwood_parser *parser = NULL;
    if (sapwood_parser_new_bytes(NULL, &parser, NULL) != SAPWOOD_STATUS_OK) {
        return 1;
    }
    char piece[16384];
    size_t length;
    while ((length = fread(piece, 1, sizeof piece, stdin)) > 0) {
        sapwood_parser_feed(parser, piece, length, NULL);
    }
    sapwood_document *document = NULL;
    sapwood_status status = sapwood_parser_finish(parser, &document, NULL);
    sapwood_parser_free(parser);

    sapwood_links *links = NULL;
    sapwood_error *error = NULL;
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_links_new(document, 0, url, strlen(url), &links, &error);
    }
    sapwood_link link;
    for (size_t at = 0; sapwood_links_at(links, at, &link); at++) {
        sapwood_str target = link.url.data != NULL ? link.url : link.value;
        printf("%.*s\t%.*s\n", (int)link.kind.length, link.kind.data, (int)target.length, target.data);
    }
    if (status != SAPWOOD_STATUS_OK) {
        sapwood_str message;
        sapwood_error_message(error, &message);
        fprintf(stderr, "links: %.*s\n", (int)message.length, message.data);
    }
    sapwood_error_free(error);
    sapwood_links_free(links);
    sapwood_document_free(document);
    return status != SAPWOOD_STATUS_OK;
}
