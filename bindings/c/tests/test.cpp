// The C++ interface.

#include <atomic>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sapwood.hpp"

static int failures;

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            failures++;                                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);    \
        }                                                                           \
    } while (0)

static void reads() {
    sapwood::document page = sapwood::parse("<title>T</title><ul id=u><li class=a>Oak<li>Elm</ul>");
    std::string items;
    for (sapwood::node item : page.select("li")) {
        items += item.text_content() + ";";
    }
    CHECK(items == "Oak;Elm;");
    sapwood::node ul = page.select_first("ul");
    CHECK(ul && ul.is_element() && ul.name() == "ul" && ul.attribute("id") == "u");
    CHECK(!ul.attribute("class"));
    CHECK(ul.attributes().size() == 1 && ul.attributes()[0].second == "u");
    int children = 0, descendants = 0;
    for (sapwood::node child : ul.children()) {
        children += child.is_element();
    }
    for (sapwood::node below : ul.descendants()) {
        descendants += below.kind() == SAPWOOD_NODE_TYPE_TEXT;
    }
    CHECK(children == 2 && descendants == 2);
    CHECK(ul.first_child().next_sibling() == ul.last_child());
    CHECK(ul.first_child().parent() == ul && ul.last_child().previous_sibling() == ul.first_child());
    CHECK(ul.first_child().first_child().data() == "Oak");
    CHECK(ul.namespace_url() == "http://www.w3.org/1999/xhtml");
    CHECK(ul.first_child().matches(sapwood::selector(".a")));
    CHECK(ul.first_child().closest(sapwood::selector("ul")) == ul);
    CHECK(!page.select_first("table"));
    CHECK(page.root().xpath_string(sapwood::xpath("count(//li)")) == "2");
    CHECK(page.body().content("title") == "T");
    CHECK(page.markdown() == "* Oak\n* Elm\n" || page.markdown() == "- Oak\n- Elm\n");
    CHECK(page.inner_text() == "Oak\nElm");
    CHECK(!page.limit() && !page.encoding());
    CHECK(page.head() && page.element());
    CHECK(!sapwood::parse("x").root().template_contents());
}

static void writes() {
    sapwood::document page = sapwood::parse_fragment("<p>1<p>2");
    sapwood::node p = page.root().first_child();
    p.set_attribute("class", "a");
    p.remove_attribute("id");
    p.set_attribute_ns("http://www.w3.org/1999/xlink", "xlink:href", "b");
    p.remove_attribute_ns("http://www.w3.org/1999/xlink", "href");
    sapwood::node b = page.create_element("b");
    b.append(page.create_text("<"));
    p.append(b);
    b.rename("i");
    p.next_sibling().set_text("3");
    p.insert_after(p.next_sibling());
    CHECK(page.to_string() == "<p>3</p><p class=\"a\">1<i>&lt;</i></p>");
    b.insert_before(p);
    b.unwrap();
    p.remove();
    page.root().first_child().set_inner_html("<u>4");
    CHECK(page.to_string() == "<p><u>4</u></p>&lt;");
}

static void fails() {
    try {
        sapwood::parse("x").select("p >");
        CHECK(false);
    } catch (const sapwood::error &error) {
        CHECK(error.status() == SAPWOOD_STATUS_INVALID_SELECTOR);
        CHECK(error.offset() == 3u);
        CHECK(std::string(error.what()).size() > 0);
    }
    sapwood::document limited = sapwood::parse("<div><div><div>", sapwood::options().limit("depth", 3).flag("errors"));
    CHECK(limited.limit() == "depth");
}

static void evaluates() {
    sapwood::document page = sapwood::parse("<p id=a>1<p id=b>2");
    sapwood::variables variables;
    variables.string("id", "b").number("least", 2).boolean("any", false);
    sapwood::xpath_value value = page.root().evaluate(
        sapwood::xpath("//p[@id = $id and . >= $least or $any]/@id"), &variables);
    CHECK(value.type() == SAPWOOD_XPATH_TYPE_NODE_SET && value.string() == "b" && value.boolean());
    CHECK(value.items().size() == 1 && value.items()[0].attribute == 0u && value.items()[0].text == "b");
    CHECK(value.items()[0].owner.text_content() == "2");
    sapwood::namespaces namespaces;
    namespaces.declare("h", "http://www.w3.org/1999/xhtml");
    sapwood::xpath sum("sum(//h:p)", namespaces);
    CHECK(page.root().evaluate(sum).number() == 3 && page.root().evaluate(sum).items().empty());
    try {
        page.root().evaluate(sapwood::xpath("$none"));
        CHECK(false);
    } catch (const sapwood::error &error) {
        CHECK(error.status() == SAPWOOD_STATUS_XPATH_FAILED);
    }
}

static std::string rewritten(std::string_view html, const std::function<void(sapwood::rewriter &)> &add) {
    std::string result;
    sapwood::rewriter rewriter([&](std::string_view piece) { result += piece; });
    add(rewriter);
    for (char byte : html) {
        rewriter.feed(std::string_view(&byte, 1));
    }
    CHECK(!rewriter.finish());
    return result;
}

static void rewrites() {
    std::string seen;
    std::string result = rewritten(
        "<!DOCTYPE html><p class=c><a href=/x>one</a> two<!--c--></p>", [&](sapwood::rewriter &rewriter) {
            rewriter
                .on_element("a[href]",
                            [&](sapwood::unit &a) {
                                CHECK(a.kind() == SAPWOOD_UNIT_TYPE_ELEMENT && a.name() == "a");
                                CHECK(a.attribute("href") == "/x" && !a.attribute("class"));
                                CHECK(a.attributes().size() == 1 && a.attributes()[0].first == "href");
                                a.set_attribute("href", "/y");
                                a.before("<", sapwood::content_type::text);
                                a.prepend("<b>", sapwood::content_type::html);
                                a.append([](sapwood::content_writer to) {
                                    to.write("</b>", sapwood::content_type::html);
                                    to.write("&");
                                });
                                // The library has not taken it.
                                try {
                                    a.insert(static_cast<sapwood_place>(77), [](sapwood::content_writer) {});
                                    CHECK(false);
                                } catch (const sapwood::error &error) {
                                    CHECK(error.status() == SAPWOOD_STATUS_INVALID_ARGUMENT);
                                }
                                a.on_end([&](sapwood::unit &end) {
                                    seen += end.name();
                                    CHECK(!end.is_implied());
                                    end.set_name("i");
                                });
                            })
                .on_element("p", [](sapwood::unit &p) { p.remove_attribute("class"); })
                .on_text("a",
                         [&](sapwood::unit &text) {
                             seen += text.text();
                             if (text.is_last_in_text_node()) {
                                 text.after("!");
                             }
                         })
                .on_comment([](sapwood::unit &comment) { comment.set_text("d"); })
                .on_doctype([](sapwood::unit &doctype) {
                    CHECK(doctype.public_id().empty() && doctype.system_id().empty() && doctype.namespace_url().empty());
                    doctype.remove();
                })
                .on_end([](sapwood::unit &end) { end.append(std::string_view("<hr>"), sapwood::content_type::html); });
        });
    CHECK(result == "<p>&lt;<a href=/y><b>one!</b>&amp;</i> two<!--d--></p><hr>");
    if (result != "<p>&lt;<a href=/y><b>one!</b>&amp;</i> two<!--d--></p><hr>") {
        std::fprintf(stderr, "%s\n", result.c_str());
    }
    CHECK(seen == "onea");
    // An exception comes out of the call, and nothing is rewritten after it.
    sapwood::rewriter failing([](std::string_view) {});
    failing.on_element("p", [](sapwood::unit &) { throw std::runtime_error("mine"); });
    try {
        failing.feed("<p>x");
        failing.finish();
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(error.what() == std::string("mine"));
    }
    try {
        sapwood::rewriter([](std::string_view) {}).on_element("p:last-child", [](sapwood::unit &) {});
        CHECK(false);
    } catch (const sapwood::error &error) {
        CHECK(error.status() == SAPWOOD_STATUS_NOT_STREAMABLE);
    }
    sapwood::options options;
    options.limit("depth", 3);
    sapwood::rewriter passing([](std::string_view) {}, &options, true);
    passing.feed("<i><i><i><i>x");
    CHECK(passing.finish() == "depth");
}

static void others() {
    sapwood::options options;
    options.encoding("override", "windows-1252");
    CHECK(sapwood::parse_bytes("\xe9", options).inner_text() == "\xc3\xa9");
    CHECK(sapwood::parse_bytes("a").encoding() == "windows-1252");
    CHECK(sapwood::parse_xml("<a/>").to_string("xml") == "<a/>");
    CHECK(sapwood::sanitizer("ammonia").clean("<b onclick=x()>1</b>") == "<b>1</b>");
    sapwood::parser parser;
    parser.feed("<p>O");
    parser.feed("ak");
    CHECK(parser.finish().inner_text() == "Oak");
}

// One document, selector and parser in several threads: a read waits for an edit, an edit during a read is refused.
static void threads() {
    const int rounds = 3000;
    sapwood_document *document = nullptr;
    sapwood_selector *items = nullptr;
    sapwood_parser *parser = nullptr;
    CHECK(sapwood_parse(SAPWOOD_TEXT("<ul><li>Oak<li>Elm</ul>"), nullptr, &document, nullptr) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_selector_new(SAPWOOD_TEXT("li"), &items, nullptr) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_parser_new(nullptr, &parser, nullptr) == SAPWOOD_STATUS_OK);
    sapwood_node list = sapwood_node_first_child(document, sapwood_document_body(document));
    std::atomic<int> wrong{0};
    std::atomic<size_t> added{0};
    std::vector<std::thread> all;
    for (int reader = 0; reader < 3; reader++) {
        all.emplace_back([&] {
            for (int round = 0; round < rounds; round++) {
                sapwood_node_list *found = nullptr;
                sapwood_string *text = nullptr;
                size_t count = 0;
                wrong += sapwood_select(document, 0, items, &found, nullptr) != SAPWOOD_STATUS_OK;
                const sapwood_node *nodes = sapwood_node_list_nodes(found, &count);
                wrong += count < 2 || sapwood_node_kind(document, nodes[count - 1]) != SAPWOOD_NODE_TYPE_ELEMENT;
                wrong += sapwood_text_content(document, list, &text, nullptr) != SAPWOOD_STATUS_OK;
                sapwood_string_free(text);
                sapwood_node_list_free(found);
            }
        });
    }
    for (int writer = 0; writer < 2; writer++) {
        all.emplace_back([&] {
            for (int round = 0; round < rounds; round++) {
                sapwood_status status = sapwood_append_html(document, list, SAPWOOD_TEXT("<li>Ash"), nullptr);
                added += status == SAPWOOD_STATUS_OK;
                wrong += status != SAPWOOD_STATUS_OK && status != SAPWOOD_STATUS_BUSY;
                wrong += sapwood_parser_feed(parser, SAPWOOD_TEXT("<p>"), nullptr) != SAPWOOD_STATUS_OK;
            }
        });
    }
    for (std::thread &thread : all) {
        thread.join();
    }
    sapwood_node_list *found = nullptr;
    size_t count = 0;
    CHECK(sapwood_select(document, 0, items, &found, nullptr) == SAPWOOD_STATUS_OK);
    sapwood_node_list_nodes(found, &count);
    CHECK(wrong == 0 && count == 2 + added);
    sapwood_node_list_free(found);
    sapwood_document_free(document);
    CHECK(sapwood_parser_finish(parser, &document, nullptr) == SAPWOOD_STATUS_OK);
    CHECK(sapwood_document_node_count(document) == 4 + 2 * rounds);
    sapwood_document_free(document);
    sapwood_parser_free(parser);
    sapwood_selector_free(items);
}

int main() {
    reads();
    writes();
    fails();
    evaluates();
    rewrites();
    others();
    threads();
    if (failures == 0) {
        std::puts("all passed");
    }
    return failures != 0;
}
