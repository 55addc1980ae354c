// A fuzz target: sequences of calls that the input chooses, valid or not, over a few documents. Only pointers and lengths are always
// right. After each call the error is there exactly if the status says so.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sapwood.h"

#define MOST_CALLS 64
#define DOCUMENTS 3
#define NODES 64

static const char *const TEXTS[] = {
    "", "<p>Oak", "<table><b>x<tr><td>1", "<svg><a xlink:href=x><title>t", "<template><i>1",
    "<ul class=a><li>1<li class=b>2</ul>", "p", "li.b", ":nth-child(2n+1)", "p >", "*", "//*", "count(//li)", "//@class",
    "//p[", "div", "class", "a b", "html", "inner-html", "xml", "well-formed-xml", "minified", "pretty", "title", "tables",
    "article", "links", "forms", "https://example.com/", "errors", "positions", "source", "scripting", "nodes", "depth", "override",
    "utf-8", "windows-1252", "\xff", "<select><option>1</select><frameset>",
};
#define TEXT_COUNT (sizeof TEXTS / sizeof *TEXTS)

static const uint8_t *input;
static size_t left;

static size_t below(size_t end) {
    if (left == 0) {
        return 0;
    }
    left--;
    return *input++ % end;
}

static const char *text(size_t *length) {
    const char *chosen = TEXTS[below(TEXT_COUNT)];
    *length = strlen(chosen);
    if (*length == 0 && below(2) == 1) {
        chosen = NULL;
        *length = below(2);
    }
    return chosen;
}

static sapwood_document *documents[DOCUMENTS];
static sapwood_node nodes[NODES];
static size_t node_count;
static sapwood_options *options;
static sapwood_selector *selector;
static sapwood_parser *parser;
static sapwood_stream *stream;

static void keep(sapwood_node node) {
    if (node != 0) {
        nodes[node_count++ % NODES] = node;
    }
}

static sapwood_node some_node(void) {
    size_t at = below((node_count < NODES ? node_count : NODES) + 3);
    return at == 0 ? 0 : at == 1 ? UINT64_MAX : at == 2 ? below(9) : nodes[at - 3];
}

static void keep_document(sapwood_status status, sapwood_document *made) {
    if (status == SAPWOOD_STATUS_OK) {
        size_t at = below(DOCUMENTS);
        sapwood_document_free(documents[at]);
        documents[at] = made;
        keep(sapwood_document_root(made));
        keep(sapwood_document_body(made));
        keep(sapwood_node_first_child(made, sapwood_document_body(made)));
    }
}

// Reads every byte of a text, which must be there.
static void touch(sapwood_str read) {
    volatile char last = 0;
    for (size_t at = 0; at < read.length; at++) {
        last = read.data[at];
    }
    (void)last;
}

static void touch_string(sapwood_status status, sapwood_string *string) {
    if (status == SAPWOOD_STATUS_OK) {
        touch((sapwood_str){sapwood_string_data(string), sapwood_string_length(string) + 1});
        sapwood_string_free(string);
    }
}

// Calls the interface from a callback: reads and edits, and frees a document, perhaps that of the call.
static int32_t on_piece(void *user_data, const char *piece, size_t length) {
    touch((sapwood_str){piece, length});
    size_t at = below(DOCUMENTS + 4);
    if (at < DOCUMENTS) {
        sapwood_remove(documents[at], some_node(), NULL);
        if (below(2) == 1) {
            sapwood_document_free(documents[at]);
            documents[at] = NULL;
        }
    }
    (void)user_data;
    return below(8) == 1;
}

static int32_t on_match(void *user_data, const sapwood_document *document, sapwood_node element) {
    sapwood_str name;
    if (sapwood_node_name(document, element, &name)) {
        touch(name);
    }
    sapwood_node copy = 0;
    if (sapwood_import(documents[below(DOCUMENTS)], document, element, &copy, NULL) == SAPWOOD_STATUS_OK) {
        keep(copy);
    }
    (void)user_data;
    return below(8) == 1;
}

static int32_t on_token(void *user_data, const sapwood_token *token) {
    (void)user_data;
    touch(token->name);
    touch(token->data);
    for (size_t at = 0; at < token->attribute_count; at++) {
        touch(token->attributes[at].name);
        touch(token->attributes[at].value);
    }
    return below(16) == 1;
}

static const sapwood_unit *kept_unit;

static int32_t on_unit(void *user_data, const sapwood_unit *unit) {
    sapwood_str name, data;
    size_t length, other_length;
    const char *first = text(&length), *second = text(&other_length);
    if (sapwood_unit_name(unit, &name)) touch(name);
    if (sapwood_unit_text(unit, &data)) touch(data);
    if (sapwood_unit_namespace(unit, &data)) touch(data);
    if (sapwood_unit_public_id(unit, &data) && sapwood_unit_system_id(unit, &name)) touch(data), touch(name);
    if (sapwood_unit_attribute_at(unit, below(3), &name, &data)) touch(name), touch(data);
    kept_unit = unit;
    switch (below(8)) {
    case 0:
        sapwood_unit_set_name(unit, first, length, NULL);
        break;
    case 1:
        sapwood_unit_set_attribute(unit, first, length, second, other_length, NULL);
        break;
    case 2:
        sapwood_unit_remove_attribute(unit, first, length, NULL);
        break;
    case 3:
        sapwood_unit_insert(unit, (int32_t)below(8), first, length, below(2), NULL);
        break;
    case 4:
        sapwood_unit_remove(unit, below(2), NULL);
        break;
    case 5:
        sapwood_unit_on_end(unit, on_unit, NULL, NULL);
        sapwood_unit_set_data(unit, user_data, NULL);
        break;
    case 6:
        sapwood_unit_set_text(unit, first, length, NULL);
        break;
    default:
        break;
    }
    // What was lent stays as it was while the function runs.
    if (sapwood_unit_name(unit, &name)) touch(name);
    return below(16) == 1;
}

static int32_t on_output(void *user_data, const char *piece, size_t length) {
    (void)user_data;
    touch((sapwood_str){piece, length});
    return below(32) == 1;
}

// A whole rewrite, and a use of a unit after it was lent.
static sapwood_status rewrite(sapwood_error **error) {
    sapwood_rewriter *rewriter = NULL;
    sapwood_status status = sapwood_rewriter_new(options, below(2), on_output, NULL, &rewriter, error);
    if (status != SAPWOOD_STATUS_OK) {
        return status;
    }
    kept_unit = NULL;
    sapwood_rewriter_on_element(rewriter, selector, on_unit, &options, NULL);
    sapwood_rewriter_on_text(rewriter, below(2) ? selector : NULL, on_unit, NULL, NULL);
    sapwood_rewriter_on_comment(rewriter, NULL, on_unit, NULL, NULL);
    sapwood_rewriter_on_doctype(rewriter, on_unit, NULL, NULL);
    sapwood_rewriter_on_end(rewriter, on_unit, NULL, NULL);
    for (size_t pieces = below(6); pieces > 0; pieces--) {
        size_t length;
        const char *piece = text(&length);
        sapwood_rewriter_feed(rewriter, piece, length, NULL);
    }
    status = sapwood_rewriter_finish(rewriter, NULL, error);
    if (sapwood_unit_kind(kept_unit) != SAPWOOD_UNIT_TYPE_NONE) {
        abort();
    }
    sapwood_rewriter_free(rewriter);
    return status;
}

static void read_node(const sapwood_document *document, sapwood_node node) {
    sapwood_str read = {0}, other = {0};
    size_t start, end;
    if (sapwood_node_name(document, node, &read)) touch(read);
    if (sapwood_node_prefix(document, node, &read)) touch(read);
    if (sapwood_node_namespace(document, node, &read)) touch(read);
    if (sapwood_node_data(document, node, &read)) touch(read);
    if (sapwood_node_doctype_ids(document, node, &read, &other)) touch(read), touch(other);
    sapwood_attribute attribute;
    for (size_t at = 0; sapwood_node_attribute_at(document, node, at, &attribute); at++) {
        touch(attribute.name), touch(attribute.value), touch(attribute.prefix), touch(attribute.namespace_url);
        sapwood_node_attribute_span(document, node, at, &start, &end);
    }
    sapwood_node_span(document, node, &start, &end);
    keep(sapwood_node_parent(document, node));
    keep(sapwood_node_next_sibling(document, node));
    keep(sapwood_node_last_child(document, node));
    keep(sapwood_node_template_contents(document, node));
    keep(sapwood_node_next(document, node, some_node()));
}

static sapwood_status call(sapwood_error **error) {
    size_t length, other_length;
    const char *first = text(&length), *second = text(&other_length);
    sapwood_document *document = documents[below(DOCUMENTS)], *made = NULL;
    sapwood_node node = some_node(), other = some_node(), created = 0;
    sapwood_string *string = NULL;
    sapwood_status status;
    switch (below(43)) {
    case 0:
        keep_document(status = sapwood_parse(first, length, options, &made, error), made);
        return status;
    case 1:
        keep_document(status = sapwood_parse_bytes(first, length, options, &made, error), made);
        return status;
    case 2:
        keep_document(status = sapwood_parse_fragment(first, length, second, other_length, options, &made, error), made);
        return status;
    case 3:
        keep_document(status = sapwood_parse_xml(first, length, options, &made, error), made);
        return status;
    case 4:
        keep_document(status = sapwood_document_copy(document, &made, error), made);
        return status;
    case 5:
        return sapwood_document_parse(document, first, length, options, error);
    case 6:
        return sapwood_document_compact(document, error);
    case 7:
        status = sapwood_create_element(document, first, length, &created, error);
        break;
    case 8:
        status = sapwood_create_text(document, first, length, &created, error);
        break;
    case 9:
        return sapwood_append(document, node, other, error);
    case 10:
        return sapwood_insert_before(document, node, other, error);
    case 11:
        return sapwood_replace(document, node, other, error);
    case 12:
        return sapwood_wrap(document, node, other, error);
    case 13:
        return sapwood_remove(document, node, error);
    case 14:
        return sapwood_unwrap(document, node, error);
    case 15:
        return sapwood_set_inner_html(document, node, first, length, error);
    case 16:
        return sapwood_set_outer_html(document, node, first, length, error);
    case 17:
        return sapwood_set_attribute(document, node, first, length, second, other_length, error);
    case 18:
        return sapwood_set_text(document, node, first, length, error);
    case 19:
        status = sapwood_import(document, documents[below(DOCUMENTS)], node, &created, error);
        break;
    case 20:
        return sapwood_set_attribute_of_all(document, nodes, node_count < NODES ? node_count : NODES, first, length,
                                            second, other_length, error);
    case 21: {
        sapwood_selector *compiled = NULL;
        status = sapwood_selector_new(first, length, &compiled, error);
        if (status == SAPWOOD_STATUS_OK) {
            sapwood_selector_free(selector);
            selector = compiled;
        }
        return status;
    }
    case 22:
        status = sapwood_select_first(document, node, selector, &created, error);
        break;
    case 23:
        return sapwood_remove_all(document, selector, NULL, error);
    case 24: {
        sapwood_xpath *xpath = NULL;
        sapwood_xpath_value *value = NULL;
        sapwood_variables *variables = NULL;
        sapwood_xpath_item item;
        sapwood_str read;
        sapwood_variables_new(&variables, NULL);
        sapwood_variables_set_string(variables, second, other_length, first, length, NULL);
        if (sapwood_xpath_new(first, length, NULL, &xpath, NULL) != SAPWOOD_STATUS_OK) {
            xpath = NULL;
        }
        status = sapwood_xpath_evaluate(document, node, xpath, variables, 10000, &value, error);
        for (size_t at = 0; sapwood_xpath_value_at(value, at, &item); at++) {
            touch(item.text);
        }
        sapwood_xpath_value_string(value, &read);
        touch(read);
        sapwood_xpath_value_free(value);
        sapwood_xpath_free(xpath);
        sapwood_variables_free(variables);
        return status;
    }
    case 25:
        touch_string(status = sapwood_serialize(document, node, first, length, &string, error), string);
        return status;
    case 26:
        return sapwood_serialize_to(document, node, first, length, on_piece, NULL, error);
    case 27:
        touch_string(status = sapwood_content(document, node, first, length, &string, error), string);
        return status;
    case 28: {
        sapwood_tables *tables = NULL;
        size_t count = 0;
        status = sapwood_tables_new(document, node, &tables, error);
        sapwood_remove_children(document, other, NULL);
        const sapwood_node_row *rows = sapwood_tables_nodes(tables, &count);
        for (size_t at = 0; at < count; at++) {
            touch(rows[at].name), touch(rows[at].data);
        }
        sapwood_tables_free(tables);
        return status;
    }
    case 29:
        if (options == NULL) {
            return sapwood_options_new(&options, error);
        }
        return sapwood_options_set_flag(options, first, length, below(2), error);
    case 30:
        return sapwood_options_set_limit(options, first, length, below(256), error);
    case 31:
        return sapwood_options_set_encoding(options, first, length, second, other_length, error);
    case 32:
        if (parser == NULL) {
            return sapwood_parser_new_bytes(options, &parser, error);
        }
        if (below(4) == 0) {
            keep_document(status = sapwood_parser_finish(parser, &made, error), made);
            sapwood_parser_free(parser);
            parser = NULL;
            return status;
        }
        return sapwood_parser_feed(parser, first, length, error);
    case 33:
        if (stream == NULL) {
            return sapwood_stream_new(options, &stream, error);
        }
        if (below(4) == 0) {
            status = sapwood_stream_finish(stream, NULL, error);
            sapwood_stream_free(stream);
            stream = NULL;
            return status;
        }
        return below(2) == 0 ? sapwood_stream_on(stream, selector, on_match, NULL, error)
                             : sapwood_stream_feed(stream, first, length, error);
    case 35:
        return rewrite(error);
    case 36:
        touch_string(status = sapwood_document_to_source(document, &string, error), string);
        return status;
    case 37:
        status = sapwood_create_fragment(document, &created, error);
        break;
    case 38:
        status = sapwood_create_processing_instruction(document, first, length, second, other_length, &created, error);
        break;
    case 39:
        status = sapwood_create_doctype(document, first, length, second, other_length, "", 0, &created, error);
        break;
    case 40:
        return sapwood_set_attribute_ns(document, node, "http://www.w3.org/1999/xlink", 28, first, length, second,
                                        other_length, error);
    case 41:
        return sapwood_remove_attribute_ns(document, node, "http://www.w3.org/1999/xlink", 28, first, length, NULL, error);
    case 34:
        return sapwood_tokenize(first, length, options, on_token, NULL, error);
    default:
        read_node(document, node);
        *error = NULL;
        return SAPWOOD_STATUS_OK;
    }
    keep(created);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input = data;
    left = size;
    node_count = 0;
    for (int calls = 0; calls < MOST_CALLS && left > 0; calls++) {
        sapwood_error *error = (sapwood_error *)&error;
        sapwood_status status = call(&error);
        if ((status == SAPWOOD_STATUS_OK) != (error == NULL) || status == SAPWOOD_STATUS_PANIC ||
            sapwood_error_status(error) != status) {
            abort();
        }
        sapwood_error_free(error);
    }
    for (size_t at = 0; at < DOCUMENTS; at++) {
        sapwood_document_free(documents[at]);
        documents[at] = NULL;
    }
    sapwood_options_free(options);
    sapwood_selector_free(selector);
    sapwood_parser_free(parser);
    sapwood_stream_free(stream);
    options = NULL;
    selector = NULL;
    parser = NULL;
    stream = NULL;
    return 0;
}
