// Runs files of tree construction tests in the format of html5lib-tests through the interface. Prints the number of tests.
//
// usage: suite FILE...

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sapwood.h"

// A text that grows.
struct text {
    char *data;
    size_t length, capacity;
};

static void add(struct text *text, const char *data, size_t length) {
    if (text->length + length + 1 > text->capacity) {
        text->capacity = (text->length + length + 1) * 2;
        text->data = realloc(text->data, text->capacity);
        if (text->data == NULL) {
            abort();
        }
    }
    if (length > 0) {
        memcpy(text->data + text->length, data, length);
    }
    text->length += length;
    text->data[text->length] = 0;
}

static void add_text(struct text *text, const char *data) {
    add(text, data, strlen(data));
}

static void add_str(struct text *text, sapwood_str str) {
    add(text, str.data, str.length);
}

static void indent(struct text *dump, size_t depth) {
    add_text(dump, "| ");
    for (size_t at = 0; at < depth; at++) {
        add_text(dump, "  ");
    }
}

static bool is(sapwood_str text, const char *expected) {
    return text.length == strlen(expected) && memcmp(text.data, expected, text.length) == 0;
}

static void add_namespace(struct text *dump, sapwood_str url) {
    if (is(url, "http://www.w3.org/2000/svg")) {
        add_text(dump, "svg ");
    } else if (is(url, "http://www.w3.org/1998/Math/MathML")) {
        add_text(dump, "math ");
    }
}

static int compare(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

// The attributes, sorted by their names as they are written.
static void dump_attributes(struct text *dump, const sapwood_document *document, sapwood_node node, size_t depth) {
    size_t count = sapwood_node_attribute_count(document, node);
    char **lines = calloc(count + 1, sizeof *lines);
    for (size_t at = 0; at < count; at++) {
        sapwood_attribute attribute;
        struct text line = {0};
        sapwood_node_attribute_at(document, node, at, &attribute);
        if (attribute.prefix.data != NULL) {
            add_str(&line, attribute.prefix);
            add_text(&line, " ");
        }
        add_str(&line, attribute.name);
        add_text(&line, "=\"");
        add_str(&line, attribute.value);
        add_text(&line, "\"");
        lines[at] = line.data;
    }
    qsort(lines, count, sizeof *lines, compare);
    for (size_t at = 0; at < count; at++) {
        indent(dump, depth);
        add_text(dump, lines[at]);
        add_text(dump, "\n");
        free(lines[at]);
    }
    free(lines);
}

static void dump_node(struct text *dump, const sapwood_document *document, sapwood_node node, size_t depth);

static void dump_children(struct text *dump, const sapwood_document *document, sapwood_node node, size_t depth) {
    for (sapwood_node child = sapwood_node_first_child(document, node); child != 0;
         child = sapwood_node_next_sibling(document, child)) {
        dump_node(dump, document, child, depth);
    }
}

static void dump_element(struct text *dump, const sapwood_document *document, sapwood_node node, size_t depth) {
    sapwood_str name, url;
    sapwood_node_name(document, node, &name);
    sapwood_node_namespace(document, node, &url);
    indent(dump, depth);
    add_text(dump, "<");
    add_namespace(dump, url);
    add_str(dump, name);
    add_text(dump, ">\n");
    dump_attributes(dump, document, node, depth + 1);
    sapwood_node contents = sapwood_node_template_contents(document, node);
    if (contents != 0) {
        indent(dump, depth + 1);
        add_text(dump, "content\n");
        dump_children(dump, document, contents, depth + 2);
    }
    dump_children(dump, document, node, depth + 1);
}

static void dump_node(struct text *dump, const sapwood_document *document, sapwood_node node, size_t depth) {
    sapwood_str text, name, public_id, system_id;
    switch (sapwood_node_kind(document, node)) {
    case SAPWOOD_NODE_TYPE_ELEMENT:
        dump_element(dump, document, node, depth);
        break;
    case SAPWOOD_NODE_TYPE_TEXT:
        sapwood_node_data(document, node, &text);
        indent(dump, depth);
        add_text(dump, "\"");
        add_str(dump, text);
        add_text(dump, "\"\n");
        break;
    case SAPWOOD_NODE_TYPE_COMMENT:
        sapwood_node_data(document, node, &text);
        indent(dump, depth);
        add_text(dump, "<!-- ");
        add_str(dump, text);
        add_text(dump, " -->\n");
        break;
    case SAPWOOD_NODE_TYPE_PROCESSING_INSTRUCTION:
        sapwood_node_name(document, node, &name);
        sapwood_node_data(document, node, &text);
        indent(dump, depth);
        add_text(dump, "<?");
        add_str(dump, name);
        add_text(dump, " ");
        add_str(dump, text);
        add_text(dump, "?>\n");
        break;
    case SAPWOOD_NODE_TYPE_DOCTYPE:
        sapwood_node_name(document, node, &name);
        sapwood_node_doctype_ids(document, node, &public_id, &system_id);
        indent(dump, depth);
        add_text(dump, "<!DOCTYPE ");
        add_str(dump, name);
        if (public_id.length > 0 || system_id.length > 0) {
            add_text(dump, " \"");
            add_str(dump, public_id);
            add_text(dump, "\" \"");
            add_str(dump, system_id);
            add_text(dump, "\"");
        }
        add_text(dump, ">\n");
        break;
    default:
        break;
    }
}

// A test: the sections of the file, whose texts end in a line feed.
struct test {
    struct text data, fragment, document;
    int scripting; // -1: on and off
    bool has_fragment;
};

static unsigned run, failed, skipped;

static void run_test(const struct test *test, bool scripting, const char *file) {
    sapwood_options *options = NULL;
    sapwood_document *document = NULL;
    sapwood_options_new(&options, NULL);
    sapwood_options_set_flag(options, "scripting", 9, scripting, NULL);
    sapwood_status status;
    if (test->has_fragment) {
        status = sapwood_parse_fragment(test->data.data, test->data.length, test->fragment.data, test->fragment.length,
                                        options, &document, NULL);
    } else {
        status = sapwood_parse(test->data.data, test->data.length, options, &document, NULL);
    }
    sapwood_options_free(options);
    if (status == SAPWOOD_STATUS_INVALID_UTF8) {
        skipped++;
        return;
    }
    struct text dump = {0};
    add_text(&dump, "");
    dump_children(&dump, document, sapwood_document_root(document), 0);
    sapwood_document_free(document);
    run++;
    if (dump.length != test->document.length || memcmp(dump.data, test->document.data, dump.length) != 0) {
        failed++;
        if (failed <= 5) {
            fprintf(stderr, "%s: %s\nexpected:\n%sgot:\n%s\n", file, test->data.data, test->document.data, dump.data);
        }
    }
    free(dump.data);
}

static void finish(struct test *test, const char *file) {
    if (test->data.data != NULL && test->document.data != NULL) {
        // The line feed at the end of the data is not part of it; between tests stands an empty line.
        if (test->data.length > 0) {
            test->data.data[--test->data.length] = 0;
        }
        if (test->fragment.length > 0) {
            test->fragment.data[--test->fragment.length] = 0;
        }
        while (test->document.length > 1 && test->document.data[test->document.length - 1] == '\n' &&
               test->document.data[test->document.length - 2] == '\n') {
            test->document.data[--test->document.length] = 0;
        }
        if (test->scripting != 1) {
            run_test(test, false, file);
        }
        if (test->scripting != 0) {
            run_test(test, true, file);
        }
    }
    free(test->data.data);
    free(test->fragment.data);
    free(test->document.data);
    memset(test, 0, sizeof *test);
    test->scripting = -1;
}

static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    struct text all = {0};
    char buffer[65536];
    size_t count;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0) {
        add(&all, buffer, count);
    }
    fclose(file);
    struct test test = {.scripting = -1};
    struct text *section = NULL, ignored = {0};
    for (size_t at = 0; at < all.length;) {
        const char *line = all.data + at;
        const char *end = memchr(line, '\n', all.length - at);
        size_t length = end == NULL ? all.length - at : (size_t)(end - line) + 1;
        at += length;
        bool begins = section == &test.document ? length == 6 && memcmp(line, "#data\n", 6) == 0 : true;
        if (length == 6 && memcmp(line, "#data\n", 6) == 0) {
            finish(&test, path);
            section = &test.data;
            add_text(section, "");
        } else if (begins && length == 8 && memcmp(line, "#errors\n", 8) == 0) {
            section = &ignored;
        } else if (begins && length == 12 && memcmp(line, "#new-errors\n", 12) == 0) {
            section = &ignored;
        } else if (begins && length == 19 && memcmp(line, "#document-fragment\n", 19) == 0) {
            section = &test.fragment;
            test.has_fragment = true;
        } else if (begins && length == 12 && memcmp(line, "#script-off\n", 12) == 0) {
            test.scripting = 0;
        } else if (begins && length == 11 && memcmp(line, "#script-on\n", 11) == 0) {
            test.scripting = 1;
        } else if (begins && length == 10 && memcmp(line, "#document\n", 10) == 0) {
            section = &test.document;
            add_text(section, "");
        } else if (section != NULL) {
            add(section, line, length);
        }
    }
    finish(&test, path);
    free(ignored.data);
    free(all.data);
}

int main(int count, char **arguments) {
    for (int at = 1; at < count; at++) {
        run_file(arguments[at]);
    }
    printf("%u tree construction tests through C, %u failed, %u skipped for lone surrogates\n", run, failed, skipped);
    return failed != 0;
}
