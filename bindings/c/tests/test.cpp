// The C++ interface.

#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>

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
                .on_doctype([](sapwood::unit &doctype) { doctype.remove(); })
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

int main() {
    reads();
    writes();
    fails();
    evaluates();
    rewrites();
    others();
    if (failures == 0) {
        std::puts("all passed");
    }
    return failures != 0;
}
