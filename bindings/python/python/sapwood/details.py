"""The details of a page by its kind, which `Article.details` holds.

>>> import sapwood
>>> details = sapwood.parse('''<meta property=og:type content=product>
...     <meta property=product:price:amount content=19.90><meta property=product:price:currency content=EUR>
...     <main><h1>Oak</h1><p>A tree of the beech family, in a pot.''').article().details
>>> details.product.price
Fact(value='19.90', source='meta')
>>> details.product.name.value, [section.title for section in details.sections]
('Oak', ['Oak'])
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

__all__ = [
    "Details",
    "Fact",
    "Feature",
    "Image",
    "Item",
    "Person",
    "Post",
    "Product",
    "Rating",
    "Section",
    "Table",
]

T = TypeVar("T")

if TYPE_CHECKING:
    # The place that a value comes from; the first are trusted most, and `tree` is the elements and their texts.
    _Source = Literal["json-ld", "microdata", "rdfa", "meta", "tree"]


@dataclass(frozen=True)
class Fact(Generic[T]):
    """A value, and where it comes from."""

    value: T
    source: _Source


@dataclass(frozen=True)
class Person:
    """A person or a group; ``url`` is that of a page about them, as it is written."""

    name: str
    url: str | None
    source: _Source


@dataclass(frozen=True)
class Section:
    """A heading of the content; ``id`` is the one that a URL can lead to."""

    level: int
    title: str
    id: str | None


@dataclass(frozen=True)
class Image:
    """An image of the content, its URL as it is written."""

    url: str
    alt: str | None
    caption: str | None


@dataclass(frozen=True)
class Table:
    """A table of the content: texts, ``None`` where no cell is."""

    caption: str | None
    header_rows: int
    rows: list[list[str | None]]


@dataclass(frozen=True)
class Post:
    """A post of a thread. The text is without that of posts in it; ``published`` is as `Details.published`."""

    text: str
    author: Person | None
    published: Fact[str] | None
    votes: Fact[int] | None
    is_question: bool
    is_accepted: bool
    source: _Source


@dataclass(frozen=True)
class Rating:
    """A mean of ratings and the best that can be given, as they are written, and the number of ratings or reviews."""

    value: str
    best: str
    count: int | None
    source: _Source


@dataclass(frozen=True)
class Feature:
    """A property of a product. The name is empty for an entry of a list."""

    name: str
    value: str
    source: _Source


@dataclass(frozen=True)
class Product:
    """What is known about a product.

    The price has a point before its decimals; of several offers it is the lowest. The currency is by ISO 4217, the availability
    by schema.org, such as ``InStock``.
    """

    name: Fact[str] | None
    brand: Fact[str] | None
    sku: Fact[str] | None
    price: Fact[str] | None
    currency: Fact[str] | None
    availability: Fact[str] | None
    rating: Rating | None
    description: Fact[str] | None
    features: list[Feature]
    images: list[Fact[str]]


@dataclass(frozen=True)
class Item:
    """An item of a list: what it leads to, the URL as it is written."""

    title: str
    url: str | None
    summary: str | None
    source: _Source


@dataclass(frozen=True)
class Details:
    """What a page of its kind has besides text.

    Dates are days, such as ``2025-09-04``, or have the time and the offset that the page states, such as
    ``2025-09-04T10:00+02:00``; `datetime.datetime.fromisoformat` reads them. ``posts`` is empty but for a thread, ``product``
    ``None`` but for a product, ``items`` empty but for lists.
    """

    authors: list[Person]
    published: Fact[str] | None
    modified: Fact[str] | None
    sections: list[Section]
    images: list[Image]
    tables: list[Table]
    posts: list[Post]
    product: Product | None
    items: list[Item]


def _optional(make: Callable[..., T], members: dict[str, Any] | None) -> T | None:
    return None if members is None else make(**members)


def _post(members: dict[str, Any]) -> Post:
    return Post(
        **{
            **members,
            "author": _optional(Person, members["author"]),
            "published": _optional(Fact, members["published"]),
            "votes": _optional(Fact, members["votes"]),
        }
    )


def _product(**members: Any) -> Product:
    facts = {name: _optional(Fact, value) for name, value in members.items() if name not in ("features", "images", "rating")}
    return Product(
        rating=_optional(Rating, members["rating"]),
        features=[Feature(**it) for it in members["features"]],
        images=[Fact(**it) for it in members["images"]],
        **facts,
    )


def _of_json(text: str) -> Details:
    """Returns the details that the library has written."""
    members = json.loads(text)
    return Details(
        authors=[Person(**it) for it in members["authors"]],
        published=_optional(Fact, members["published"]),
        modified=_optional(Fact, members["modified"]),
        sections=[Section(**it) for it in members["sections"]],
        images=[Image(**it) for it in members["images"]],
        tables=[Table(**it) for it in members["tables"]],
        posts=[_post(it) for it in members["posts"]],
        product=_optional(_product, members["product"]),
        items=[Item(**it) for it in members["items"]],
    )
