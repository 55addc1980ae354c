// Calls every function of the interface, and what callers do by mistake.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow.h"
#include "sapwood.h"

static int failures;

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            failures++;                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
        }                                                                       \
    } while (0)

// A text and its length.
#define T(text) (text), strlen(text)

static bool is(sapwood_str text, const char *expected) {
    return text.data != NULL && text.length == strlen(expected) &&
           memcmp(text.data, expected, text.length) == 0;
}

// Whether an owned string is this text; frees it.
static bool owns(sapwood_string *string, const char *expected) {
    const char *data = sapwood_string_data(string);
    bool same = data != NULL && sapwood_string_length(string) == strlen(expected) &&
                strcmp(data, expected) == 0;
    if (!same) {
        fprintf(stderr, "got: %s\n", data == NULL ? "(null)" : data);
    }
    sapwood_string_free(string);
    return same;
}

static sapwood_document *parse(const char *html) {
    sapwood_document *document = NULL;
    CHECK(sapwood_parse(T(html), NULL, &document, NULL) == SAPWOOD_STATUS_OK);
    return document;
}

static sapwood_selector *selector(const char *css) {
    sapwood_selector *compiled = NULL;
    CHECK(sapwood_selector_new(T(css), &compiled, NULL) == SAPWOOD_STATUS_OK);
    return compiled;
}

static sapwood_node first(const sapwood_document *document, const char *css) {
    sapwood_selector *compiled = selector(css);
    sapwood_node node = 0;
    CHECK(sapwood_select_first(document, 0, compiled, &node, NULL) == SAPWOOD_STATUS_OK);
    sapwood_selector_free(compiled);
    return node;
}

static bool writes(const sapwood_document *document, sapwood_node node, const char *format,
                   const char *expected) {
    sapwood_string *string = NULL;
    CHECK(sapwood_serialize(document, node, T(format), &string, NULL) == SAPWOOD_STATUS_OK);
    return owns(string, expected);
}

static void versions(void) {
    sapwood_str version;
    sapwood_version(&version);
    CHECK(version.length > 0);
    CHECK(sapwood_abi_version() == SAPWOOD_ABI_VERSION);
    CHECK(sapwood_has_feature(T("xpath")));
    CHECK(!sapwood_has_feature(T("teleport")));
    sapwood_str name;
    sapwood_status_name(SAPWOOD_STATUS_BUSY, &name);
    CHECK(is(name, "busy"));
    sapwood_status_name(-1, &name);
    CHECK(is(name, ""));
}

static void errors(void) {
    sapwood_selector *compiled = NULL;
    sapwood_error *error = NULL;
    CHECK(sapwood_selector_new(T("p >"), &compiled, &error) == SAPWOOD_STATUS_INVALID_SELECTOR);
    CHECK(compiled == NULL);
    CHECK(sapwood_error_status(error) == SAPWOOD_STATUS_INVALID_SELECTOR);
    sapwood_str message;
    sapwood_error_message(error, &message);
    CHECK(message.length > 0);
    size_t start = 0, end = 0;
    CHECK(sapwood_error_span(error, &start, &end));
    CHECK(start == 3);
    sapwood_error_free(error);
    // A success writes that no error happened.
    CHECK(sapwood_selector_new(T("p"), &compiled, &error) == SAPWOOD_STATUS_OK);
    CHECK(error == NULL);
    sapwood_selector_free(compiled);
    CHECK(sapwood_error_status(NULL) == SAPWOOD_STATUS_OK);
    sapwood_error_message(NULL, &message);
    CHECK(is(message, ""));
    CHECK(!sapwood_error_span(NULL, NULL, NULL));
    sapwood_error_free(NULL);
}

static void mistakes(void) {
    sapwood_document *document = NULL;
    CHECK(sapwood_parse(NULL, 5, NULL, &document, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_parse(T("x"), NULL, NULL, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_parse("\xff", 1, NULL, &document, NULL) == SAPWOOD_STATUS_INVALID_UTF8);
    CHECK(sapwood_parse("x", (size_t)-1, NULL, &document, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(document == NULL);
    CHECK(sapwood_parse(NULL, 0, NULL, &document, NULL) == SAPWOOD_STATUS_OK);
    sapwood_document_free(document);

    CHECK(sapwood_document_root(NULL) == 0);
    CHECK(sapwood_node_kind(NULL, 1) == SAPWOOD_NODE_TYPE_NONE);
    CHECK(sapwood_select(NULL, 0, NULL, NULL, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_append(NULL, 1, 2, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_parser_feed(NULL, T("x"), NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_stream_feed(NULL, T("x"), NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_tokenize(T("x"), NULL, NULL, NULL, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_str text;
    CHECK(!sapwood_node_name(NULL, 0, &text));
    CHECK(text.data == NULL);

    // Nodes of other documents, and numbers that are made up.
    sapwood_document *one = parse("<p>One");
    sapwood_document *two = parse("<p>Two");
    sapwood_node p = first(one, "p");
    CHECK(sapwood_node_kind(two, p) == SAPWOOD_NODE_TYPE_NONE);
    CHECK(sapwood_remove(two, p, NULL) == SAPWOOD_STATUS_STALE_NODE);
    CHECK(sapwood_node_kind(one, p + 1000000) == SAPWOOD_NODE_TYPE_NONE);
    CHECK(sapwood_node_first_child(one, UINT64_MAX) == 0);
    CHECK(sapwood_remove(one, 0, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_append(one, p, p, NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_document_compact(one, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_node_kind(one, p) == SAPWOOD_NODE_TYPE_NONE);
    sapwood_document_free(one);
    sapwood_document_free(two);

    sapwood_document_free(NULL);
    sapwood_options_free(NULL);
    sapwood_parser_free(NULL);
    sapwood_selector_free(NULL);
    sapwood_node_list_free(NULL);
    sapwood_string_free(NULL);
    CHECK(sapwood_string_data(NULL) == NULL);
    CHECK(sapwood_string_length(NULL) == 0);
    size_t count = 7;
    CHECK(sapwood_node_list_nodes(NULL, &count) != NULL || count == 0);
    CHECK(count == 0);
}

static void documents(void) {
    sapwood_options *options = NULL;
    CHECK(sapwood_options_new(&options, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_flag(options, T("errors"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_flag(options, T("positions"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_flag(options, T("offset-map"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_flag(options, T("x"), true, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_options_set_encoding(options, T("transport"), T("windows-1252"), NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_encoding(options, T("x"), T("utf-8"), NULL) ==
          SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_options_set_encoding(options, T("default"), T("x"), NULL) ==
          SAPWOOD_STATUS_INVALID_ARGUMENT);

    const char *html = "\xe9\xe9<p a=1 a=2>Oak</p>";
    sapwood_document *document = NULL;
    CHECK(sapwood_parse_bytes(T(html), options, &document, NULL) == SAPWOOD_STATUS_OK);
    sapwood_str text;
    CHECK(sapwood_document_encoding(document, &text) && is(text, "windows-1252"));
    CHECK(!sapwood_document_is_malformed(document));
    CHECK(!sapwood_document_limit(document, &text));
    CHECK(sapwood_document_mode(document) == SAPWOOD_MODE_QUIRKS);
    CHECK(sapwood_document_node_count(document) > 4);
    size_t whole = sapwood_document_heap_bytes(document);
    CHECK(sapwood_document_shrink_to_fit(document, NULL) == SAPWOOD_STATUS_OK);
    size_t shrunk = sapwood_document_heap_bytes(document);
    CHECK(sapwood_document_trim(document, NULL) == SAPWOOD_STATUS_OK);
    size_t trimmed = sapwood_document_heap_bytes(document);
    CHECK(0 < trimmed && trimmed <= shrunk && shrunk <= whole);
    CHECK(sapwood_document_error_count(document) == 2);
    sapwood_syntax_error error;
    CHECK(sapwood_document_error_at(document, 1, &error));
    CHECK(is(error.code, "duplicate-attribute"));
    CHECK(!sapwood_document_error_at(document, 2, &error));
    // Two characters of two bytes each in the text, of one byte in the input.
    size_t start = 0, end = 0;
    sapwood_node p = first(document, "p");
    CHECK(sapwood_node_span(document, p, &start, &end));
    CHECK(start == 4 && sapwood_document_byte_offset(document, start) == 2);
    CHECK(sapwood_node_end_tag_span(document, p, &start, &end) && end - start == 4);
    CHECK(sapwood_node_attribute_span(document, p, 0, &start, &end) && end - start == 3);
    CHECK(!sapwood_node_attribute_span(document, p, 1, &start, &end));

    sapwood_document *copy = NULL;
    CHECK(sapwood_document_copy(document, &copy, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_node_kind(copy, p) == SAPWOOD_NODE_TYPE_ELEMENT);
    sapwood_document_free(document);
    sapwood_document_free(copy);

    // Limits end a parse with the tree so far.
    CHECK(sapwood_options_limit_for_pages(options, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_limit(options, T("depth"), 3, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_limit(options, T("x"), 3, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_parse(T("<div><div><div>"), options, &document, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_document_limit(document, &text) && is(text, "depth"));

    // The memory of a document is used again.
    p = first(document, "div");
    CHECK(sapwood_document_parse(document, T("<p>New"), NULL, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_node_kind(document, p) == SAPWOOD_NODE_TYPE_NONE);
    CHECK(writes(document, 0, "inner-html", "<html><head></head><body><p>New</p></body></html>"));
    CHECK(sapwood_document_parse_bytes(document, T("\xef\xbb\xbf<i>"), NULL, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_document_encoding(document, &text) && is(text, "UTF-8"));
    sapwood_document_free(document);
    sapwood_options_free(options);

    CHECK(sapwood_parse_fragment(T("<td>1<td>2"), T("tr"), NULL, &document, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, 0, "html", "<td>1</td><td>2</td>"));
    CHECK(sapwood_node_kind(document, sapwood_document_root(document)) == SAPWOOD_NODE_TYPE_FRAGMENT);
    sapwood_document_free(document);
    CHECK(sapwood_parse_fragment(T("x"), T("a b c"), NULL, &document, NULL) ==
          SAPWOOD_STATUS_INVALID_ARGUMENT);

    CHECK(sapwood_parse_xml(T("<a xmlns:x='u'><x:b/></a>"), NULL, &document, NULL) == SAPWOOD_STATUS_OK);
    sapwood_node b = sapwood_node_first_child(document, sapwood_document_element(document));
    CHECK(sapwood_node_prefix(document, b, &text) && is(text, "x"));
    CHECK(sapwood_node_namespace(document, b, &text) && is(text, "u"));
    CHECK(writes(document, 0, "xml", "<a xmlns:x=\"u\"><x:b/></a>"));
    CHECK(writes(document, 0, "well-formed-xml", "<a xmlns:x=\"u\"><x:b/></a>"));
    sapwood_document_free(document);
}

static void pieces(void) {
    sapwood_parser *parser = NULL;
    sapwood_document *document = NULL;
    sapwood_str text;
    CHECK(sapwood_parser_new(NULL, &parser, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_feed(parser, T("<p>On"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_feed(parser, "\xff", 1, NULL) == SAPWOOD_STATUS_INVALID_UTF8);
    CHECK(sapwood_parser_feed(parser, T("e</"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(!sapwood_parser_limit(parser, &text));
    CHECK(sapwood_parser_finish(parser, &document, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_finish(parser, &document, NULL) == SAPWOOD_STATUS_FINISHED);
    CHECK(sapwood_parser_feed(parser, T("x"), NULL) == SAPWOOD_STATUS_FINISHED);
    CHECK(writes(document, first(document, "p"), "html", "<p>One&lt;/</p>"));
    sapwood_document_free(document);
    sapwood_parser_free(parser);

    CHECK(sapwood_parser_new_bytes(NULL, &parser, NULL) == SAPWOOD_STATUS_OK);
    const char *bytes = "<meta charset=utf-8>\xc3\xa9";
    for (size_t at = 0; at < strlen(bytes); at++) {
        CHECK(sapwood_parser_feed(parser, bytes + at, 1, NULL) == SAPWOOD_STATUS_OK);
    }
    CHECK(sapwood_parser_finish(parser, &document, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, sapwood_document_body(document), "inner-html", "\xc3\xa9"));
    sapwood_document_free(document);
    sapwood_parser_free(parser);

    CHECK(sapwood_parser_new_fragment(T("ul"), NULL, &parser, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_feed(parser, T("<li>1<li>2"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_finish(parser, &document, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, 0, "html", "<li>1</li><li>2</li>"));
    sapwood_document_free(document);
    sapwood_parser_free(parser);

    CHECK(sapwood_parser_new_xml(NULL, &parser, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_feed(parser, T("<a/>"), NULL) == SAPWOOD_STATUS_OK);
    // Freed without being finished.
    sapwood_parser_free(parser);
}

static void walks(void) {
    sapwood_document *document =
        parse("<!doctype html PUBLIC 'a' 'b'><!--c--><?pi data?><p id=x class='a b'>Oak<b>!</b></p>"
              "<template><i>t</i></template><svg xlink:href='#y'></svg>");
    sapwood_str text, other;
    sapwood_node root = sapwood_document_root(document);
    CHECK(sapwood_node_kind(document, root) == SAPWOOD_NODE_TYPE_DOCUMENT);
    sapwood_node doctype = sapwood_document_doctype(document);
    CHECK(doctype == sapwood_node_first_child(document, root));
    CHECK(sapwood_node_name(document, doctype, &text) && is(text, "html"));
    CHECK(sapwood_node_doctype_ids(document, doctype, &text, &other));
    CHECK(is(text, "a") && is(other, "b"));
    CHECK(!sapwood_node_doctype_ids(document, root, &text, &other));
    sapwood_node comment = sapwood_node_next_sibling(document, doctype);
    CHECK(sapwood_node_kind(document, comment) == SAPWOOD_NODE_TYPE_COMMENT);
    CHECK(sapwood_node_data(document, comment, &text) && is(text, "c"));
    CHECK(sapwood_node_previous_sibling(document, comment) == doctype);

    sapwood_node html = sapwood_document_element(document);
    CHECK(sapwood_node_parent(document, sapwood_document_head(document)) == html);
    CHECK(sapwood_node_last_child(document, html) == sapwood_document_body(document));
    sapwood_node p = sapwood_document_element_by_id(document, T("x"));
    CHECK(sapwood_node_name(document, p, &text) && is(text, "p"));
    CHECK(!sapwood_node_prefix(document, p, &text));
    CHECK(sapwood_node_namespace(document, p, &text) && is(text, "http://www.w3.org/1999/xhtml"));
    CHECK(sapwood_node_attribute_count(document, p) == 2);
    CHECK(sapwood_node_attribute(document, p, T("CLASS"), &text) && is(text, "a b"));
    CHECK(!sapwood_node_attribute(document, p, T("title"), &text));
    sapwood_attribute attribute;
    CHECK(sapwood_node_attribute_at(document, p, 0, &attribute));
    CHECK(is(attribute.name, "id") && is(attribute.value, "x"));
    CHECK(attribute.prefix.data == NULL && attribute.namespace_url.data == NULL);
    CHECK(!sapwood_node_attribute_at(document, p, 2, &attribute));
    CHECK(sapwood_node_attribute_at(document, first(document, "svg"), 0, &attribute));
    CHECK(is(attribute.name, "href") && is(attribute.prefix, "xlink"));
    CHECK(is(attribute.namespace_url, "http://www.w3.org/1999/xlink"));
    CHECK(!sapwood_node_span(document, p, NULL, NULL));

    sapwood_node template_ = first(document, "template");
    sapwood_node contents = sapwood_node_template_contents(document, template_);
    CHECK(sapwood_node_kind(document, contents) == SAPWOOD_NODE_TYPE_FRAGMENT);
    CHECK(sapwood_node_host(document, contents) == template_);
    CHECK(sapwood_node_shadow_root(document, p) == 0);

    size_t count = 0;
    for (sapwood_node node = root; node != 0; node = sapwood_node_next(document, node, root)) {
        count++;
    }
    sapwood_tables *tables = NULL;
    CHECK(sapwood_tables_new(document, 0, &tables, NULL) == SAPWOOD_STATUS_OK);
    size_t rows = 0, attributes = 0;
    const sapwood_node_row *row = sapwood_tables_nodes(tables, &rows);
    const sapwood_attribute *all = sapwood_tables_attributes(tables, &attributes);
    CHECK(rows == count && attributes == 3);
    CHECK(row[0].end == rows && row[0].parent == UINT32_MAX);
    for (size_t at = 1; at < rows; at++) {
        CHECK(row[at].parent < at && row[at].end > at && row[at].end <= row[row[at].parent].end);
        CHECK(sapwood_node_parent(document, row[at].node) == row[row[at].parent].node);
        CHECK(sapwood_node_kind(document, row[at].node) == row[at].kind);
    }
    // The tables show the document as it was.
    CHECK(sapwood_set_attribute(document, p, T("id"), T("z"), NULL) == SAPWOOD_STATUS_OK);
    sapwood_document_free(document);
    CHECK(is(all[0].name, "id") && is(all[0].value, "x"));
    sapwood_tables_free(tables);
    sapwood_tables_free(NULL);
}

static void selectors(void) {
    sapwood_document *document = parse("<ul><li class=a>1<li>2<li class=a>3</ul>");
    sapwood_selector *a = selector("li.a");
    sapwood_node_list *list = NULL;
    CHECK(sapwood_select(document, 0, a, &list, NULL) == SAPWOOD_STATUS_OK);
    size_t count = 0;
    const sapwood_node *nodes = sapwood_node_list_nodes(list, &count);
    CHECK(count == 2);
    bool matches = false;
    CHECK(sapwood_matches(document, nodes[1], a, &matches, NULL) == SAPWOOD_STATUS_OK && matches);
    CHECK(sapwood_set_attribute_of_all(document, nodes, count, T("title"), T("t"), NULL) ==
          SAPWOOD_STATUS_OK);
    sapwood_selector *ul = selector("ul");
    sapwood_node found = 0;
    CHECK(sapwood_closest(document, nodes[1], ul, &found, NULL) == SAPWOOD_STATUS_OK);
    CHECK(found == first(document, "ul"));
    sapwood_node_list_free(list);
    CHECK(first(document, "table") == 0);

    count = 0;
    CHECK(sapwood_remove_all(document, a, &count, NULL) == SAPWOOD_STATUS_OK && count == 2);
    CHECK(sapwood_unwrap_all(document, ul, &count, NULL) == SAPWOOD_STATUS_OK && count == 1);
    CHECK(writes(document, sapwood_document_body(document), "inner-html", "<li>2</li>"));
    sapwood_selector_free(a);
    sapwood_selector_free(ul);
    sapwood_document_free(document);
}

static void xpaths(void) {
    sapwood_document *document = parse("<p id=a>1</p><p id=b>2</p>");
    sapwood_xpath *xpath = NULL;
    sapwood_xpath_value *found = NULL;
    CHECK(sapwood_xpath_new(T("//p/@id"), NULL, &xpath, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_xpath_evaluate(document, 0, xpath, NULL, 0, &found, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_xpath_value_type(found) == SAPWOOD_XPATH_TYPE_NODE_SET);
    CHECK(sapwood_xpath_value_count(found) == 2);
    sapwood_xpath_item item;
    CHECK(sapwood_xpath_value_at(found, 1, &item));
    CHECK(item.attribute == 0 && is(item.text, "b"));
    CHECK(!sapwood_xpath_value_at(found, 2, &item));
    sapwood_str text;
    sapwood_xpath_value_string(found, &text);
    CHECK(is(text, "a"));
    CHECK(isnan(sapwood_xpath_value_number(found)));
    CHECK(sapwood_xpath_value_boolean(found));
    sapwood_xpath_value_free(found);
    CHECK(sapwood_xpath_evaluate(document, 0, xpath, NULL, 1, &found, NULL) == SAPWOOD_STATUS_XPATH_FAILED);
    sapwood_xpath_free(xpath);

    sapwood_namespaces *namespaces = NULL;
    CHECK(sapwood_namespaces_new(&namespaces, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_namespaces_declare(namespaces, T("h"), T("http://www.w3.org/1999/xhtml"), NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(sapwood_xpath_new(T("sum(//h:p)"), namespaces, &xpath, NULL) == SAPWOOD_STATUS_OK);
    sapwood_namespaces_free(namespaces);
    sapwood_string *string = NULL;
    CHECK(sapwood_xpath_string(document, 0, xpath, &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "3"));
    sapwood_xpath_free(xpath);

    sapwood_variables *variables = NULL;
    CHECK(sapwood_variables_new(NULL, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_variables_new(&variables, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_xpath_new(T("concat($s, $n * 2, not($b))"), NULL, &xpath, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_xpath_evaluate(document, 0, xpath, variables, 0, &found, NULL) == SAPWOOD_STATUS_XPATH_FAILED);
    CHECK(sapwood_variables_set_string(variables, T("s"), T("other"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_variables_set_string(variables, T("s"), T("<\xc3\xa9>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_variables_set_string(variables, T("s"), T("\xff"), NULL) == SAPWOOD_STATUS_INVALID_UTF8);
    CHECK(sapwood_variables_set_number(variables, T("n"), 1.25, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_variables_set_boolean(variables, T("b"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_variables_set_boolean(NULL, T("b"), true, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_xpath_evaluate(document, 0, xpath, variables, 0, &found, NULL) == SAPWOOD_STATUS_OK);
    sapwood_xpath_value_string(found, &text);
    CHECK(is(text, "<\xc3\xa9>2.5false"));
    sapwood_xpath_value_free(found);
    sapwood_xpath_free(xpath);
    sapwood_variables_free(variables);
    sapwood_variables_free(NULL);

    CHECK(sapwood_xpath_new(T("//p["), NULL, &xpath, NULL) == SAPWOOD_STATUS_INVALID_XPATH);
    CHECK(sapwood_xpath_value_type(NULL) == SAPWOOD_XPATH_TYPE_NONE);
    sapwood_document_free(document);
}

static void contents(void) {
    sapwood_document *document =
        parse("<title>T</title><h1>Oak  tree</h1><p>A <a href=/x>link</a></p><table><tr><td>1</table>");
    sapwood_string *string = NULL;
    sapwood_node p = first(document, "p");
    CHECK(sapwood_inner_text(document, first(document, "h1"), &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "Oak tree"));
    CHECK(sapwood_text_content(document, p, &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "A link"));
    CHECK(sapwood_markdown(document, p, T("https://example.com/"), &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "A [link](https://example.com/x)\n"));
    CHECK(sapwood_markdown(document, p, T("x"), &string, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);

    sapwood_links *links = NULL;
    CHECK(sapwood_links_new(document, 0, T("https://example.com/"), &links, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_links_count(links) == 1);
    sapwood_link link;
    CHECK(sapwood_links_at(links, 0, &link));
    CHECK(is(link.attribute, "href") && is(link.value, "/x") && is(link.url, "https://example.com/x"));
    CHECK(!sapwood_links_at(links, 1, &link));
    sapwood_links_free(links);

    CHECK(sapwood_content(document, 0, T("title"), &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "T"));
    const char *kinds[] = {"article", "article-html", "article-markdown", "article-text", "forms",
                           "json-ld", "links",        "meta",             "microdata",    "tables"};
    for (size_t at = 0; at < sizeof kinds / sizeof *kinds; at++) {
        CHECK(sapwood_content(document, 0, T(kinds[at]), &string, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_string_length(string) > 0);
        sapwood_string_free(string);
    }
    CHECK(sapwood_content(document, 0, T("x"), &string, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_document_free(document);
}

static void sanitizers(void) {
    sapwood_sanitizer *sanitizer = NULL;
    sapwood_string *string = NULL;
    CHECK(sapwood_sanitizer_preset(T("ammonia"), &sanitizer, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_sanitize(sanitizer, T("<b onclick=x()>Oak</b><script>x()</script>"), NULL, 0, &string,
                           NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "<b>Oak</b>"));
    CHECK(sapwood_sanitize_document(sanitizer, T("<p onclick=x()>Oak"), &string, NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(strstr(sapwood_string_data(string), "onclick") == NULL);
    sapwood_string_free(string);
    sapwood_document *document = parse("<p onclick=x()>Oak");
    CHECK(sapwood_sanitize_node(sanitizer, document, 0, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, first(document, "p"), "html", "<p>Oak</p>"));
    sapwood_document_free(document);
    sapwood_sanitizer_free(sanitizer);
    CHECK(sapwood_sanitizer_preset(T("x"), &sanitizer, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_sanitizer_from_json(T("{\"elements\":[\"i\"]}"), &sanitizer, NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(sapwood_sanitize(sanitizer, T("<i>a</i><b>b</b>"), T("div"), &string, NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(owns(string, "<i>a</i>"));
    sapwood_sanitizer_free(sanitizer);
    CHECK(sapwood_sanitizer_from_json(T("{"), &sanitizer, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
}

struct output {
    char text[4096];
    size_t length;
    sapwood_document *document;
    int calls;
};

static int32_t collect(void *user_data, const char *piece, size_t length) {
    struct output *output = user_data;
    if (output->length + length < sizeof output->text) {
        memcpy(output->text + output->length, piece, length);
        output->length += length;
    }
    return 0;
}

static int32_t stop(void *user_data, const char *piece, size_t length) {
    (void)user_data, (void)piece, (void)length;
    return 1;
}

// Edits, parses and frees inside of a call.
static int32_t misbehave(void *user_data, const char *piece, size_t length) {
    struct output *output = user_data;
    (void)piece, (void)length;
    if (output->calls++ == 0) {
        sapwood_node body = sapwood_document_body(output->document);
        CHECK(body != 0);
        CHECK(sapwood_remove(output->document, body, NULL) == SAPWOOD_STATUS_BUSY);
        CHECK(sapwood_document_parse(output->document, T("x"), NULL, NULL) == SAPWOOD_STATUS_BUSY);
        sapwood_document_free(parse("<p>another"));
        sapwood_document_free(output->document);
    }
    return 0;
}

static void serializers(void) {
    sapwood_document *document = parse("<p>1 &lt; 2<p>3");
    sapwood_node p = first(document, "p");
    CHECK(writes(document, p, "html", "<p>1 &lt; 2</p>"));
    CHECK(writes(document, p, "inner-html", "1 &lt; 2"));
    CHECK(writes(document, sapwood_document_body(document), "minified", "<body><p>1 &lt; 2<p>3</body>"));
    sapwood_string *string = NULL;
    CHECK(sapwood_serialize(document, 0, T("pretty"), &string, NULL) == SAPWOOD_STATUS_OK);
    sapwood_string_free(string);
    CHECK(sapwood_serialize(document, 0, T("x"), &string, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_serialize(document, 0, T(" "), &string, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_serialize(document, 0, T("xml scripting"), &string, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_serialize(document, p, T("well-formed-xml"), &string, NULL) ==
          SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_document_free(document);

    sapwood_options *options = NULL;
    CHECK(sapwood_options_new(&options, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_flag(options, T("declarative-shadow-roots"), true, NULL) == SAPWOOD_STATUS_OK);
    const char *html = "<div><template shadowrootmode=open shadowrootserializable>s</template>"
                       "<input type=text>  <!--c--></div>";
    CHECK(sapwood_parse(T(html), options, &document, NULL) == SAPWOOD_STATUS_OK);
    sapwood_options_free(options);
    sapwood_node div = first(document, "div");
    CHECK(writes(document, div, "html", "<div><input type=\"text\">  <!--c--></div>"));
    CHECK(writes(document, div, "inner-html shadow-roots scripting",
                 "<template shadowrootmode=\"open\" shadowrootserializable=\"\">s</template>"
                 "<input type=\"text\">  <!--c-->"));
    CHECK(writes(document, div, "minified  drop-comments drop-redundant-attributes collapse-whitespace",
                 "<div><input> </div>"));
    sapwood_document_free(document);

    document = parse("<p a\x01=1>");
    CHECK(sapwood_serialize(document, 0, T("well-formed-xml"), &string, NULL) ==
          SAPWOOD_STATUS_NOT_REPRESENTABLE);
    struct output output = {.document = document};
    CHECK(sapwood_serialize_to(document, 0, T("html"), collect, &output, NULL) == SAPWOOD_STATUS_OK);
    CHECK(output.length > 10);
    CHECK(sapwood_serialize_to(document, 0, T("html"), stop, NULL, NULL) == SAPWOOD_STATUS_STOPPED);
    CHECK(sapwood_serialize_to(document, 0, T("html"), NULL, NULL, NULL) ==
          SAPWOOD_STATUS_INVALID_ARGUMENT);
    // Frees the document.
    CHECK(sapwood_serialize_to(document, 0, T("html"), misbehave, &output, NULL) == SAPWOOD_STATUS_OK);
}

static void edits(void) {
    sapwood_document *document = parse("<div></div>");
    sapwood_node div = first(document, "div"), p = 0, b = 0, text = 0, comment = 0, svg = 0;
    CHECK(sapwood_create_element(document, T("P"), &p, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_element(document, T("b"), &b, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_text(document, T("t"), &text, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_comment(document, T("c"), &comment, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_element_ns(document, T("http://www.w3.org/2000/svg"), T("svg"), &svg, NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_element(document, T("a b"), &b, NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_append(document, div, p, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_prepend(document, div, text, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_insert_before(document, p, comment, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_insert_after(document, p, svg, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, div, "inner-html", "t<!--c--><p></p><svg></svg>"));
    CHECK(sapwood_replace(document, svg, b, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rename(document, b, T("i"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_wrap(document, text, b, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, div, "inner-html", "<i>t</i><!--c--><p></p>"));
    CHECK(sapwood_unwrap(document, b, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_remove(document, comment, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_set_text(document, p, T("<x>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, div, "inner-html", "t<p>&lt;x&gt;</p>"));
    CHECK(sapwood_set_inner_html(document, p, T("<b>1"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_append_html(document, p, T("2"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_prepend_html(document, p, T("0"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_insert_html_before(document, p, T("<hr>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_insert_html_after(document, p, T("<br>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, div, "inner-html", "t<hr><p>0<b>1</b>2</p><br>"));
    CHECK(sapwood_set_outer_html(document, p, T("<u></u>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_normalize(document, div, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_remove_children(document, div, NULL) == SAPWOOD_STATUS_OK);
    bool changed = false;
    CHECK(sapwood_set_attribute(document, div, T("id"), T("a\"b"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_add_class(document, div, T("c"), &changed, NULL) == SAPWOOD_STATUS_OK && changed);
    CHECK(sapwood_add_class(document, div, T("c"), &changed, NULL) == SAPWOOD_STATUS_OK && !changed);
    CHECK(sapwood_toggle_class(document, div, T("d"), &changed, NULL) == SAPWOOD_STATUS_OK && changed);
    CHECK(sapwood_remove_class(document, div, T("c"), NULL, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, div, "html", "<div id=\"a&quot;b\" class=\"d\"></div>"));
    CHECK(sapwood_remove_attribute(document, div, T("id"), &changed, NULL) == SAPWOOD_STATUS_OK && changed);

    sapwood_document *other = parse("<q>1");
    sapwood_node copy = 0;
    CHECK(sapwood_import(document, other, first(other, "q"), &copy, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_append(document, div, copy, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_import(document, document, div, &copy, NULL) == SAPWOOD_STATUS_OK);
    sapwood_document_free(other);
    CHECK(writes(document, copy, "html", "<div class=\"d\"><q>1</q></div>"));
    sapwood_document_free(document);
}

static void fragments_and_namespaces(void) {
    const char *xlink = "http://www.w3.org/1999/xlink";
    sapwood_document *document = parse("<svg></svg>");
    sapwood_node svg = first(document, "svg"), fragment = 0, a = 0, b = 0, doctype = 0;
    bool changed = false;
    CHECK(sapwood_set_attribute_ns(document, svg, T(xlink), T("x:href"), T("1"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_set_attribute_ns(document, svg, T(xlink), T("y:href"), T("2"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, svg, "xml", "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                                       "xmlns:x=\"http://www.w3.org/1999/xlink\" x:href=\"2\"/>"));
    CHECK(sapwood_set_attribute_ns(document, svg, T(""), T("y:href"), T(""), NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_remove_attribute_ns(document, svg, T(""), T("href"), &changed, NULL) == SAPWOOD_STATUS_OK && !changed);
    CHECK(sapwood_remove_attribute_ns(document, svg, T(xlink), T("href"), &changed, NULL) == SAPWOOD_STATUS_OK && changed);
    CHECK(sapwood_remove_attribute_ns(document, svg, T(xlink), T("href"), NULL, NULL) == SAPWOOD_STATUS_OK);

    CHECK(sapwood_create_fragment(document, &fragment, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_node_kind(document, fragment) == SAPWOOD_NODE_TYPE_FRAGMENT);
    CHECK(sapwood_create_element(document, T("a"), &a, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_processing_instruction(document, T("b"), T("c"), &b, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_create_processing_instruction(document, T(" "), T("c"), &b, NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_append(document, fragment, a, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_append(document, fragment, b, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_insert_before(document, svg, fragment, NULL) == SAPWOOD_STATUS_OK);
    CHECK(writes(document, sapwood_document_body(document), "inner-html", "<a></a><?b c?><svg></svg>"));
    CHECK(sapwood_node_first_child(document, fragment) == 0);
    CHECK(sapwood_create_doctype(document, T("html"), T("p"), T(""), &doctype, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_append(document, svg, doctype, NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_prepend(document, sapwood_document_root(document), doctype, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_document_doctype(document) == doctype);
    sapwood_document_free(document);
}

static void sources(void) {
    const char *html = "<P Class='a'>One<p>Tw&eacute;\r\n";
    sapwood_options *options = NULL;
    sapwood_document *document = NULL;
    sapwood_string *string = NULL;
    sapwood_patches *patches = NULL;
    sapwood_patch patch;
    CHECK(sapwood_options_new(&options, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_flag(options, T("source"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parse_bytes(T(html), options, &document, NULL) == SAPWOOD_STATUS_OK);
    sapwood_options_free(options);
    CHECK(sapwood_document_to_source(document, &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, html));
    sapwood_node p = first(document, "p");
    CHECK(sapwood_set_attribute(document, p, T("class"), T("b"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_document_to_source(document, &string, NULL) == SAPWOOD_STATUS_OK);
    CHECK(owns(string, "<P Class='b'>One<p>Tw&eacute;\r\n"));
    CHECK(sapwood_patches_new(document, &patches, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_patches_count(patches) == 1 && sapwood_patches_at(patches, 0, &patch));
    CHECK(patch.start == 10 && patch.end == 11 && is(patch.replacement, "b"));
    CHECK(!sapwood_patches_at(patches, 1, &patch));
    sapwood_patches_free(patches);
    CHECK(sapwood_set_inner_html(document, p, T("<b></b>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rename(document, first(document, "b"), T("p"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_document_to_source(document, &string, NULL) == SAPWOOD_STATUS_NOT_REPRESENTABLE);
    sapwood_document_free(document);
    document = parse("x");
    CHECK(sapwood_document_to_source(document, &string, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_document_free(document);
}

struct matches {
    char text[256];
    const sapwood_document *last;
    sapwood_node node;
    sapwood_document *kept;
    sapwood_stream *stream;
    int most;
};

static int32_t on_match(void *user_data, const sapwood_document *document, sapwood_node element) {
    struct matches *matches = user_data;
    sapwood_string *string = NULL;
    CHECK(sapwood_text_content(document, element, &string, NULL) == SAPWOOD_STATUS_OK);
    strncat(matches->text, sapwood_string_data(string), sizeof matches->text - strlen(matches->text) - 1);
    sapwood_string_free(string);
    matches->last = document;
    matches->node = element;
    if (matches->kept != NULL) {
        sapwood_node copy = 0;
        CHECK(sapwood_import(matches->kept, document, element, &copy, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_append(matches->kept, sapwood_document_body(matches->kept), copy, NULL) ==
              SAPWOOD_STATUS_OK);
        CHECK(sapwood_stream_feed(matches->stream, T("x"), NULL) == SAPWOOD_STATUS_BUSY);
    }
    return --matches->most == 0;
}

static void streams(void) {
    struct matches matches = {.most = 100, .kept = parse("")};
    sapwood_stream *stream = NULL;
    sapwood_options *options = NULL;
    CHECK(sapwood_options_new(&options, NULL) == SAPWOOD_STATUS_OK);
    // Without it, the first 1,024 bytes decide on the encoding before anything is parsed.
    CHECK(sapwood_options_set_encoding(options, T("override"), T("utf-8"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_stream_new(options, &stream, NULL) == SAPWOOD_STATUS_OK);
    matches.stream = stream;
    sapwood_selector *li = selector("li"), *last = selector("li:last-child");
    CHECK(sapwood_stream_on(stream, last, on_match, &matches, NULL) == SAPWOOD_STATUS_NOT_STREAMABLE);
    CHECK(sapwood_stream_on(stream, li, NULL, &matches, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_stream_on(stream, li, on_match, &matches, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_stream_feed(stream, T("<ul><li>a<l"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_stream_on(stream, li, on_match, &matches, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_stream_feed(stream, T("i>b</ul>"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(strcmp(matches.text, "ab") == 0);
    sapwood_str limit;
    CHECK(sapwood_stream_finish(stream, &limit, NULL) == SAPWOOD_STATUS_OK);
    CHECK(limit.data == NULL);
    CHECK(sapwood_stream_feed(stream, T("x"), NULL) == SAPWOOD_STATUS_FINISHED);
    sapwood_stream_free(stream);
    CHECK(writes(matches.kept, sapwood_document_body(matches.kept), "inner-html", "<li>a</li><li>b</li>"));
    sapwood_document_free(matches.kept);

    // The tree of a match is gone after the function; its handle finds nothing, and a function can end the parse.
    struct matches one = {.most = 1};
    CHECK(sapwood_stream_new(options, &stream, NULL) == SAPWOOD_STATUS_OK);
    sapwood_options_free(options);
    CHECK(sapwood_stream_on(stream, li, on_match, &one, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_stream_feed(stream, T("<li>a</li><li>b</li>"), NULL) == SAPWOOD_STATUS_STOPPED);
    CHECK(strcmp(one.text, "a") == 0);
    CHECK(sapwood_node_kind(one.last, one.node) == SAPWOOD_NODE_TYPE_NONE);
    CHECK(sapwood_document_root(one.last) == 0);
    sapwood_stream_free(stream);
    sapwood_stream_free(NULL);
    sapwood_selector_free(li);
    sapwood_selector_free(last);
}

struct rewrite {
    char text[1024];
    size_t length;
    int calls, stop_at;
    const sapwood_unit *last;
    sapwood_rewriter *rewriter;
};

static int32_t on_output(void *user_data, const char *piece, size_t length) {
    struct rewrite *rewrite = user_data;
    memcpy(rewrite->text + rewrite->length, piece, length);
    rewrite->length += length;
    rewrite->text[rewrite->length] = 0;
    return 0;
}

static int32_t on_link_end(void *user_data, const sapwood_unit *unit) {
    sapwood_str name;
    CHECK(sapwood_unit_kind(unit) == SAPWOOD_UNIT_TYPE_END_TAG);
    CHECK(sapwood_unit_name(unit, &name) && is(name, "a"));
    CHECK(sapwood_unit_data(unit) == user_data);
    CHECK(!sapwood_unit_is_implied(unit));
    return sapwood_unit_insert(unit, SAPWOOD_PLACE_BEFORE, T("!"), false, NULL);
}

static int32_t on_link(void *user_data, const sapwood_unit *unit) {
    struct rewrite *rewrite = user_data;
    sapwood_str name, href, other;
    rewrite->last = unit;
    CHECK(sapwood_unit_kind(unit) == SAPWOOD_UNIT_TYPE_ELEMENT);
    CHECK(sapwood_unit_name(unit, &name) && is(name, "a"));
    CHECK(sapwood_unit_namespace(unit, &name) && is(name, "http://www.w3.org/1999/xhtml"));
    CHECK(!sapwood_unit_public_id(unit, &name) && !sapwood_unit_system_id(unit, NULL));
    CHECK(sapwood_unit_attribute(unit, T("href"), &href) && is(href, "/x"));
    CHECK(sapwood_unit_set_attribute(unit, T("href"), T("/y&z"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_attribute_at(unit, 1, &name, &other) && is(name, "href") && is(other, "/y&z"));
    CHECK(!sapwood_unit_attribute_at(unit, 5, NULL, NULL));
    // Texts live until the function returns, whatever is changed.
    CHECK(is(href, "/x"));
    CHECK(sapwood_unit_remove_attribute(unit, T("class"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_set_name(unit, T("a b"), NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_unit_set_attribute(unit, T("a b"), T(""), NULL) == SAPWOOD_STATUS_INVALID_EDIT);
    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_BEFORE, T("<hr>"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_AFTER, T("<"), false, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_PREPEND, T("1"), false, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_APPEND, T("2"), false, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_insert(unit, 77, T("2"), false, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_unit_set_text(unit, T("2"), NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(!sapwood_unit_text(unit, &other) && !sapwood_unit_is_last(unit));
    CHECK(sapwood_unit_data(unit) == NULL);
    CHECK(sapwood_unit_set_data(unit, rewrite, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_unit_on_end(unit, on_link_end, rewrite, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_feed(rewrite->rewriter, T("x"), NULL) == SAPWOOD_STATUS_BUSY);
    return 0;
}

static int32_t on_removed(void *user_data, const sapwood_unit *unit) {
    (void)user_data;
    sapwood_str name;
    sapwood_unit_name(unit, &name);
    bool keeps = is(name, "b");
    return is(name, "u") ? sapwood_unit_set_name(unit, T("i"), NULL)
                         : sapwood_unit_remove(unit, keeps, NULL);
}

static int32_t on_unit(void *user_data, const sapwood_unit *unit) {
    struct rewrite *rewrite = user_data;
    sapwood_str text;
    rewrite->calls++;
    switch (sapwood_unit_kind(unit)) {
    case SAPWOOD_UNIT_TYPE_TEXT:
        CHECK(sapwood_unit_text(unit, &text));
        if (is(text, "old")) {
            CHECK(sapwood_unit_is_last(unit) || true);
            sapwood_unit_insert(unit, SAPWOOD_PLACE_REPLACE, T("new"), false, NULL);
        }
        break;
    case SAPWOOD_UNIT_TYPE_COMMENT:
        CHECK(sapwood_unit_text(unit, &text) && is(text, "c"));
        CHECK(sapwood_unit_set_text(unit, T("d"), NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_unit_set_text(unit, T("-->"), NULL) == SAPWOOD_STATUS_INVALID_EDIT);
        break;
    case SAPWOOD_UNIT_TYPE_DOCTYPE:
        CHECK(sapwood_unit_name(unit, &text) && is(text, "html"));
        CHECK(sapwood_unit_public_id(unit, &text) && is(text, ""));
        CHECK(sapwood_unit_system_id(unit, &text) && is(text, ""));
        CHECK(!sapwood_unit_namespace(unit, &text));
        CHECK(sapwood_unit_remove(unit, false, NULL) == SAPWOOD_STATUS_OK);
        break;
    case SAPWOOD_UNIT_TYPE_END:
        CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_APPEND, T("<!--end-->"), true, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_unit_remove(unit, false, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
        break;
    default:
        CHECK(false);
    }
    return rewrite->calls == rewrite->stop_at;
}

struct content {
    const sapwood_content_writer *last;
    int calls, answer;
};

static int32_t on_content(void *user_data, const sapwood_content_writer *writer) {
    struct content *content = user_data;
    content->last = writer;
    content->calls++;
    CHECK(sapwood_content_write(writer, T("<b>"), true, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_content_write(writer, T("1 < 2"), false, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_content_write(writer, T("\xff"), false, NULL) == SAPWOOD_STATUS_INVALID_UTF8);
    CHECK(sapwood_content_write(writer, T("</b>"), true, NULL) == SAPWOOD_STATUS_OK);
    return content->answer;
}

static int32_t insert_content(void *user_data, const sapwood_unit *unit) {
    CHECK(sapwood_unit_insert_stream(unit, SAPWOOD_PLACE_APPEND, NULL, NULL, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_unit_insert_stream(unit, 77, on_content, user_data, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    return sapwood_unit_insert_stream(unit, SAPWOOD_PLACE_APPEND, on_content, user_data, NULL);
}

static void streamed_content(void) {
    sapwood_selector *p = selector("p");
    for (int answer = 0; answer < 2; answer++) {
        struct rewrite rewrite = {.stop_at = -1};
        struct content content = {.answer = answer};
        sapwood_rewriter *rewriter = NULL;
        CHECK(sapwood_rewriter_new(NULL, false, on_output, &rewrite, &rewriter, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_element(rewriter, p, insert_content, &content, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_feed(rewriter, T("<p>x"), NULL) == SAPWOOD_STATUS_OK && content.calls == 0);
        sapwood_status status = sapwood_rewriter_feed(rewriter, T("</p>y"), NULL);
        if (status == SAPWOOD_STATUS_OK) {
            status = sapwood_rewriter_finish(rewriter, NULL, NULL);
        }
        CHECK(content.calls == 1 && status == (answer == 0 ? SAPWOOD_STATUS_OK : SAPWOOD_STATUS_STOPPED));
        CHECK(answer != 0 || strcmp(rewrite.text, "<p>x<b>1 &lt; 2</b></p>y") == 0);
        CHECK(sapwood_content_write(content.last, T("x"), true, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
        sapwood_rewriter_free(rewriter);
    }
    CHECK(sapwood_content_write(NULL, T("x"), true, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_selector_free(p);
}

static void rewriters(void) {
    struct rewrite rewrite = {.stop_at = -1};
    sapwood_rewriter *rewriter = NULL;
    sapwood_selector *a = selector("a"), *removed = selector("b, s, u"), *p = selector("p"), *last = selector(":last-child");
    CHECK(sapwood_rewriter_new(NULL, false, NULL, NULL, &rewriter, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_rewriter_new(NULL, false, on_output, &rewrite, &rewriter, NULL) == SAPWOOD_STATUS_OK);
    rewrite.rewriter = rewriter;
    CHECK(sapwood_rewriter_on_element(rewriter, a, on_link, &rewrite, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_element(rewriter, last, on_link, &rewrite, NULL) == SAPWOOD_STATUS_NOT_STREAMABLE);
    CHECK(sapwood_rewriter_on_element(rewriter, removed, on_removed, NULL, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_text(rewriter, p, on_unit, &rewrite, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_comment(rewriter, NULL, on_unit, &rewrite, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_doctype(rewriter, on_unit, &rewrite, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_end(rewriter, on_unit, &rewrite, NULL) == SAPWOOD_STATUS_OK);
    const char *html = "<!DOCTYPE html><A class='q' HREF=/x>l</A><b>k</b><s>g</s><U>u</U><!--c--><p>old";
    for (size_t at = 0; at < strlen(html); at += 7) {
        size_t rest = strlen(html) - at;
        CHECK(sapwood_rewriter_feed(rewriter, html + at, rest < 7 ? rest : 7, NULL) == SAPWOOD_STATUS_OK);
    }
    CHECK(sapwood_rewriter_on_element(rewriter, a, on_link, &rewrite, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_str limit;
    CHECK(sapwood_rewriter_finish(rewriter, &limit, NULL) == SAPWOOD_STATUS_OK && limit.data == NULL);
    CHECK(sapwood_rewriter_feed(rewriter, T("x"), NULL) == SAPWOOD_STATUS_FINISHED);
    const char *expected = "<hr><A HREF=/y&amp;z>1l2!</A>&lt;k<i>u</i><!--d--><p>new<!--end-->";
    if (strcmp(rewrite.text, expected) != 0) {
        CHECK(strcmp(rewrite.text, expected) == 0);
        fprintf(stderr, "got: %s\n", rewrite.text);
    }
    // The unit is known, and nothing is lent.
    CHECK(sapwood_unit_kind(rewrite.last) == SAPWOOD_UNIT_TYPE_NONE);
    CHECK(sapwood_unit_set_attribute(rewrite.last, T("a"), T("b"), NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_unit_kind(NULL) == SAPWOOD_UNIT_TYPE_NONE);
    CHECK(sapwood_unit_remove(NULL, false, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    sapwood_rewriter_free(rewriter);

    // A function ends the rewrite, and so does a limit.
    struct rewrite stopped = {.stop_at = 1};
    CHECK(sapwood_rewriter_new(NULL, false, on_output, &stopped, &rewriter, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_text(rewriter, NULL, on_unit, &stopped, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_feed(rewriter, T("<p>a<p>b"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_finish(rewriter, NULL, NULL) == SAPWOOD_STATUS_STOPPED);
    sapwood_rewriter_free(rewriter);
    sapwood_options *options = NULL;
    CHECK(sapwood_options_new(&options, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_limit(options, T("depth"), 3, NULL) == SAPWOOD_STATUS_OK);
    struct rewrite passed = {.stop_at = -1};
    CHECK(sapwood_rewriter_new(options, true, on_output, &passed, &rewriter, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_feed(rewriter, T("<i><i><i><i>x"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_finish(rewriter, &limit, NULL) == SAPWOOD_STATUS_OK && is(limit, "depth"));
    CHECK(strcmp(passed.text, "<i><i><i><i>x") == 0);
    sapwood_rewriter_free(rewriter);
    CHECK(sapwood_rewriter_new(options, false, on_output, &passed, &rewriter, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_feed(rewriter, T("<i><i><i><i>x"), NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_finish(rewriter, NULL, NULL) == SAPWOOD_STATUS_LIMIT);
    sapwood_rewriter_free(rewriter);
    sapwood_rewriter_free(NULL);
    sapwood_options_free(options);
    sapwood_selector_free(a);
    sapwood_selector_free(removed);
    sapwood_selector_free(p);
    sapwood_selector_free(last);
}

static int32_t wait_for(void *user_data, const sapwood_unit *unit) {
    struct rewrite *rewrite = user_data;
    rewrite->last = unit;
    return SAPWOOD_ANSWER_WAIT;
}

static int32_t wait_at_end(void *user_data, const sapwood_unit *unit) {
    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_BEFORE, T("1"), false, NULL) == SAPWOOD_STATUS_OK);
    return wait_for(user_data, unit);
}

static void rewriters_that_wait(void) {
    sapwood_selector *a = selector("a");
    sapwood_options *options = NULL;
    CHECK(sapwood_options_new(&options, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_options_set_encoding(options, T("override"), T("utf-8"), NULL) == SAPWOOD_STATUS_OK);
    sapwood_rewriter *rewriter = NULL;
    struct rewrite refused = {.stop_at = -1};
    CHECK(sapwood_rewriter_new(options, false, on_output, &refused, &rewriter, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_on_element(rewriter, a, wait_for, &refused, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_rewriter_feed(rewriter, T("<a>"), NULL) == SAPWOOD_STATUS_STOPPED);
    CHECK(!sapwood_rewriter_is_waiting(rewriter) && !sapwood_rewriter_is_waiting(NULL));
    sapwood_rewriter_free(rewriter);

    CHECK(sapwood_options_set_flag(options, T("waiting"), true, NULL) == SAPWOOD_STATUS_OK);
    for (int stop = 0; stop < 2; stop++) {
        struct rewrite rewrite = {.stop_at = -1};
        CHECK(sapwood_rewriter_new(options, false, on_output, &rewrite, &rewriter, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_element(rewriter, a, wait_for, &rewrite, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_text(rewriter, a, wait_for, &rewrite, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_comment(rewriter, NULL, wait_for, &rewrite, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_doctype(rewriter, wait_for, &rewrite, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_end(rewriter, wait_for, &rewrite, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_resume(rewriter, false, NULL) == SAPWOOD_STATUS_OK);
        const char *html = "<!doctype html><i>x</i><!--c--><a href=q>y";
        CHECK(sapwood_rewriter_feed(rewriter, T(html), NULL) == SAPWOOD_STATUS_OK);
        int seen[7] = {0};
        for (int round = 0; round < 2; round++) {
            while (sapwood_rewriter_is_waiting(rewriter)) {
                CHECK(sapwood_rewriter_feed(rewriter, T("z"), NULL) == SAPWOOD_STATUS_BUSY);
                CHECK(sapwood_rewriter_end(rewriter, NULL) == SAPWOOD_STATUS_BUSY);
                CHECK(sapwood_rewriter_finish(rewriter, NULL, NULL) == SAPWOOD_STATUS_BUSY);
                const sapwood_unit *unit = rewrite.last;
                sapwood_unit_type kind = sapwood_unit_kind(unit);
                sapwood_str text, again;
                seen[kind]++;
                switch (kind) {
                case SAPWOOD_UNIT_TYPE_ELEMENT:
                    CHECK(sapwood_unit_attribute(unit, T("href"), &text) && sapwood_unit_name(unit, &again));
                    CHECK(is(text, "q") && is(again, "a"));
                    CHECK(sapwood_unit_set_attribute(unit, T("href"), T("r"), NULL) == SAPWOOD_STATUS_OK);
                    CHECK(sapwood_unit_set_attribute(unit, T(" "), T("r"), NULL) == SAPWOOD_STATUS_INVALID_EDIT);
                    CHECK(sapwood_unit_attribute(unit, T("href"), &again) && is(again, "r") && is(text, "q"));
                    CHECK(sapwood_unit_on_end(unit, wait_at_end, &rewrite, NULL) == SAPWOOD_STATUS_OK);
                    break;
                case SAPWOOD_UNIT_TYPE_END_TAG:
                    CHECK(sapwood_unit_is_implied(unit));
                    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_BEFORE, T("2"), false, NULL) == SAPWOOD_STATUS_OK);
                    break;
                case SAPWOOD_UNIT_TYPE_TEXT:
                    if (!sapwood_unit_is_last(unit)) {
                        CHECK(sapwood_unit_text(unit, &text) && is(text, "y"));
                        CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_REPLACE, T("<"), false, NULL) ==
                              SAPWOOD_STATUS_OK);
                    }
                    break;
                case SAPWOOD_UNIT_TYPE_COMMENT:
                case SAPWOOD_UNIT_TYPE_DOCTYPE:
                    CHECK(sapwood_unit_remove(unit, false, NULL) == SAPWOOD_STATUS_OK);
                    break;
                default:
                    CHECK(kind == SAPWOOD_UNIT_TYPE_END);
                    CHECK(sapwood_unit_insert(unit, SAPWOOD_PLACE_APPEND, T("."), false, NULL) == SAPWOOD_STATUS_OK);
                }
                if (stop && kind == SAPWOOD_UNIT_TYPE_ELEMENT) {
                    CHECK(sapwood_rewriter_resume(rewriter, true, NULL) == SAPWOOD_STATUS_STOPPED);
                    CHECK(strcmp(rewrite.text, "<i>x</i>") == 0);
                    CHECK(sapwood_rewriter_resume(rewriter, false, NULL) == SAPWOOD_STATUS_FINISHED);
                } else {
                    CHECK(sapwood_rewriter_resume(rewriter, false, NULL) == SAPWOOD_STATUS_OK);
                }
            }
            sapwood_status status = sapwood_rewriter_end(rewriter, NULL);
            CHECK(status == (stop ? SAPWOOD_STATUS_FINISHED : SAPWOOD_STATUS_OK));
        }
        if (!stop) {
            CHECK(sapwood_rewriter_finish(rewriter, NULL, NULL) == SAPWOOD_STATUS_OK);
            CHECK(strcmp(rewrite.text, "<i>x</i><a href=r>&lt;12</a>.") == 0);
            CHECK(seen[1] == 1 && seen[2] == 1 && seen[3] == 2 && seen[4] == 1 && seen[5] == 1 && seen[6] == 1);
        }
        CHECK(sapwood_unit_kind(rewrite.last) == SAPWOOD_UNIT_TYPE_NONE);
        // One that waits can be freed.
        sapwood_rewriter_free(rewriter);
        CHECK(sapwood_rewriter_new(options, false, on_output, &rewrite, &rewriter, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_on_element(rewriter, a, wait_for, &rewrite, NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_feed(rewriter, T("<a>"), NULL) == SAPWOOD_STATUS_OK);
        CHECK(sapwood_rewriter_is_waiting(rewriter));
        sapwood_rewriter_free(rewriter);
    }
    sapwood_options_free(options);
    sapwood_selector_free(a);
}

static int32_t on_token(void *user_data, const sapwood_token *token) {
    char *log = user_data;
    char entry[64] = "";
    sapwood_str text = token->name.data != NULL ? token->name : token->data;
    snprintf(entry, sizeof entry, "%d:%.*s:%zu ", (int)token->kind, (int)text.length, text.data,
             token->attribute_count);
    strcat(log, entry);
    return token->kind == SAPWOOD_TOKEN_KIND_COMMENT;
}

static void tokens(void) {
    char log[512] = "";
    CHECK(sapwood_tokenize(T("<!doctype html><p a=1 b>x</p><title><b></title>"), NULL, on_token, log, NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(strcmp(log, "6:html:0 1:p:2 3:x:0 2:p:0 1:title:0 3:<b>:0 2:title:0 ") == 0);
    log[0] = 0;
    CHECK(sapwood_tokenize(T("a<!--b-->c"), NULL, on_token, log, NULL) == SAPWOOD_STATUS_STOPPED);
    CHECK(strcmp(log, "3:a:0 4:b:0 ") == 0);
}

static void batches(void) {
    sapwood_batch *batch = NULL;
    CHECK(sapwood_has_feature(T("arrow")));
    CHECK(sapwood_batch_new(T("nonsense"), NULL, 0, &batch, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_batch_new(T("url"), T("fields = 1"), &batch, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_batch_new(T("url,title"), T("fields = { heading = 'h1' }"), &batch, NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(sapwood_batch_push(batch, T("<title>A</title><h1>Oak"), T("https://a.example/"), NULL) ==
          SAPWOOD_STATUS_OK);
    CHECK(sapwood_batch_push(batch, T("<title>B</title>"), NULL, 0, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_batch_length(batch) == 2);
    struct ArrowArray array;
    struct ArrowSchema schema;
    CHECK(sapwood_batch_finish(batch, NULL, &schema, NULL) == SAPWOOD_STATUS_INVALID_ARGUMENT);
    CHECK(sapwood_batch_finish(batch, &array, &schema, NULL) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_batch_length(batch) == 0);
    sapwood_batch_free(batch);
    CHECK(array.length == 2 && array.n_children == 3 && schema.n_children == 3);
    CHECK(strcmp(schema.format, "+s") == 0);
    CHECK(strcmp(schema.children[1]->name, "title") == 0 && strcmp(schema.children[2]->name, "heading") == 0);
    const char *titles = array.children[1]->buffers[2];
    CHECK(memcmp(titles, "AB", 2) == 0);
    CHECK(array.children[2]->null_count == 1);
    array.release(&array);
    schema.release(&schema);
    sapwood_batch_free(NULL);
}

int main(void) {
    versions();
    batches();
    errors();
    mistakes();
    documents();
    pieces();
    walks();
    selectors();
    xpaths();
    contents();
    sanitizers();
    serializers();
    edits();
    fragments_and_namespaces();
    sources();
    streams();
    rewriters();
    rewriters_that_wait();
    streamed_content();
    tokens();
    if (failures == 0) {
        puts("all passed");
    }
    return failures != 0;
}
