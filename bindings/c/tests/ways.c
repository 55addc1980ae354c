// Asks the interface what the harness `ways` asks every other way in: selectors, tasks and expressions over documents, whose answers
// the file on standard input has. A record is a letter, a length in decimal, a line feed and so many bytes: D a document and U
// its text; K a task or E an XPath expression, and V its answer; S a selector, Z one that a stream can't answer; after it N the
// number of elements that a rewriter finds, if it can answer, and T and H for the text and markup of each match in turn. A selector
// is asked after its last record.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sapwood.h"

struct answer {
    char *text, *html;
    size_t text_length, html_length;
};

static struct answer *expected;
static size_t expected_count, expected_capacity;
static char *document_bytes, *css;
static size_t document_length, css_length;
static char *document_text, *task;
static size_t text_length, task_length;
static bool streams, rewrites, is_expression;
static size_t start_tags;

static unsigned long tasks, tasks_answered, asked, answered, streamed, streamed_some, rewritten, rewritten_some, wrong;

static void report(const char *way) {
    if (wrong++ < 5) {
        fprintf(stderr, "%s: %.*s in %.*s\n", way, (int)css_length, css, (int)document_length, document_bytes);
    }
}

static bool is(sapwood_string *string, const char *data, size_t length) {
    bool same = sapwood_string_length(string) == length && memcmp(sapwood_string_data(string), data, length) == 0;
    sapwood_string_free(string);
    return same;
}

static bool is_match(const sapwood_document *document, sapwood_node node, const struct answer *answer) {
    sapwood_string *text = NULL, *html = NULL;
    sapwood_text_content(document, node, &text, NULL);
    sapwood_serialize(document, node, "html", 4, &html, NULL);
    bool text_is = is(text, answer->text, answer->text_length);
    bool html_is = is(html, answer->html, answer->html_length);
    return text_is && html_is;
}

struct stream_state {
    size_t found;
    bool *seen;
    bool wrong;
};

// A stream reports an inner element before the one that contains it, so the answers come in another order.
static int32_t on_match(void *user_data, const sapwood_document *document, sapwood_node element) {
    struct stream_state *state = user_data;
    state->found++;
    for (size_t at = 0; at < expected_count; at++) {
        if (!state->seen[at] && is_match(document, element, &expected[at])) {
            state->seen[at] = true;
            return 0;
        }
    }
    state->wrong = true;
    return 0;
}

static void ask_stream(const sapwood_selector *selector) {
    sapwood_stream *stream = NULL;
    struct stream_state state = {.seen = calloc(expected_count + 1, sizeof(bool))};
    if (sapwood_stream_new(NULL, &stream, NULL) != SAPWOOD_STATUS_OK ||
        sapwood_stream_on(stream, selector, on_match, &state, NULL) != SAPWOOD_STATUS_OK) {
        report("stream");
    }
    for (size_t at = 0, length = 1; at < document_length; at += length, length = length % 97 + 13) {
        size_t rest = document_length - at;
        sapwood_stream_feed(stream, document_bytes + at, length < rest ? length : rest, NULL);
    }
    sapwood_stream_finish(stream, NULL, NULL);
    if (state.wrong || state.found != expected_count) {
        report("stream");
    }
    streamed++;
    streamed_some += expected_count > 0;
    free(state.seen);
    sapwood_stream_free(stream);
}

struct rewrite_state {
    size_t found, written;
    bool differs;
};

static int32_t on_element(void *user_data, const sapwood_unit *unit) {
    struct rewrite_state *state = user_data;
    state->found += sapwood_unit_kind(unit) == SAPWOOD_UNIT_TYPE_ELEMENT;
    return 0;
}

static int32_t on_output(void *user_data, const char *piece, size_t length) {
    struct rewrite_state *state = user_data;
    state->differs = state->differs || length > document_length - state->written ||
                     memcmp(piece, document_bytes + state->written, length) != 0;
    state->written += length;
    return state->differs;
}

// A rewriter that changes nothing writes its input, and finds the elements that have a tag.
static void ask_rewriter(const sapwood_selector *selector) {
    sapwood_rewriter *rewriter = NULL;
    struct rewrite_state state = {0};
    if (sapwood_rewriter_new(NULL, false, on_output, &state, &rewriter, NULL) != SAPWOOD_STATUS_OK ||
        sapwood_rewriter_on_element(rewriter, selector, on_element, &state, NULL) != SAPWOOD_STATUS_OK) {
        report("rewriter");
    }
    for (size_t at = 0, length = 1; at < document_length; at += length, length = length % 89 + 7) {
        size_t rest = document_length - at;
        sapwood_rewriter_feed(rewriter, document_bytes + at, length < rest ? length : rest, NULL);
    }
    if (sapwood_rewriter_finish(rewriter, NULL, NULL) != SAPWOOD_STATUS_OK || state.differs ||
        state.written != document_length || state.found != start_tags) {
        report("rewriter");
    }
    rewritten++;
    rewritten_some += start_tags > 0;
    sapwood_rewriter_free(rewriter);
}

// The answer to a task as one text.
struct text {
    char *data;
    size_t length, capacity;
};

static void append(struct text *text, const char *data, size_t length) {
    if (text->capacity - text->length < length) {
        text->capacity = (text->capacity + length) * 2;
        text->data = realloc(text->data, text->capacity);
    }
    if (length != 0) {
        memcpy(text->data + text->length, data, length);
    }
    text->length += length;
}

static void append_string(struct text *text, sapwood_string *string) {
    append(text, sapwood_string_data(string), sapwood_string_length(string));
    sapwood_string_free(string);
}

static bool is_task(const char *name) {
    return strlen(name) == task_length && memcmp(name, task, task_length) == 0;
}

static void append_links(const sapwood_document *document, struct text *text) {
    sapwood_links *links = NULL;
    sapwood_link link;
    sapwood_links_new(document, 0, "", 0, &links, NULL);
    for (size_t at = 0; sapwood_links_at(links, at, &link); at++) {
        const sapwood_str parts[] = {link.kind, link.attribute, link.value, link.url};
        for (size_t part = 0; part < 4; part++) {
            append(text, "\n", at + part > 0);
            append(text, parts[part].data, parts[part].length);
        }
    }
    sapwood_links_free(links);
}

static void append_sanitized(struct text *text) {
    sapwood_sanitizer *sanitizer = NULL;
    sapwood_string *string = NULL;
    sapwood_sanitizer_preset("default", 7, &sanitizer, NULL);
    if (is_task("sanitize")) {
        sapwood_sanitize(sanitizer, document_text, text_length, NULL, 0, &string, NULL);
    } else {
        sapwood_sanitize_document(sanitizer, document_text, text_length, &string, NULL);
    }
    append_string(text, string);
    sapwood_sanitizer_free(sanitizer);
}

static void append_value(const sapwood_document *document, struct text *text) {
    sapwood_xpath *xpath = NULL;
    sapwood_xpath_value *value = NULL;
    sapwood_xpath_item item;
    sapwood_str string;
    sapwood_xpath_new(task, task_length, NULL, &xpath, NULL);
    sapwood_xpath_evaluate(document, 0, xpath, NULL, 0, &value, NULL);
    if (sapwood_xpath_value_type(value) == SAPWOOD_XPATH_TYPE_NODE_SET) {
        for (size_t at = 0; sapwood_xpath_value_at(value, at, &item); at++) {
            append(text, item.text.data, item.text.length);
        }
    } else {
        sapwood_xpath_value_string(value, &string);
        append(text, string.data, string.length);
    }
    sapwood_xpath_value_free(value);
    sapwood_xpath_free(xpath);
}

static void ask_task(const char *answer, size_t answer_length) {
    sapwood_document *document = NULL;
    sapwood_string *string = NULL;
    struct text found = {0};
    sapwood_parse_bytes(document_bytes, document_length, NULL, &document, NULL);
    if (is_expression) {
        append_value(document, &found);
    } else if (is_task("links")) {
        append_links(document, &found);
    } else if (is_task("sanitize") || is_task("sanitize-document")) {
        append_sanitized(&found);
    } else {
        if (is_task("text")) {
            sapwood_inner_text(document, 0, &string, NULL);
        } else if (is_task("html")) {
            sapwood_serialize(document, 0, "html", 4, &string, NULL);
        } else if (is_task("markdown")) {
            sapwood_markdown(document, 0, "", 0, &string, NULL);
        } else {
            sapwood_content(document, 0, task, task_length, &string, NULL);
        }
        append_string(&found, string);
    }
    if (found.length != answer_length || (answer_length != 0 && memcmp(found.data, answer, answer_length) != 0)) {
        if (wrong++ < 5) {
            fprintf(stderr, "%.*s: %.*s\nin place of %.*s\nof %.*s\n", (int)task_length, task, (int)found.length, found.data,
                    (int)answer_length, answer, (int)document_length, document_bytes);
        }
    }
    tasks++;
    tasks_answered += answer_length > 0;
    free(found.data);
    sapwood_document_free(document);
}

static void ask(void) {
    if (css == NULL) {
        return;
    }
    sapwood_selector *selector = NULL;
    sapwood_document *document = NULL;
    sapwood_node_list *list = NULL;
    sapwood_selector_new(css, css_length, &selector, NULL);
    sapwood_parse_bytes(document_bytes, document_length, NULL, &document, NULL);
    size_t count = 0;
    const sapwood_node *nodes = NULL;
    if (sapwood_select(document, 0, selector, &list, NULL) == SAPWOOD_STATUS_OK) {
        nodes = sapwood_node_list_nodes(list, &count);
    }
    bool same = count == expected_count;
    for (size_t at = 0; same && at < count; at++) {
        same = is_match(document, nodes[at], &expected[at]);
    }
    if (!same) {
        report("select");
    }
    asked++;
    answered += expected_count > 0;
    if (streams) {
        ask_stream(selector);
    }
    if (rewrites) {
        ask_rewriter(selector);
    }
    sapwood_node_list_free(list);
    sapwood_document_free(document);
    sapwood_selector_free(selector);
    for (size_t at = 0; at < expected_count; at++) {
        free(expected[at].text);
        free(expected[at].html);
    }
    expected_count = 0;
    free(css);
    css = NULL;
}

static char *read_bytes(size_t length) {
    char *bytes = malloc(length + 1);
    if (bytes == NULL || fread(bytes, 1, length, stdin) != length) {
        fprintf(stderr, "the input ends early\n");
        exit(2);
    }
    return bytes;
}

int main(void) {
    char kind;
    size_t length;
    while (scanf("%c%zu", &kind, &length) == 2 && getchar() == '\n') {
        char *bytes = read_bytes(length);
        switch (kind) {
        case 'D':
            ask();
            free(document_bytes);
            document_bytes = bytes;
            document_length = length;
            break;
        case 'U':
            free(document_text);
            document_text = bytes;
            text_length = length;
            break;
        case 'K':
        case 'E':
            free(task);
            task = bytes;
            task_length = length;
            is_expression = kind == 'E';
            break;
        case 'V':
            ask_task(bytes, length);
            free(bytes);
            break;
        case 'S':
        case 'Z':
            ask();
            css = bytes;
            css_length = length;
            streams = kind == 'S';
            rewrites = false;
            break;
        case 'N':
            bytes[length] = 0;
            rewrites = true;
            start_tags = strtoul(bytes, NULL, 10);
            free(bytes);
            break;
        case 'T':
            if (expected_count == expected_capacity) {
                expected_capacity = expected_capacity * 2 + 16;
                expected = realloc(expected, expected_capacity * sizeof *expected);
            }
            expected[expected_count] = (struct answer){.text = bytes, .text_length = length};
            break;
        default:
            expected[expected_count].html = bytes;
            expected[expected_count++].html_length = length;
        }
    }
    ask();
    free(document_bytes);
    free(document_text);
    free(task);
    free(expected);
    printf("ways through C: tasks and expressions %lu, %lu of them not empty; select %lu answers, %lu of them not empty; stream %lu, %lu; rewriter %lu, %lu; %lu wrong\n",
           tasks, tasks_answered, asked, answered, streamed, streamed_some, rewritten, rewritten_some, wrong);
    return wrong != 0 || asked == 0 || tasks == 0;
}
