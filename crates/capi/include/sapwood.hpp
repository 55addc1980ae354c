// The C++17 interface of Sapwood, over sapwood.h: owners, ranges, string views, and exceptions.
//
//     sapwood::document page = sapwood::parse("<ul><li>Oak<li>Elm</ul>");
//     for (sapwood::node item : page.select("li")) {
//         std::cout << item.text_content() << '\n';
//     }
//
// A `node` refers to its document and must not outlive it. A `std::string_view` that a function returns is part of the document, and
// lives until that is edited, parsed anew or destroyed. A null pointer stands for a missing node: `if (node)`.

#ifndef SAPWOOD_HPP
#define SAPWOOD_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sapwood.h"

namespace sapwood {

/// The exception for a call that failed.
class error : public std::runtime_error {
public:
    error(sapwood_status status, const std::string &message, std::optional<std::size_t> offset)
        : std::runtime_error(message), status_(status), offset_(offset) {}

    sapwood_status status() const noexcept { return status_; }

    /// The place of the mistake in the text that has it, such as a selector.
    std::optional<std::size_t> offset() const noexcept { return offset_; }

private:
    sapwood_status status_;
    std::optional<std::size_t> offset_;
};

namespace detail {

inline std::string_view view(sapwood_str text) noexcept {
    return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.length);
}

inline std::optional<std::string_view> optional_view(bool exists, sapwood_str text) noexcept {
    return exists ? std::optional<std::string_view>(view(text)) : std::nullopt;
}

/// Throws the error of a call that failed.
inline void check(sapwood_status status, sapwood_error *raw) {
    std::unique_ptr<sapwood_error, void (*)(sapwood_error *)> failure(raw, sapwood_error_free);
    if (status == SAPWOOD_STATUS_OK) {
        return;
    }
    sapwood_str message;
    sapwood_error_message(failure.get(), &message);
    std::size_t start = 0;
    bool has_place = sapwood_error_span(failure.get(), &start, nullptr);
    throw error(status, std::string(view(message)),
                has_place ? std::optional<std::size_t>(start) : std::nullopt);
}

/// Makes a call whose last argument is the pointer to the error.
template <typename Function, typename... Arguments>
void call(Function function, Arguments... arguments) {
    sapwood_error *failure = nullptr;
    sapwood_status status = function(arguments..., &failure);
    check(status, failure);
}

/// Takes over a string of the library.
inline std::string take(sapwood_string *text) {
    std::unique_ptr<sapwood_string, void (*)(sapwood_string *)> owner(text, sapwood_string_free);
    return std::string(sapwood_string_data(text), sapwood_string_length(text));
}

template <typename T, void (*Free)(T *)>
struct freed {
    void operator()(T *object) const noexcept { Free(object); }
};

template <typename T, void (*Free)(T *)>
using owner = std::unique_ptr<T, freed<T, Free>>;

} // namespace detail

/// A compiled CSS selector.
class selector {
public:
    explicit selector(std::string_view css) {
        sapwood_selector *compiled = nullptr;
        detail::call(sapwood_selector_new, css.data(), css.size(), &compiled);
        handle_.reset(compiled);
    }

    const sapwood_selector *get() const noexcept { return handle_.get(); }

private:
    detail::owner<sapwood_selector, sapwood_selector_free> handle_;
};

/// The namespaces of the prefixes in XPath expressions.
class namespaces {
public:
    namespaces() {
        sapwood_namespaces *made = nullptr;
        detail::call(sapwood_namespaces_new, &made);
        handle_.reset(made);
    }

    namespaces &declare(std::string_view prefix, std::string_view url) {
        detail::call(sapwood_namespaces_declare, handle_.get(), prefix.data(), prefix.size(), url.data(), url.size());
        return *this;
    }

    const sapwood_namespaces *get() const noexcept { return handle_.get(); }

private:
    detail::owner<sapwood_namespaces, sapwood_namespaces_free> handle_;
};

/// The values of variables in XPath expressions, by their names without the `$`.
class variables {
public:
    variables() {
        sapwood_variables *made = nullptr;
        detail::call(sapwood_variables_new, &made);
        handle_.reset(made);
    }

    variables &string(std::string_view name, std::string_view value) {
        detail::call(sapwood_variables_set_string, handle_.get(), name.data(), name.size(), value.data(), value.size());
        return *this;
    }

    variables &number(std::string_view name, double value) {
        detail::call(sapwood_variables_set_number, handle_.get(), name.data(), name.size(), value);
        return *this;
    }

    variables &boolean(std::string_view name, bool value) {
        detail::call(sapwood_variables_set_boolean, handle_.get(), name.data(), name.size(), value);
        return *this;
    }

    const sapwood_variables *get() const noexcept { return handle_.get(); }

private:
    detail::owner<sapwood_variables, sapwood_variables_free> handle_;
};

/// A compiled XPath expression.
class xpath {
public:
    explicit xpath(std::string_view expression) : xpath(expression, nullptr) {}
    xpath(std::string_view expression, const namespaces &namespaces) : xpath(expression, namespaces.get()) {}

    const sapwood_xpath *get() const noexcept { return handle_.get(); }

private:
    xpath(std::string_view expression, const sapwood_namespaces *namespaces) {
        sapwood_xpath *compiled = nullptr;
        detail::call(sapwood_xpath_new, expression.data(), expression.size(), namespaces, &compiled);
        handle_.reset(compiled);
    }

    detail::owner<sapwood_xpath, sapwood_xpath_free> handle_;
};

/// Options of a parse.
class options {
public:
    options() {
        sapwood_options *made = nullptr;
        detail::call(sapwood_options_new, &made);
        handle_.reset(made);
    }

    options &flag(std::string_view name, bool on = true) {
        detail::call(sapwood_options_set_flag, handle_.get(), name.data(), name.size(), on);
        return *this;
    }

    options &limit(std::string_view name, std::uint64_t most) {
        detail::call(sapwood_options_set_limit, handle_.get(), name.data(), name.size(), most);
        return *this;
    }

    options &encoding(std::string_view role, std::string_view label) {
        detail::call(sapwood_options_set_encoding, handle_.get(), role.data(), role.size(), label.data(), label.size());
        return *this;
    }

    const sapwood_options *get() const noexcept { return handle_.get(); }

private:
    detail::owner<sapwood_options, sapwood_options_free> handle_;
};

class node_range;
class xpath_value;

/// A node of a document.
class node {
public:
    node() = default;
    node(sapwood_document *document, sapwood_node id) noexcept : document_(document), id_(id) {}

    explicit operator bool() const noexcept { return id_ != 0; }
    bool operator==(const node &other) const noexcept { return id_ == other.id_; }
    bool operator!=(const node &other) const noexcept { return id_ != other.id_; }
    sapwood_node id() const noexcept { return id_; }

    sapwood_node_type kind() const noexcept { return sapwood_node_kind(document_, id_); }
    bool is_element() const noexcept { return kind() == SAPWOOD_NODE_TYPE_ELEMENT; }
    node parent() const noexcept { return step(sapwood_node_parent); }
    node first_child() const noexcept { return step(sapwood_node_first_child); }
    node last_child() const noexcept { return step(sapwood_node_last_child); }
    node next_sibling() const noexcept { return step(sapwood_node_next_sibling); }
    node previous_sibling() const noexcept { return step(sapwood_node_previous_sibling); }
    node template_contents() const noexcept { return step(sapwood_node_template_contents); }

    /// The local name of an element; empty for other nodes.
    std::string_view name() const noexcept {
        sapwood_str text = {};
        sapwood_node_name(document_, id_, &text);
        return detail::view(text);
    }

    std::string_view namespace_url() const noexcept {
        sapwood_str text = {};
        sapwood_node_namespace(document_, id_, &text);
        return detail::view(text);
    }

    /// The data of a text or comment; empty for other nodes.
    std::string_view data() const noexcept {
        sapwood_str text = {};
        sapwood_node_data(document_, id_, &text);
        return detail::view(text);
    }

    std::optional<std::string_view> attribute(std::string_view name) const noexcept {
        sapwood_str text = {};
        bool exists = sapwood_node_attribute(document_, id_, name.data(), name.size(), &text);
        return detail::optional_view(exists, text);
    }

    /// The names and values of the attributes.
    std::vector<std::pair<std::string_view, std::string_view>> attributes() const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        sapwood_attribute attribute;
        for (std::size_t at = 0; sapwood_node_attribute_at(document_, id_, at, &attribute); at++) {
            found.emplace_back(detail::view(attribute.name), detail::view(attribute.value));
        }
        return found;
    }

    node_range children() const noexcept;

    /// The nodes below this one, in tree order.
    node_range descendants() const noexcept;

    std::vector<node> select(const selector &selector) const {
        sapwood_node_list *list = nullptr;
        detail::call(sapwood_select, document_, id_, selector.get(), &list);
        detail::owner<sapwood_node_list, sapwood_node_list_free> owner(list);
        std::size_t count = 0;
        const sapwood_node *ids = sapwood_node_list_nodes(list, &count);
        std::vector<node> found;
        found.reserve(count);
        for (std::size_t at = 0; at < count; at++) {
            found.emplace_back(document_, ids[at]);
        }
        return found;
    }
    std::vector<node> select(std::string_view css) const { return select(selector(css)); }

    node select_first(const selector &selector) const {
        sapwood_node found = 0;
        detail::call(sapwood_select_first, document_, id_, selector.get(), &found);
        return node(document_, found);
    }
    node select_first(std::string_view css) const { return select_first(selector(css)); }

    bool matches(const selector &selector) const {
        bool answer = false;
        detail::call(sapwood_matches, document_, id_, selector.get(), &answer);
        return answer;
    }

    node closest(const selector &selector) const {
        sapwood_node found = 0;
        detail::call(sapwood_closest, document_, id_, selector.get(), &found);
        return node(document_, found);
    }

    /// The value of an expression. An evaluation that takes more steps than `budget` fails; 0 stands for the default.
    xpath_value evaluate(const xpath &xpath, const variables *variables = nullptr, std::uint64_t budget = 0) const;

    /// The string that an expression gives.
    std::string xpath_string(const xpath &xpath) const {
        sapwood_string *text = nullptr;
        detail::call(sapwood_xpath_string, document_, id_, xpath.get(), &text);
        return detail::take(text);
    }

    std::string inner_text() const { return string(sapwood_inner_text); }
    std::string text_content() const { return string(sapwood_text_content); }

    std::string markdown(std::string_view url = {}) const {
        sapwood_string *text = nullptr;
        detail::call(sapwood_markdown, document_, id_, url.data(), url.size(), &text);
        return detail::take(text);
    }

    /// JSON or text of a kind of content: see `sapwood_content`.
    std::string content(std::string_view kind) const {
        sapwood_string *text = nullptr;
        detail::call(sapwood_content, document_, id_, kind.data(), kind.size(), &text);
        return detail::take(text);
    }

    /// Markup in a format: see `sapwood_serialize`.
    std::string to_string(std::string_view format = "html") const {
        sapwood_string *text = nullptr;
        detail::call(sapwood_serialize, document_, id_, format.data(), format.size(), &text);
        return detail::take(text);
    }

    void set_attribute(std::string_view name, std::string_view value) {
        detail::call(sapwood_set_attribute, document_, id_, name.data(), name.size(), value.data(), value.size());
    }
    void remove_attribute(std::string_view name) {
        detail::call(sapwood_remove_attribute, document_, id_, name.data(), name.size(), static_cast<bool *>(nullptr));
    }
    /// Sets the attribute with this namespace, by its URL, and local name; the name may have a prefix.
    void set_attribute_ns(std::string_view namespace_url, std::string_view name, std::string_view value) {
        detail::call(sapwood_set_attribute_ns, document_, id_, namespace_url.data(), namespace_url.size(), name.data(),
                     name.size(), value.data(), value.size());
    }
    void remove_attribute_ns(std::string_view namespace_url, std::string_view local_name) {
        detail::call(sapwood_remove_attribute_ns, document_, id_, namespace_url.data(), namespace_url.size(),
                     local_name.data(), local_name.size(), static_cast<bool *>(nullptr));
    }
    void append(node child) { detail::call(sapwood_append, document_, id_, child.id_); }
    void insert_before(node sibling) { detail::call(sapwood_insert_before, document_, sibling.id_, id_); }
    void insert_after(node sibling) { detail::call(sapwood_insert_after, document_, sibling.id_, id_); }
    void remove() { detail::call(sapwood_remove, document_, id_); }
    void unwrap() { detail::call(sapwood_unwrap, document_, id_); }
    void rename(std::string_view name) { detail::call(sapwood_rename, document_, id_, name.data(), name.size()); }
    void set_text(std::string_view text) { detail::call(sapwood_set_text, document_, id_, text.data(), text.size()); }
    void set_inner_html(std::string_view html) {
        detail::call(sapwood_set_inner_html, document_, id_, html.data(), html.size());
    }

private:
    friend class node_range;

    template <typename Step>
    node step(Step step) const noexcept {
        return node(document_, step(document_, id_));
    }

    template <typename Make>
    std::string string(Make make) const {
        sapwood_string *text = nullptr;
        detail::call(make, document_, id_, &text);
        return detail::take(text);
    }

    sapwood_document *document_ = nullptr;
    sapwood_node id_ = 0;
};

/// The value of an XPath expression.
class xpath_value {
public:
    /// An item of a node-set: a node, or an attribute of one, with its string-value. That is missing for the last items of a value whose
    /// texts are too long together.
    struct item {
        node owner;
        std::optional<std::size_t> attribute;
        std::optional<std::string_view> text;
    };

    xpath_value(sapwood_document *document, sapwood_xpath_value *value) noexcept
        : document_(document), handle_(value) {}

    sapwood_xpath_type type() const noexcept { return sapwood_xpath_value_type(handle_.get()); }

    /// The items of a node-set; none for other values.
    std::vector<item> items() const {
        std::vector<item> found;
        sapwood_xpath_item raw;
        for (std::size_t at = 0; sapwood_xpath_value_at(handle_.get(), at, &raw); at++) {
            std::optional<std::size_t> attribute;
            if (raw.attribute >= 0) {
                attribute = static_cast<std::size_t>(raw.attribute);
            }
            found.push_back({node(document_, raw.node), attribute,
                             detail::optional_view(raw.text.data != nullptr, raw.text)});
        }
        return found;
    }

    /// The value as `string()` of XPath converts it.
    std::string_view string() const noexcept {
        sapwood_str text = {};
        sapwood_xpath_value_string(handle_.get(), &text);
        return detail::view(text);
    }

    double number() const noexcept { return sapwood_xpath_value_number(handle_.get()); }
    bool boolean() const noexcept { return sapwood_xpath_value_boolean(handle_.get()); }

private:
    sapwood_document *document_;
    detail::owner<sapwood_xpath_value, sapwood_xpath_value_free> handle_;
};

inline xpath_value node::evaluate(const xpath &xpath, const variables *variables, std::uint64_t budget) const {
    sapwood_xpath_value *found = nullptr;
    detail::call(sapwood_xpath_evaluate, document_, id_, xpath.get(), variables ? variables->get() : nullptr, budget,
                 &found);
    return xpath_value(document_, found);
}

/// The nodes of a subtree or a list of siblings, for `for`.
class node_range {
public:
    enum class order { siblings, tree };

    class iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = node;
        using difference_type = std::ptrdiff_t;
        using pointer = const node *;
        using reference = node;

        iterator(node at, sapwood_node root, order by) noexcept : at_(at), root_(root), order_(by) {}
        node operator*() const noexcept { return at_; }
        iterator &operator++() noexcept {
            at_ = order_ == order::siblings ? at_.next_sibling() : next_in_tree(at_, root_);
            return *this;
        }
        iterator operator++(int) noexcept {
            iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const iterator &other) const noexcept { return at_ == other.at_; }
        bool operator!=(const iterator &other) const noexcept { return at_ != other.at_; }

    private:
        node at_;
        sapwood_node root_;
        order order_;
    };

    node_range(node first, sapwood_node root, order by) noexcept : first_(first), root_(root), order_(by) {}
    iterator begin() const noexcept { return iterator(first_, root_, order_); }
    iterator end() const noexcept { return iterator(node(), root_, order_); }

private:
    static node next_in_tree(node at, sapwood_node root) noexcept {
        return node(at.document_, sapwood_node_next(at.document_, at.id_, root));
    }

    node first_;
    sapwood_node root_;
    order order_;
};

inline node_range node::children() const noexcept {
    return node_range(first_child(), id_, node_range::order::siblings);
}

inline node_range node::descendants() const noexcept {
    return node_range(first_child(), id_, node_range::order::tree);
}

/// A document, or a fragment.
class document {
public:
    explicit document(sapwood_document *handle) noexcept : handle_(handle) {}

    node root() const noexcept { return entry(sapwood_document_root); }
    node element() const noexcept { return entry(sapwood_document_element); }
    node head() const noexcept { return entry(sapwood_document_head); }
    node body() const noexcept { return entry(sapwood_document_body); }

    std::vector<node> select(std::string_view css) const { return root().select(css); }
    std::vector<node> select(const selector &selector) const { return root().select(selector); }
    node select_first(std::string_view css) const { return root().select_first(css); }
    std::string inner_text() const { return root().inner_text(); }
    std::string markdown(std::string_view url = {}) const { return root().markdown(url); }
    std::string to_string(std::string_view format = "html") const { return root().to_string(format); }

    node create_element(std::string_view name) { return create(sapwood_create_element, name); }
    node create_text(std::string_view data) { return create(sapwood_create_text, data); }

    /// The name of the limit that ended the parse.
    std::optional<std::string_view> limit() const noexcept {
        sapwood_str name = {};
        return detail::optional_view(sapwood_document_limit(handle_.get(), &name), name);
    }

    /// The name of the encoding of the bytes that were parsed.
    std::optional<std::string_view> encoding() const noexcept {
        sapwood_str name = {};
        return detail::optional_view(sapwood_document_encoding(handle_.get(), &name), name);
    }

    sapwood_document *get() const noexcept { return handle_.get(); }

private:
    template <typename Find>
    node entry(Find find) const noexcept {
        return node(handle_.get(), find(handle_.get()));
    }

    template <typename Create>
    node create(Create create, std::string_view text) {
        sapwood_node made = 0;
        detail::call(create, handle_.get(), text.data(), text.size(), &made);
        return node(handle_.get(), made);
    }

    detail::owner<sapwood_document, sapwood_document_free> handle_;
};

namespace detail {

template <typename Parse>
document parsed(Parse parse, std::string_view markup, const sapwood_options *options) {
    sapwood_document *made = nullptr;
    call(parse, markup.data(), markup.size(), options, &made);
    return document(made);
}

} // namespace detail

/// Parses HTML text, which is UTF-8.
inline document parse(std::string_view html) { return detail::parsed(sapwood_parse, html, nullptr); }
inline document parse(std::string_view html, const options &options) {
    return detail::parsed(sapwood_parse, html, options.get());
}

/// Parses HTML in bytes, whose encoding is detected.
inline document parse_bytes(std::string_view html) { return detail::parsed(sapwood_parse_bytes, html, nullptr); }
inline document parse_bytes(std::string_view html, const options &options) {
    return detail::parsed(sapwood_parse_bytes, html, options.get());
}

/// Parses XML in bytes.
inline document parse_xml(std::string_view xml) { return detail::parsed(sapwood_parse_xml, xml, nullptr); }

/// Parses a fragment as the content of an element.
inline document parse_fragment(std::string_view html, std::string_view context = "body") {
    sapwood_document *made = nullptr;
    detail::call(sapwood_parse_fragment, html.data(), html.size(), context.data(), context.size(),
                 static_cast<const sapwood_options *>(nullptr), &made);
    return document(made);
}

/// The rules for untrusted HTML.
class sanitizer {
public:
    explicit sanitizer(std::string_view preset = "default") {
        sapwood_sanitizer *made = nullptr;
        detail::call(sapwood_sanitizer_preset, preset.data(), preset.size(), &made);
        handle_.reset(made);
    }

    std::string clean(std::string_view html) const {
        sapwood_string *text = nullptr;
        detail::call(sapwood_sanitize, handle_.get(), html.data(), html.size(), static_cast<const char *>(nullptr),
                     std::size_t{0}, &text);
        return detail::take(text);
    }

private:
    detail::owner<sapwood_sanitizer, sapwood_sanitizer_free> handle_;
};

/// A parser of input that comes in pieces.
class parser {
public:
    explicit parser(const sapwood_options *options = nullptr) {
        sapwood_parser *made = nullptr;
        detail::call(sapwood_parser_new_bytes, options, &made);
        handle_.reset(made);
    }

    void feed(std::string_view piece) { detail::call(sapwood_parser_feed, handle_.get(), piece.data(), piece.size()); }

    document finish() {
        sapwood_document *made = nullptr;
        detail::call(sapwood_parser_finish, handle_.get(), &made);
        return document(made);
    }

private:
    detail::owner<sapwood_parser, sapwood_parser_free> handle_;
};

/// What content is: text, which is escaped, or HTML.
enum class content_type { text, html };

/// The output at a place where a function writes content, while that function runs.
class content_writer {
public:
    explicit content_writer(const sapwood_content_writer *writer) noexcept : writer_(writer) {}

    void write(std::string_view content, content_type type = content_type::text) const {
        detail::call(sapwood_content_write, writer_, content.data(), content.size(), type == content_type::html);
    }

private:
    const sapwood_content_writer *writer_;
};

class unit;

namespace detail {

/// The functions of a rewriter, whose addresses the library keeps, and the first exception that one of them threw.
struct rewriting {
    using handler = std::function<void(unit &)>;

    struct slot {
        rewriting *owner;
        handler call;
        std::function<void(content_writer)> write;
        std::list<slot>::iterator self;
        bool is_called_once;
    };

    std::function<void(std::string_view)> output;
    std::list<slot> slots;
    std::exception_ptr thrown;

    slot *add(handler call, std::function<void(content_writer)> write, bool is_called_once) {
        slots.push_back({this, std::move(call), std::move(write), {}, is_called_once});
        slots.back().self = std::prev(slots.end());
        return &slots.back();
    }

    /// Runs a function of the caller. No exception may cross the library: it is kept, and the rewrite ends.
    template <typename Run>
    std::int32_t guard(Run run) noexcept {
        try {
            run();
            return 0;
        } catch (...) {
            if (!thrown) {
                thrown = std::current_exception();
            }
            return 1;
        }
    }

    static std::int32_t on_output(void *data, const char *piece, std::size_t length) {
        auto *self = static_cast<rewriting *>(data);
        return self->guard([&] { self->output(std::string_view(piece, length)); });
    }

    static std::int32_t on_unit(void *data, const sapwood_unit *raw);

    static std::int32_t on_content(void *data, const sapwood_content_writer *writer) {
        auto *slot = static_cast<rewriting::slot *>(data);
        rewriting *owner = slot->owner;
        std::int32_t answer = owner->guard([&] { slot->write(content_writer(writer)); });
        owner->slots.erase(slot->self);
        return answer;
    }
};

} // namespace detail

/// A part of a page, while the function of a rewriter that is called for it runs. Texts that it returns live as long.
class unit {
public:
    unit(const sapwood_unit *raw, detail::rewriting *owner) noexcept : raw_(raw), owner_(owner) {}

    sapwood_unit_type kind() const noexcept { return sapwood_unit_kind(raw_); }

    /// The name of an element, end tag or DOCTYPE.
    std::string_view name() const noexcept { return read(sapwood_unit_name).value_or(std::string_view()); }
    void set_name(std::string_view name) { detail::call(sapwood_unit_set_name, raw_, name.data(), name.size()); }
    /// The URL of an element's namespace.
    std::string_view namespace_url() const noexcept { return read(sapwood_unit_namespace).value_or(std::string_view()); }
    /// The identifiers of a DOCTYPE.
    std::string_view public_id() const noexcept { return read(sapwood_unit_public_id).value_or(std::string_view()); }
    std::string_view system_id() const noexcept { return read(sapwood_unit_system_id).value_or(std::string_view()); }

    std::optional<std::string_view> attribute(std::string_view name) const noexcept {
        sapwood_str text = {};
        bool exists = sapwood_unit_attribute(raw_, name.data(), name.size(), &text);
        return detail::optional_view(exists, text);
    }
    std::vector<std::pair<std::string_view, std::string_view>> attributes() const {
        std::vector<std::pair<std::string_view, std::string_view>> found;
        sapwood_str name = {}, value = {};
        for (std::size_t at = 0; sapwood_unit_attribute_at(raw_, at, &name, &value); at++) {
            found.emplace_back(detail::view(name), detail::view(value));
        }
        return found;
    }
    void set_attribute(std::string_view name, std::string_view value) {
        detail::call(sapwood_unit_set_attribute, raw_, name.data(), name.size(), value.data(), value.size());
    }
    void remove_attribute(std::string_view name) {
        detail::call(sapwood_unit_remove_attribute, raw_, name.data(), name.size());
    }

    /// A piece of text, or the data of a comment.
    std::string_view text() const noexcept { return read(sapwood_unit_text).value_or(std::string_view()); }
    /// Changes the data of a comment.
    void set_text(std::string_view data) { detail::call(sapwood_unit_set_text, raw_, data.data(), data.size()); }
    bool is_last_in_text_node() const noexcept { return sapwood_unit_is_last(raw_); }
    bool is_implied() const noexcept { return sapwood_unit_is_implied(raw_); }

    void insert(sapwood_place place, std::string_view content, content_type type = content_type::text) {
        detail::call(sapwood_unit_insert, raw_, static_cast<std::int32_t>(place), content.data(), content.size(),
                     type == content_type::html);
    }
    /// Inserts what a function writes when the output has come to the place.
    void insert(sapwood_place place, std::function<void(content_writer)> write) {
        detail::rewriting::slot *slot = owner_->add(nullptr, std::move(write), true);
        insert_or_forget(slot, [&] {
            detail::call(sapwood_unit_insert_stream, raw_, static_cast<std::int32_t>(place),
                         detail::rewriting::on_content, static_cast<void *>(slot));
        });
    }
    template <typename... Content>
    void before(Content... content) { insert(SAPWOOD_PLACE_BEFORE, std::move(content)...); }
    template <typename... Content>
    void after(Content... content) { insert(SAPWOOD_PLACE_AFTER, std::move(content)...); }
    template <typename... Content>
    void prepend(Content... content) { insert(SAPWOOD_PLACE_PREPEND, std::move(content)...); }
    template <typename... Content>
    void append(Content... content) { insert(SAPWOOD_PLACE_APPEND, std::move(content)...); }
    template <typename... Content>
    void set_inner_content(Content... content) { insert(SAPWOOD_PLACE_CONTENT, std::move(content)...); }
    template <typename... Content>
    void replace(Content... content) { insert(SAPWOOD_PLACE_REPLACE, std::move(content)...); }

    void remove() { detail::call(sapwood_unit_remove, raw_, false); }
    void remove_and_keep_content() { detail::call(sapwood_unit_remove, raw_, true); }

    /// Calls a function where an element ends: at its end tag, or where its end is implied.
    void on_end(std::function<void(unit &)> call) {
        detail::rewriting::slot *slot = owner_->add(std::move(call), nullptr, true);
        insert_or_forget(slot, [&] {
            detail::call(sapwood_unit_on_end, raw_, detail::rewriting::on_unit, static_cast<void *>(slot));
        });
    }

private:
    template <typename Read>
    std::optional<std::string_view> read(Read read) const noexcept {
        sapwood_str text = {};
        bool exists = read(raw_, &text);
        return detail::optional_view(exists, text);
    }

    /// Forgets a function that the library has not taken.
    template <typename Insert>
    void insert_or_forget(detail::rewriting::slot *slot, Insert insert) {
        try {
            insert();
        } catch (...) {
            owner_->slots.erase(slot->self);
            throw;
        }
    }

    const sapwood_unit *raw_;
    detail::rewriting *owner_;
};

inline std::int32_t detail::rewriting::on_unit(void *data, const sapwood_unit *raw) {
    auto *slot = static_cast<rewriting::slot *>(data);
    rewriting *owner = slot->owner;
    std::int32_t answer = owner->guard([&] {
        unit unit(raw, owner);
        slot->call(unit);
    });
    if (slot->is_called_once) {
        owner->slots.erase(slot->self);
    }
    return answer;
}

/// A rewriter of a page that comes in pieces: functions change what selectors match, and all other bytes stay as they are. An exception
/// of a function ends the rewrite and comes out of `feed` or `finish`.
class rewriter {
public:
    using handler = std::function<void(unit &)>;

    /// `output` gets the bytes that come out. After a limit, `pass_after_limit` lets the rest through as it is.
    explicit rewriter(std::function<void(std::string_view)> output, const options *options = nullptr,
                      bool pass_after_limit = false)
        : state_(std::make_unique<detail::rewriting>()) {
        state_->output = std::move(output);
        sapwood_rewriter *made = nullptr;
        detail::call(sapwood_rewriter_new, options ? options->get() : nullptr, pass_after_limit,
                     detail::rewriting::on_output, static_cast<void *>(state_.get()), &made);
        handle_.reset(made);
    }

    /// Calls a function for each element that matches, when its start tag was read.
    rewriter &on_element(const selector &selector, handler call) {
        return add(sapwood_rewriter_on_element, std::move(call), selector.get());
    }
    rewriter &on_element(std::string_view css, handler call) { return on_element(selector(css), std::move(call)); }

    /// Calls a function for each piece of text in elements that match, or for all text.
    rewriter &on_text(const selector &selector, handler call) {
        return add(sapwood_rewriter_on_text, std::move(call), selector.get());
    }
    rewriter &on_text(std::string_view css, handler call) { return on_text(selector(css), std::move(call)); }
    rewriter &on_text(handler call) { return add(sapwood_rewriter_on_text, std::move(call), everything()); }

    /// Calls a function for each comment in elements that match, or for all comments.
    rewriter &on_comment(const selector &selector, handler call) {
        return add(sapwood_rewriter_on_comment, std::move(call), selector.get());
    }
    rewriter &on_comment(std::string_view css, handler call) { return on_comment(selector(css), std::move(call)); }
    rewriter &on_comment(handler call) { return add(sapwood_rewriter_on_comment, std::move(call), everything()); }

    rewriter &on_doctype(handler call) { return add(sapwood_rewriter_on_doctype, std::move(call)); }

    /// Calls a function at the end of the document, where it can append content.
    rewriter &on_end(handler call) { return add(sapwood_rewriter_on_end, std::move(call)); }

    /// Rewrites the next piece, which may end anywhere.
    void feed(std::string_view piece) {
        sapwood_error *failure = nullptr;
        sapwood_status status = sapwood_rewriter_feed(handle_.get(), piece.data(), piece.size(), &failure);
        check(status, failure);
    }

    /// Ends the input. Returns the name of the limit after which the input passed through.
    std::optional<std::string_view> finish() {
        sapwood_error *failure = nullptr;
        sapwood_str limit = {};
        sapwood_status status = sapwood_rewriter_finish(handle_.get(), &limit, &failure);
        check(status, failure);
        return detail::optional_view(limit.data != nullptr, limit);
    }

private:
    static const sapwood_selector *everything() noexcept { return nullptr; }

    template <typename Add, typename... Selector>
    rewriter &add(Add add, handler call, Selector... selector) {
        detail::rewriting::slot *slot = state_->add(std::move(call), nullptr, false);
        try {
            detail::call(add, handle_.get(), selector..., detail::rewriting::on_unit, static_cast<void *>(slot));
        } catch (...) {
            state_->slots.erase(slot->self);
            throw;
        }
        return *this;
    }

    /// Throws what a function threw, or the error of the call.
    void check(sapwood_status status, sapwood_error *failure) {
        if (state_->thrown) {
            sapwood_error_free(failure);
            std::rethrow_exception(std::exchange(state_->thrown, nullptr));
        }
        detail::check(status, failure);
    }

    /// It outlives the handle, whose functions are in it.
    std::unique_ptr<detail::rewriting> state_;
    detail::owner<sapwood_rewriter, sapwood_rewriter_free> handle_;
};

} // namespace sapwood

#endif // SAPWOOD_HPP
