//! The items of a list: those that the page states, or the elements that look alike.

use std::collections::{HashMap, HashSet};

use sapwood_names::{NameId, attr, sets, tag};
use sapwood_tree::{Node, Step, Walk};

use super::reader::{Page, Reader};
use crate::{
    facts::{ListItem, Source},
    things::{Value, label, short_text, short_text_but},
};

const LISTS: &[&str] = &["ItemList", "SearchResultsPage"];
/// Fewer elements that look alike are no list.
const FEWEST_ITEMS: usize = 3;
/// Shorter texts are no titles, and longer ones are none.
const TITLE_LENGTHS: std::ops::RangeInclusive<usize> = 3..=300;
/// A shorter text is no summary.
const SHORTEST_SUMMARY: usize = 20;

impl<'d, N: Node<'d>> Reader<'_, N> {
    pub(super) fn items(&self) -> Vec<ListItem<N>> {
        let stated = self.things.of_types(LISTS).map(|list| self.stated_items(list));
        let longest = stated.filter(|items| items.len() >= FEWEST_ITEMS).max_by_key(Vec::len);
        longest.unwrap_or_else(|| self.items_of_tree())
    }

    fn stated_items(&self, list: usize) -> Vec<ListItem<N>> {
        let entries = self.things.parts(list, &["itemListElement"]);
        let mut met = HashSet::new();
        let item = |entry: usize| {
            // An entry is a thing, or has one as its `item`.
            let item = self.things.parts(entry, &["item"]).next().unwrap_or(entry);
            if !met.insert(item) {
                return None;
            }
            let of_both =
                |names: &[&str]| self.text(item, names).or_else(|| self.text(entry, names));
            let url = of_both(&["url", "@id"]).or_else(|| {
                // The item can be a URL alone.
                self.things.values(entry, &["item"]).find_map(|value| match value {
                    Value::Text(text) => Some(text.clone()),
                    Value::Thing(_) | Value::Element(_) => None,
                })
            });
            Some(ListItem {
                element: self.thing(item).element.or(self.thing(entry).element),
                title: of_both(&["name", "headline"])?,
                url,
                summary: of_both(&["description", "abstract"]),
                source: self.thing(entry).source,
            })
        };
        entries.filter_map(item).collect()
    }

    /// The children of one element that look alike and lead somewhere: those with the most text.
    fn items_of_tree(&self) -> Vec<ListItem<N>> {
        let groups = Groups::of(&self.page);
        let Some(best) = groups.best() else { return Vec::new() };
        best.iter().filter_map(|element| self.item(*element)).collect()
    }

    fn item(&self, element: N) -> Option<ListItem<N>> {
        let is_link = |it: &N| it.is_html(tag::A) && it.known_attribute(attr::HREF).is_some();
        let inside = || std::iter::once(element).chain(element.descendants()).take(400);
        let heading = inside()
            .find(|it| it.element_head().is_some_and(|head| sets::HEADING.contains(head.name)));
        let link_in =
            |node: N| std::iter::once(node).chain(node.descendants().take(40)).find(is_link);
        let around =
            |node: N| node.ancestors().take(3).take_while(|it| *it != element).find(is_link);
        let longest = || inside().filter(is_link).take(40).max_by_key(|link| label(*link).len());
        let link = heading.and_then(|it| link_in(it).or_else(|| around(it))).or_else(longest)?;
        let titled = heading.unwrap_or(link);
        let title = label(titled);
        if !TITLE_LENGTHS.contains(&title.len()) {
            return None;
        }
        let paragraph = inside().filter(|it| it.is_html(tag::P)).map(short_text);
        let mut paragraphs =
            paragraph.filter(|text| text.len() >= SHORTEST_SUMMARY && *text != title);
        let summary = paragraphs.next().or_else(|| {
            let rest = short_text_but(element, |it| it == titled || it == link);
            (rest.len() >= 2 * SHORTEST_SUMMARY).then_some(rest)
        });
        Some(ListItem {
            element: Some(element),
            title,
            url: link.known_attribute(attr::HREF).map(|it| it.trim_ascii().to_owned()),
            summary,
            source: Source::Tree,
        })
    }
}

/// Elements that look alike: children of one element with the same name and first class.
struct Groups<N> {
    groups: Vec<Group<N>>,
}

struct Group<N> {
    elements: Vec<N>,
    /// The bytes of text in them, and the number that have a link.
    length: usize,
    linked: usize,
}

/// An open element during the walk.
struct Open<N> {
    element: N,
    group: usize,
    /// The bytes of text and the links before it.
    length: usize,
    links: usize,
}

impl<N> Groups<N> {
    fn of<'d>(page: &Page<'_, N>) -> Self
    where
        N: Node<'d>,
    {
        let mut groups: Vec<Group<N>> = Vec::new();
        let mut by_kind: HashMap<(usize, NameId, &str), usize> = HashMap::new();
        let mut open: Vec<Open<N>> = Vec::new();
        let (mut length, mut links) = (0, 0);
        let mut walk = Walk::over(page.root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if page.skipped.contains(node) => walk.skip_children(),
                Step::Enter(node) => {
                    length +=
                        sapwood_extract::as_text(node).map_or(0, |text| text.trim_ascii().len());
                    let Some(head) = node.element_head() else { continue };
                    links += usize::from(head.name == tag::A);
                    let parent = open.last().map_or(page.root, |it| it.element);
                    let classes = node.known_attribute(attr::CLASS).unwrap_or_default();
                    let class = classes.split_ascii_whitespace().next().unwrap_or_default();
                    let group =
                        *by_kind.entry((parent.index(), head.name, class)).or_insert_with(|| {
                            groups.push(Group { elements: Vec::new(), length: 0, linked: 0 });
                            groups.len() - 1
                        });
                    groups[group].elements.push(node);
                    let links = links - usize::from(head.name == tag::A);
                    open.push(Open { element: node, group, length, links });
                }
                Step::Leave(node) => {
                    if let Some(it) = open.pop_if(|it| it.element == node) {
                        groups[it.group].length += length - it.length;
                        groups[it.group].linked += usize::from(links > it.links);
                    }
                }
            }
        }
        Self { groups }
    }

    /// The group with the most text, of which most have a link. Its elements are as small as can be: of two groups in each other the inner
    /// one, if it has nearly all text and more elements.
    fn best(&self) -> Option<&[N]> {
        let is_list = |group: &&Group<N>| {
            let count = group.elements.len();
            count >= FEWEST_ITEMS && 10 * group.linked >= 7 * count && group.length >= 15 * count
        };
        let lists = || self.groups.iter().filter(is_list);
        let most = lists().map(|group| group.length).max()?;
        let nearly = lists().filter(|group| 10 * group.length >= 8 * most);
        nearly.max_by_key(|group| group.elements.len()).map(|group| group.elements.as_slice())
    }
}
