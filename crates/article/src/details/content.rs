//! One walk over the elements of the content.

use sapwood_names::{attr, sets, tag};
use sapwood_tree::{Node, Step, Walk};

use super::reader::Page;
use crate::{
    facts::{Picture, Section},
    things::label,
};

/// Sections, images, tables and lists of the content.
pub(super) struct Content<N> {
    pub(super) sections: Vec<Section<N>>,
    pub(super) images: Vec<Picture<N>>,
    /// The `table` elements that aren't in others.
    pub(super) tables: Vec<N>,
    /// The `dl` and `ul` elements.
    pub(super) lists: Vec<N>,
}

/// An open `figure` element.
struct Figure<N> {
    element: N,
    /// The number of images before it.
    first: usize,
    caption: Option<String>,
}

/// Images that have one caption.
const MOST_CAPTIONED: usize = 32;

impl<'d, N: Node<'d>> Content<N> {
    pub(super) fn of(page: &Page<'_, N>) -> Self {
        let mut content = Self {
            sections: Vec::new(),
            images: Vec::new(),
            tables: Vec::new(),
            lists: Vec::new(),
        };
        let mut figures: Vec<Figure<N>> = Vec::new();
        let mut table = None;
        content.enter(page.root);
        let mut walk = Walk::over(page.root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if page.skipped.contains(node) => walk.skip_children(),
                Step::Enter(node) if node.is_html(tag::FIGURE) => {
                    let first = content.images.len();
                    figures.push(Figure { element: node, first, caption: None });
                }
                Step::Enter(node) if node.is_html(tag::FIGCAPTION) => {
                    if let Some(figure) = figures.last_mut() {
                        figure.caption = Some(label(node)).filter(|text| !text.is_empty());
                    }
                }
                Step::Enter(node) if node.is_html(tag::TABLE) && table.is_none() => {
                    table = Some(node);
                    content.tables.push(node);
                }
                Step::Enter(node) => content.enter(node),
                Step::Leave(node) => {
                    if let Some(figure) = figures.pop_if(|it| it.element == node) {
                        for image in content.images[figure.first..].iter_mut().take(MOST_CAPTIONED)
                        {
                            // The innermost caption was there first.
                            image.caption = image.caption.take().or_else(|| figure.caption.clone());
                        }
                    }
                    table = table.filter(|it| *it != node);
                }
            }
        }
        content
    }

    fn enter(&mut self, node: N) {
        let Some(head) = node.element_head().filter(|head| node.is_html(head.name)) else { return };
        match head.name {
            tag::IMG => self.images.extend(Picture::of(node)),
            tag::DL | tag::UL => self.lists.push(node),
            id if sets::HEADING.contains(id) => self.sections.extend(Section::of(node)),
            _ => {}
        }
    }
}

impl<'d, N: Node<'d>> Section<N> {
    fn of(element: N) -> Option<Self> {
        let title = label(element);
        let level = element.name().local.text.strip_prefix('h')?.parse().ok()?;
        let id_of = |node: N| node.known_attribute(attr::ID).filter(|id| !id.is_empty());
        // Generators write the id on a link in the heading as well.
        let within =
            || element.children().find_map(|node| node.is_element().then(|| id_of(node))?);
        let id = id_of(element).or_else(within).map(str::to_owned);
        (!title.is_empty()).then_some(Self { element, level, title, id })
    }
}

/// Attributes that scripts take an image's URL from once it is scrolled to, before `src`, which then is a placeholder.
const LAZY_SOURCES: [&str; 3] = ["data-src", "data-original", "data-lazy-src"];

impl<'d, N: Node<'d>> Picture<N> {
    fn of(element: N) -> Option<Self> {
        let lazy = LAZY_SOURCES.iter().find_map(|name| element.attr(name));
        let url = lazy.or_else(|| element.known_attribute(attr::SRC))?.trim_ascii();
        let alt = element.known_attribute(attr::ALT).map(str::trim_ascii);
        (!url.is_empty() && !url.starts_with("data:")).then(|| Self {
            element,
            url: url.to_owned(),
            alt: alt.filter(|alt| !alt.is_empty()).map(str::to_owned),
            caption: None,
        })
    }
}
