// The C++ interface.

#include <cstdio>
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
    others();
    if (failures == 0) {
        std::puts("all passed");
    }
    return failures != 0;
}
