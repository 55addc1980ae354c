"""Misuse: whatever is called with whatever, the answer is a result or an exception, never a crash or a deadlock."""

import gc
import inspect
import io
import random
import subprocess
import sys
import sysconfig
import textwrap
import threading
import weakref

import pytest

import sapwood
import sapwood.warc
from sapwood import _sapwood

PAGE = "<title>t</title><div id=a class='x y'><p>1<b>2</b><!--c-->3</p><template><i>t</i></template><table><tr><td>4</table><form><input name=q></form><a href=/>l</a></div>"

RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>1"
WARC = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(RESPONSE), RESPONSE)

WRONG: list[object] = [
    None, True, 0, -1, 2**80, 1.5, float("nan"), "", "p", "..", "\ud800", "\0", "a" * 5000, "//p[", b"", b"<p>", [], [1],
    {}, {"a": 1}, {"a": "b"}, (), ("p", "href"), object(), int, len, Ellipsis, range(3), memoryview(b"x"), set(), iter("ab"),
]  # fmt: skip


def rewriter_samples() -> list[object]:
    """A rewriter, a page in progress, and what callbacks get."""
    units: dict[type, object] = {}

    def keep(unit: object) -> None:
        units[type(unit)] = unit
        if isinstance(unit, sapwood.RewriterElement):
            unit.on_end_tag(keep)

    rewriter = sapwood.Rewriter().on_element("p", keep).on_text(None, keep).on_comment(None, keep)
    rewriter.on_doctype(keep).on_end(keep).rewrite("<!DOCTYPE html><p>1<!--c--></p>")
    return [rewriter, rewriter.start(), *units.values()]


def samples() -> list[object]:
    """An object of every class that has instances, fresh and stale ones."""
    document = sapwood.parse(PAGE, errors=True, positions=True)
    other = sapwood.parse("<p>other")
    stale_document = sapwood.parse("<p>stale")
    stale = stale_document.select_one("p")
    stale_attrs, stale_classes = stale.attrs, stale.classes
    stale_document.compact()
    element = document.select_one("div")
    xml = sapwood.parse_xml("<a><?p i?><b/></a>")
    extractor = sapwood.Extractor("p", {"a": None, "b": ("b", "id")})
    schema = sapwood.warc.schema("url,title")
    return [
        document, other, xml, sapwood.parse_fragment("<td>1", "tr"), element, document.select_one("b"), stale, stale_attrs,
        stale_classes, element.attrs, element.classes, document.select_one("p").children[0], document.create_comment("c"),
        document.create_element("u"), sapwood.parse("<!DOCTYPE html>").doctype, xml.root.children[0],
        document.select_one("template").content, iter(element), sapwood.Selector("p"), sapwood.Limits(depth=3),
        document.errors[0], document.links()[0], document.chunks()[0], sapwood.links(PAGE)[0], document.tables()[0], document.forms()[0], extractor,
        extractor.many([PAGE]), extractor.to_arrow([PAGE]), sapwood.Parser(), sapwood.Stream(),
        sapwood.parse_many([PAGE]), document.article(), document.check()[0], sapwood.Sanitizer(),
        sapwood.parse("<p onclick=x>").sanitize()[0], schema,
        sapwood.warc.read(io.BytesIO(WARC)), next(sapwood.warc.read(io.BytesIO(WARC))),
        *rewriter_samples(),
    ]  # fmt: skip


def names_of(value: object) -> list[str]:
    """All attributes but those that end the process or the test."""
    return [name for name in dir(value) if name not in ("__class__", "__dict__", "__init_subclass__", "__subclasshook__")]


def use(value: object, name: str, arguments: list[object]) -> None:
    try:
        found = getattr(value, name)
        if callable(found):
            result = found(*arguments)
            if hasattr(result, "__next__"):
                for _, _ in zip(range(50), result):
                    pass
        elif arguments:
            setattr(value, name, arguments[0])
    except Exception as error:
        assert type(error).__name__ != "PanicException"
        assert not isinstance(error, SystemError), (value, name, arguments, error)


def test_every_class_is_sampled() -> None:
    classes = {value for value in vars(_sapwood).values() if isinstance(value, type)}
    assert {type(value) for value in samples()} == classes - {sapwood.Node}


@pytest.mark.parametrize("index", range(len(samples())))
def test_every_method_with_wrong_types(index: int) -> None:
    values = samples()
    for name in names_of(values[index]):
        use(values[index], name, [])
        for wrong in [*WRONG, *values]:
            use(values[index], name, [wrong])
            use(values[index], name, [wrong, wrong])
        use(values[index], name, ["p", "q", "r"])
        use(values[index], name, ["p"] * 6)
    values[0].html  # noqa: B018


def test_every_function_and_class_with_wrong_types() -> None:
    values = samples()
    for name, function in inspect.getmembers(_sapwood, callable):
        for wrong in [*WRONG, *values]:
            use(_sapwood, name, [wrong])
            use(_sapwood, name, [wrong, wrong])
            try:
                function("<p>", limits=wrong, encoding=wrong, errors=wrong)
            except (TypeError, ValueError, sapwood.SapwoodError):
                pass


def test_classes_cannot_be_made_or_extended_by_accident() -> None:
    for cls in (sapwood.Document, sapwood.Element, sapwood.Node, sapwood.Text, sapwood.Attributes):
        with pytest.raises(TypeError):
            cls()
        with pytest.raises(TypeError):
            cls.__new__(cls)
    with pytest.raises(TypeError):
        type("Own", (sapwood.Element,), {})
    with pytest.raises((AttributeError, TypeError)):
        sapwood.parse("").body.own = 1


def random_calls(seed: int, count: int) -> None:
    """Calls methods at random with objects that earlier calls returned."""
    chance = random.Random(seed)
    pool: list[object] = []
    for number in range(count):
        if number % 500 == 0:
            pool = [value for value in samples() if not isinstance(value, (sapwood.Stream, sapwood.Parser))]
        value = chance.choice(pool)
        name = chance.choice(NAMES.setdefault(type(value), names_of(value)))
        arguments = [chance.choice(chance.choice((WRONG, pool))) for _ in range(chance.choice((0, 0, 1, 1, 1, 2, 3)))]
        try:
            found = getattr(value, name)
            if chance.random() < 0.05 and arguments:
                setattr(value, name, arguments[0])
            elif callable(found):
                found = found(*arguments)
            if type(found).__module__ == "sapwood":
                pool.append(found)
            elif isinstance(found, list):
                pool += [it for it in found[:5] if type(it).__module__ == "sapwood"]
        except Exception as error:
            assert not isinstance(error, SystemError), (value, name, arguments, error)


NAMES: dict[type, list[str]] = {}


def test_random_calls(random_call_count: int) -> None:
    random_calls(1, random_call_count)


def test_random_calls_in_threads(random_call_count: int) -> None:
    threads = [threading.Thread(target=random_calls, args=(seed, random_call_count // 8)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
        assert not thread.is_alive()


def test_threads_edit_and_read_one_document() -> None:
    document = sapwood.parse("<ul>" + "<li>x</li>" * 20000 + "</ul>")
    root = document.select_one("ul")
    failures: list[BaseException] = []
    end = threading.Event()

    def guarded(work) -> None:
        try:
            while not end.is_set():
                work()
        except BaseException as error:
            failures.append(error)

    def edit() -> None:
        item = document.create_element("li", {"class": "new"}, text="y")
        root.append(item)
        item.wrap("div")
        root.select_one("li").remove()

    def read() -> None:
        assert len(document.select("li")) >= 10
        assert document.select_one("ul").text
        document.inner_text  # noqa: B018

    def other() -> None:
        second = sapwood.parse("<p>1<b>2")
        root.append(document.adopt(second.select_one("p")))
        second.body.append(second.adopt(root.select_one("li")))

    threads = [threading.Thread(target=guarded, args=(work,)) for work in (edit, edit, read, read, other)]
    for thread in threads:
        thread.start()
    end.wait(2)
    end.set()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "deadlock"
    assert failures == []


def test_threads_over_many_documents_agree_with_one_thread(pages: list[bytes]) -> None:
    def answers(page: bytes) -> tuple:
        document = sapwood.parse(page)
        for item in document.select("li, p")[:20]:
            item["data-seen"] = "1"
        article = document.article()
        links = [link.url for link in document.links("https://example.com/")]
        return document.html, document.inner_text, links, article.to_markdown(), len(document.select("[data-seen]"))

    some = pages[:24]
    expected = [answers(page) for page in some]
    found: dict[int, list[tuple]] = {}

    def work(seed: int) -> None:
        # Each thread has an order of its own.
        order = random.Random(seed).sample(range(len(some)), len(some))
        own = {index: answers(some[index]) for index in order}
        found[seed] = [own[index] for index in range(len(some))]

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive(), "deadlock"
    assert sorted(found) == list(range(8)) and all(own == expected for own in found.values())


SUBINTERPRETERS = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import sapwood
code = '''
try:
    import sapwood
except ImportError as error:
    assert "interpreter" in str(error), error
else:
    raise AssertionError("imported")
'''
for _ in range(3):
    name = interpreters.create()
    failure = interpreters.run_string(name, code)
    assert failure is None, failure
    interpreters.destroy(name)
assert sapwood.parse("<p>x").body.text == "x"
"""


def test_subinterpreters_are_refused() -> None:
    done = subprocess.run([sys.executable, "-c", SUBINTERPRETERS], capture_output=True, text=True, timeout=120)
    if "No module named '_xxsubinterpreters'" in done.stderr:
        pytest.skip("this Python has no module for subinterpreters")
    assert done.returncode == 0, done.stderr


def test_edits_during_iteration_and_in_callbacks() -> None:
    document = sapwood.parse("<ul>" + "<li>x" * 100)
    root = document.select_one("ul")
    for item in root:
        item.remove()
        root.append("y")
    for node in document.descendants():
        node.remove()
    assert document.select("*") == []
    document = sapwood.parse(PAGE)
    stream = sapwood.Stream().on("p", lambda it: (it.remove(), document.body.append(document.adopt(it)), it.document.compact()))
    stream.feed("<p>1</p>" * 100)
    stream.close()
    assert len(document.select("p")) == 101


def test_finalizers_that_edit_run_outside_the_lock() -> None:
    document = sapwood.parse("<ul>" + "<li>x" * 1000)

    class Editor:
        def __init__(self) -> None:
            self.cycle = self

        def __del__(self) -> None:
            document.body.append("z")
            document.select("li")

    gc.set_threshold(1)
    try:
        for _ in range(50):
            Editor()
            document.select("li")
            document.select_text("li")
            dict(document.select_one("ul").attrs)
            document.links()
            sapwood.Extractor("li", {"a": None}).rows(document)
    finally:
        gc.set_threshold(700, 10, 10)


@pytest.mark.skipif(bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="there each access makes an object")
def test_an_element_has_one_object_at_a_time() -> None:
    document = sapwood.parse("<ul>" + "<li><a href=/>x</a>" * 300 + "</ul>")
    items = document.select("li")
    assert all(one is other for one, other in zip(items, document.select("li"), strict=True))
    assert items[0].parent is items[1].parent is document.select_one("ul")
    assert sapwood.parse("<p>").select_one("p") is not sapwood.parse("<p>").select_one("p")
    generator = random.Random(1)
    held: dict[int, sapwood.Element] = {}
    for _ in range(5000):
        at = generator.randrange(len(items))
        if held.pop(at, None) is None:
            found = items[at].select_one("a")
            assert found is not None and found.closest("li") is items[at]
            held[at] = found
        other = generator.choice(items).select_one("a")
        assert other is not None and other["href"] == "/"
    removed = items.pop()
    link = removed.select_one("a")
    removed.remove()
    assert removed.select_one("a") is link
    del document, items
    gc.collect()
    assert all(found.text == "x" for found in held.values())


@pytest.mark.skipif(bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="there each access makes an object")
def test_stale_elements_leave_their_places_to_the_elements_of_a_compacted_document() -> None:
    document = sapwood.parse("<i>gone</i>" + "<b>x</b>" * 1000)
    stale = document.select("b")
    document.select_one("i").remove()
    document.compact()
    fresh = document.select("b")
    assert len({*stale, *fresh}) == 2000
    with pytest.raises(sapwood.StaleNodeError):
        print(stale[-1].text)
    assert all(one is other for one, other in zip(fresh, document.select("b"), strict=True))
    del stale
    assert all(one is other for one, other in zip(fresh, document.select("b"), strict=True))
    assert fresh[-1].text == "x"


def test_the_memory_of_freed_elements_is_used_again() -> None:
    documents = [sapwood.parse(f"<b id=b{number}>x</b>" * 2000) for number in range(5)]
    generator = random.Random(2)
    held: list[sapwood.Element] = []
    for _ in range(200):
        number = generator.randrange(5)
        found = documents[number].select("b")
        assert {element.id for element in found} == {f"b{number}"}
        held += generator.sample(found, 500)
        generator.shuffle(held)
        del held[3000:], found
        assert all(element.text == "x" and element.document in documents for element in held[::100])


def test_a_finalizer_that_asks_for_the_element_being_created() -> None:
    document = sapwood.parse("<p>" + "<b>x</b>" * 200)
    kept = []

    class Asks:
        def __init__(self) -> None:
            self.cycle = self

        def __del__(self) -> None:
            kept.append(document.select("b"))

    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(50):
            Asks()
            found = document.select("b")
            assert len({*found, *document.select("b")}) == 200
            del kept[:-2]
    finally:
        gc.set_threshold(*before)
    del kept[:]
    assert [element.text for element in document.select("b")] == ["x"] * 200


def test_cycles_are_collected() -> None:
    class Owner:
        """Something that a callback or source holds, and that holds the stream or the batches."""

    gone = []
    for kind in range(3):
        owner = Owner()
        weakref.finalize(owner, gone.append, kind)
        source = (page for page, _ in [("<p>", owner)] * 3)
        if kind == 0:
            owner.held = sapwood.Stream().on("p", lambda _, owner=owner: owner)
            owner.held.feed("<p>1</p>")
        elif kind == 1:
            owner.held = sapwood.parse_many(source)
        else:
            owner.held = sapwood.Extractor("p", {"a": None}).many(source)
        del owner, source
    gc.collect()
    assert sorted(gone) == [0, 1, 2]


@pytest.mark.parametrize("tag", ["div", "b", "table", "svg", "a"])
def test_deep_pages(tag: str) -> None:
    depth = 100_000
    document = sapwood.parse(f"<{tag}>" * depth + "x")
    assert document.text == "x"
    for result in (document.html, document.inner_text, document.to_markdown(), document.to_html(minify=True), document.to_xml()):
        assert isinstance(result, str)
    deepest = document.select("*")[-1]
    assert len(list(deepest.ancestors())) >= 2
    assert document.xpath("count(//*)") == len(document.select("*"))
    document.copy()
    deepest.append(document.create_element("i"))
    sapwood.parse("").adopt(document.root)
    document.links(), document.tables(), document.forms(), document.microdata()
    article = document.article()
    article.text, article.html, article.to_markdown()
    document.sanitize()
    assert isinstance(sapwood.sanitize(f"<{tag}>" * depth + "x"), str)
    assert sapwood.check(f"<{tag}>" * 1000)


def test_deep_json_and_selectors() -> None:
    page = f'<script type="application/ld+json">{"[" * 100000}{"]" * 100000}</script>'
    assert sapwood.parse(page).json_ld() == []
    document = sapwood.parse(PAGE)
    for css in (":not(" * 10000 + "p" + ")" * 10000, "p " * 50000, "p," * 50000 + "p"):
        try:
            document.select(css)
        except sapwood.SelectorError:
            pass
    for path in ("(" * 100000 + "1" + ")" * 100000, "/a" * 10000, "-" * 100000 + "1"):
        try:
            document.xpath(path)
        except sapwood.XPathError:
            pass


@pytest.mark.parametrize(
    "program",
    [
        "elements = sapwood.parse('<p>1<p>2').select('p')",
        "sys.elements = sapwood.parse('<p>1').select('p')",
        "sys.stream = sapwood.Stream().on('p', print); sys.stream.feed('<p>1')",
        "sys.many = sapwood.parse_many(['<p>'] * 100, 4); next(sys.many)",
        "sys.parser = sapwood.Parser(); sys.parser.feed(b'<p>' * 100000)",
        "import threading; threading.Thread(target=lambda: [sapwood.parse(b'<p>' * 10**6) for _ in range(50)], daemon=True).start()",
        "import threading; d = sapwood.parse('<p>' * 10**5); threading.Thread(target=lambda: [d.select('p:not(b)') for _ in range(10**4)], daemon=True).start()",
        "sys.attrs = sapwood.parse('<p id=1>').select_one('p').attrs; sys.attrs['x'] = 'y'",
        "e = sapwood.parse('<p>').body; e.document; import atexit; atexit.register(lambda: e.append('x'))",
        "class C:\n    def __del__(self): self.e.append('x'); self.e.select('p')\nc = C(); c.e = sapwood.parse('<p>').body; sys.c = c",
    ],
)
def test_exit_with_live_objects(program: str) -> None:
    source = "import sys, sapwood\n" + textwrap.dedent(program)
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", source], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert b"panick" not in done.stderr
