// Scrapes a page on standard input to CSV while it arrives: a line for each element that matches, with its text and an attribute.
//
// usage: scrape SELECTOR ATTRIBUTE < page.html

#include <stdio.h>
#include <string.h>

#include <sapwood.h>

static void write_field(const char *text, size_t length) {
    putchar('"');
    for (size_t at = 0; at < length; at++) {
        if (text[at] == '"') {
            putchar('"');
        }
        putchar(text[at]);
    }
    putchar('"');
}

static int32_t write_row(void *attribute, const sapwood_document *document, sapwood_node element) {
    sapwood_string *text = NULL;
    if (sapwood_inner_text(document, element, &text, NULL) != SAPWOOD_STATUS_OK) {
        return 1;
    }
    write_field(sapwood_string_data(text), sapwood_string_length(text));
    sapwood_string_free(text);
    putchar(',');
    sapwood_str value;
    if (sapwood_node_attribute(document, element, attribute, strlen(attribute), &value)) {
        write_field(value.data, value.length);
    }
    putchar('\n');
    return 0;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: scrape SELECTOR ATTRIBUTE < page.html\n");
        return 2;
    }
    sapwood_selector *selector = NULL;
    sapwood_stream *stream = NULL;
    sapwood_error *error = NULL;
    sapwood_status status = sapwood_selector_new(arguments[1], strlen(arguments[1]), &selector, &error);
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_stream_new(NULL, &stream, NULL);
    }
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_stream_on(stream, selector, write_row, arguments[2], &error);
    }
    char piece[16384];
    size_t length;
    while (status == SAPWOOD_STATUS_OK && (length = fread(piece, 1, sizeof piece, stdin)) > 0) {
        status = sapwood_stream_feed(stream, piece, length, &error);
    }
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_stream_finish(stream, NULL, &error);
    }
    if (status != SAPWOOD_STATUS_OK) {
        sapwood_str message;
        sapwood_error_message(error, &message);
        fprintf(stderr, "scrape: %.*s\n", (int)message.length, message.data);
    }
    sapwood_error_free(error);
    sapwood_stream_free(stream);
    sapwood_selector_free(selector);
    return status != SAPWOOD_STATUS_OK;
}
