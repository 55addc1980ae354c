//! Rendered text, links and tables.

use std::rc::Rc;

use sapwood_dom::{
    NodeRef,
    extract::{self as dom, LinkKind, RowGroup},
};

use super::{
    Snapshot,
    queried::{Queried, handle},
};
use crate::{
    dom::RcDom,
    node::{Handle, Node},
};

/// A reference to a resource by its URL.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Link {
    /// The element.
    pub element: Handle,
    /// The local name of the attribute, whose value may hold several URLs.
    pub attribute: String,
    /// The use that the document makes of the resource.
    pub kind: LinkKind,
    /// The URL, unresolved.
    pub value: String,
    /// The descriptor in a `srcset`, such as `2x` or `300w`; `None` for other links and without a descriptor.
    pub descriptor: Option<String>,
}

/// A table, its spans resolved.
///
/// There is a row for each `tr`, those of `tfoot` last. Spans that would cover too many slots are cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Table {
    /// The `table` element.
    pub element: Handle,
    /// Its `caption`.
    pub caption: Option<Handle>,
    /// The cells in tree order, with those of `tfoot` last.
    pub cells: Vec<Cell>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The number of columns.
    pub width: usize,
    /// The number of header rows at the beginning: rows of `thead`, and rows in which all cells are `th`.
    pub header_rows: usize,
    /// Whether spans were cut.
    pub is_truncated: bool,
}

/// A row of a [`Table`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The `tr` element.
    pub element: Handle,
    /// The kind of its group.
    pub group: RowGroup,
    /// The index of the covering cell of each slot, from the first column on.
    pub slots: Vec<Option<usize>>,
}

/// A cell of a [`Table`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cell {
    /// The `td` or `th` element.
    pub element: Handle,
    /// The index of its first row.
    pub row: usize,
    /// The index of its first column.
    pub column: usize,
    /// Its height in rows.
    pub height: usize,
    /// Its width in columns.
    pub width: usize,
    /// Whether it is a `th`.
    pub is_header: bool,
    /// The text as a person reads it, without that of nested tables.
    pub text: String,
}

impl Table {
    /// Returns the cell that covers a slot.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cells.get((*self.rows.get(row)?.slots.get(column)?)?)
    }
}

/// # Extracting content
impl RcDom {
    /// Returns the text as a person reads it: the standard's
    /// [`innerText`](https://html.spec.whatwg.org/multipage/dom.html#dom-innertext) under the styles that browsers have
    /// for elements and those in `style` attributes.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<title>Oak</title><p>Leaves <b>and</b>\n acorns<p hidden>x";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// assert_eq!(dom.inner_text(), "Leaves and acorns");
    /// ```
    #[must_use]
    pub fn inner_text(&self) -> String {
        self.query(|_, root| root.inner_text())
    }

    /// Returns the references to other resources, in tree order.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, extract::LinkKind, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<a href=/more>More</a><img srcset='a.png, b.png 2x'>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// let links = dom.links();
    /// assert_eq!((links[0].kind, &*links[0].value), (LinkKind::Hyperlink, "/more"));
    /// assert_eq!((&*links[2].value, links[2].descriptor.as_deref()), ("b.png", Some("2x")));
    /// ```
    #[must_use]
    pub fn links(&self) -> Vec<Link> {
        links(self)
    }

    /// Returns the tables, in tree order, nested ones included.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<table><tr><th>Tree<th>Height<tr><td>Oak<td>40</table>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// let table = &dom.tables()[0];
    /// assert_eq!((table.width, table.rows.len(), table.header_rows), (2, 2, 1));
    /// assert_eq!(table.cell(1, 0).unwrap().text, "Oak");
    /// ```
    #[must_use]
    pub fn tables(&self) -> Vec<Table> {
        tables(self)
    }
}

/// # Extracting content
impl Node {
    /// Returns the text as a person reads it, as [`RcDom::inner_text`]. If the node itself isn't rendered, that is the plain
    /// [text content](Self::text_content).
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<p>Oak\n tree<script>x()</script>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// let body = dom.document.children.borrow()[0].children.borrow()[1].clone();
    /// assert_eq!(body.inner_text(), "Oak tree");
    /// ```
    #[must_use]
    pub fn inner_text(self: &Rc<Self>) -> String {
        self.query(|_, node| node.inner_text())
    }

    /// Returns the references to other resources, in tree order, those of the node itself included.
    #[must_use]
    pub fn links(self: &Rc<Self>) -> Vec<Link> {
        links(self)
    }

    /// Returns the tables, in tree order, nested ones included, and the node itself if it is one.
    #[must_use]
    pub fn tables(self: &Rc<Self>) -> Vec<Table> {
        tables(self)
    }
}

fn links(below: &impl Queried) -> Vec<Link> {
    below.query(|snapshot, root| {
        let links = root.links().map(|link| Link {
            element: handle(snapshot, link.element),
            attribute: link.attribute.to_owned(),
            kind: link.kind,
            descriptor: link.descriptor(),
            value: link.value.into_owned(),
        });
        links.collect()
    })
}

fn tables(below: &impl Queried) -> Vec<Table> {
    below.query(tables_below)
}

fn tables_below(snapshot: &Snapshot, root: NodeRef<'_>) -> Vec<Table> {
    let handle = |node| handle(snapshot, node);
    let tables = root.tables().map(|table| {
        let cells = table.cells().iter().map(|cell| Cell {
            element: handle(cell.element),
            row: cell.row,
            column: cell.column,
            height: cell.height,
            width: cell.width,
            is_header: cell.is_header,
            text: cell.text(),
        });
        // The cells are in the order of their first slots, which no two of them share.
        let index = |cell: &dom::Cell<'_>| {
            let slot = (cell.row, cell.column);
            table.cells().binary_search_by_key(&slot, |it| (it.row, it.column)).ok()
        };
        let rows = table.rows().map(|row| Row {
            element: handle(row.element),
            group: row.group,
            slots: row.cells().map(|cell| index(cell?)).collect(),
        });
        Table {
            element: handle(table.element),
            caption: table.caption.map(handle),
            cells: cells.collect(),
            rows: rows.collect(),
            width: table.width(),
            header_rows: table.header_rows(),
            is_truncated: table.is_truncated(),
        }
    });
    tables.collect()
}
