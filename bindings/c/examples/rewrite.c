// Rewrites the page on standard input while it streams: links open over HTTPS, images load when they are seen.
//
// usage: rewrite < page.html > new.html

#include <stdio.h>
#include <string.h>

#include <sapwood.h>

static int32_t write_piece(void *user_data, const char *piece, size_t length) {
    (void)user_data;
    return fwrite(piece, 1, length, stdout) != length;
}

static int32_t on_link(void *user_data, const sapwood_unit *link) {
    sapwood_str href;
    char secure[2048];
    (void)user_data;
    if (sapwood_unit_attribute(link, "href", 4, &href) && href.length > 5 && href.length < sizeof secure - 1 &&
        memcmp(href.data, "http:", 5) == 0) {
        int length = snprintf(secure, sizeof secure, "https:%.*s", (int)href.length - 5, href.data + 5);
        sapwood_unit_set_attribute(link, "href", 4, secure, (size_t)length, NULL);
    }
    return 0;
}

static int32_t on_image(void *user_data, const sapwood_unit *image) {
    (void)user_data;
    return sapwood_unit_set_attribute(image, "loading", 7, "lazy", 4, NULL);
}

int main(void) {
    sapwood_selector *links = NULL, *images = NULL;
    sapwood_rewriter *rewriter = NULL;
    sapwood_error *error = NULL;
    sapwood_selector_new("a[href]", 7, &links, NULL);
    sapwood_selector_new("img:not([loading])", 18, &images, NULL);
    sapwood_status status = sapwood_rewriter_new(NULL, false, write_piece, NULL, &rewriter, &error);
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_rewriter_on_element(rewriter, links, on_link, NULL, &error);
    }
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_rewriter_on_element(rewriter, images, on_image, NULL, &error);
    }
    char piece[16384];
    size_t length;
    while (status == SAPWOOD_STATUS_OK && (length = fread(piece, 1, sizeof piece, stdin)) > 0) {
        status = sapwood_rewriter_feed(rewriter, piece, length, &error);
    }
    if (status == SAPWOOD_STATUS_OK) {
        status = sapwood_rewriter_finish(rewriter, NULL, &error);
    }
    if (status != SAPWOOD_STATUS_OK) {
        sapwood_str message;
        sapwood_error_message(error, &message);
        fprintf(stderr, "rewrite: %.*s\n", (int)message.length, message.data);
    }
    sapwood_error_free(error);
    sapwood_rewriter_free(rewriter);
    sapwood_selector_free(links);
    sapwood_selector_free(images);
    return status != SAPWOOD_STATUS_OK;
}
