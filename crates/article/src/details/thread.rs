//! The posts of a thread: of what the page states, or of the elements that look alike and are named so.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use sapwood_names::{NameId, attr, tag};
use sapwood_tree::{Node, NodeSet, Step, Walk};

use super::reader::Reader;
use crate::{
    date,
    facts::{Fact, Person, Post, Source},
    moment::Moment,
    things::label,
};

/// Types of schema.org that are questions and first posts.
const FIRST_POSTS: &[&str] = &["Question", "DiscussionForumPosting", "SocialMediaPosting"];
/// Types of what answers them.
const ANSWERS: &[&str] = &["Answer", "Comment"];
/// The properties that lead from a post to those that answer it.
const ACCEPTED: &[&str] = &["acceptedAnswer"];
const ANSWERED_BY: &[&[&str]] = &[ACCEPTED, &["suggestedAnswer"], &["comment", "comments"]];
const VOTES: &[&str] = &["upvoteCount"];
const VOTES_AGAINST: &[&str] = &["downvoteCount"];

/// Ends of class names that elements of posts have.
const POSTS: &[&str] = &[
    "post",
    "message",
    "comment",
    "answer",
    "question",
    "reply",
    "postcontainer",
    "posting",
    "athing",
];
/// Words in class names of the accepted answer.
const SIGNS_OF_ACCEPTANCE: &[&str] =
    &["accepted", "solution", "best-answer", "bestanswer", "solved"];
/// Words in class names of authors and of votes.
const SIGNS_OF_AUTHORS: &[&str] = &["author", "user", "poster", "nick", "byline"];
const SIGNS_OF_VOTES: &[&str] = &["vote", "score", "points", "like-count", "likes"];
/// Longer texts are no names.
const LONGEST_NAME: usize = 60;
/// Fewer characters on average are no posts.
const SHORTEST_POSTS: usize = 20;

impl<'d, N: Node<'d>> Reader<'_, N> {
    /// The posts: those of the most trusted notation that states an answer, else those of the tree, else what is stated.
    pub(super) fn posts(&self) -> Vec<Post<N>> {
        let mut best = Vec::new();
        for source in [Source::JsonLd, Source::Microdata, Source::Rdfa] {
            let posts = self.stated_posts(source);
            if posts.len() > 1 {
                return posts;
            }
            if best.is_empty() {
                best = posts;
            }
        }
        let of_tree = self.posts_of_tree();
        if of_tree.len() > best.len() { of_tree } else { best }
    }

    /// The first post that a notation states, and what answers it.
    fn stated_posts(&self, source: Source) -> Vec<Post<N>> {
        let of_source = |thing: &usize| self.thing(*thing).source == source;
        let Some(first) = self.things.of_types(FIRST_POSTS).find(of_source) else {
            return Vec::new();
        };
        let mut posts = Vec::new();
        let mut met = HashSet::from([first]);
        // Things can refer to each other in circles.
        let mut stack = vec![(first, false)];
        while let Some((thing, is_accepted)) = stack.pop() {
            posts.extend(self.stated_post(thing, thing == first, is_accepted));
            let at = stack.len();
            for properties in ANSWERED_BY {
                for answer in self.things.parts(thing, properties) {
                    let is_accepted = thing == first && *properties == ACCEPTED;
                    if met.insert(answer) {
                        stack.push((answer, is_accepted));
                    }
                }
            }
            stack[at..].reverse();
        }
        posts
    }

    fn stated_post(&self, thing: usize, is_question: bool, is_accepted: bool) -> Option<Post<N>> {
        let source = self.thing(thing).source;
        let text = self.text(thing, &["text", "articleBody", "description"])?;
        let title = if is_question { self.text(thing, &["name", "headline"]) } else { None };
        let number = |properties| -> Option<i64> { self.text(thing, properties)?.parse().ok() };
        let against = number(VOTES_AGAINST).unwrap_or_default();
        Some(Post {
            element: self.thing(thing).element,
            text: match title.filter(|title| !text.starts_with(title.as_str())) {
                Some(title) => format!("{title}\n\n{text}"),
                None => text,
            },
            author: self.authors_of(thing).into_iter().next(),
            published: self.published_of(thing),
            votes: number(VOTES).map(|votes| Fact::new(source, votes.saturating_sub(against))),
            is_question: is_question && self.things.is(thing, FIRST_POSTS),
            is_accepted: is_accepted && self.things.is(thing, ANSWERS),
            source,
        })
    }

    /// The posts of the content, in tree order.
    fn posts_of_tree(&self) -> Vec<Post<N>> {
        let candidates = Candidates::of(self.page.root, self.page.skipped);
        let chosen = candidates.choose();
        let mut skipped = self.page.skipped.clone();
        for post in &chosen {
            skipped.insert(*post);
        }
        let post = |(position, element): (usize, &N)| {
            let inside = Inside::of(*element, &skipped);
            Post {
                element: Some(*element),
                text: sapwood_extract::without(*element, &skipped).trim().to_owned(),
                author: inside
                    .author
                    .map(|name| Fact::new(Source::Tree, Person { name, url: inside.author_url })),
                published: inside.published.map(|moment| Fact::new(Source::Tree, moment)),
                votes: inside.votes.map(|votes| Fact::new(Source::Tree, votes)),
                is_question: position == 0,
                is_accepted: position > 0 && inside.is_accepted,
                source: Source::Tree,
            }
        };
        chosen.iter().enumerate().map(post).filter(|post| !post.text.is_empty()).collect()
    }
}

/// An element whose class says that it is a post.
struct Candidate<'d, N> {
    element: N,
    /// Elements with the same name and class are alike.
    kind: (NameId, &'d str),
    /// The candidate around it.
    around: Option<usize>,
    /// The bytes of text in it.
    length: usize,
}

impl<'d, N: Node<'d>> Candidate<'d, N> {
    /// The candidate that an element is; `before`: the bytes of text before it.
    fn of(element: N, around: Option<usize>, before: usize) -> Option<Self> {
        let name = class_of_post(element)?;
        let kind = (element.name().local.id, name);
        Some(Self { element, kind, around, length: before })
    }
}

/// The candidates of a page, in tree order.
struct Candidates<'d, N>(Vec<Candidate<'d, N>>);

impl<'d, N: Node<'d>> Candidates<'d, N> {
    fn of(root: N, skipped: &NodeSet) -> Self {
        // The root can be a post, around others.
        let mut found: Vec<_> = Candidate::of(root, None, 0).into_iter().collect();
        let mut open: Vec<usize> = (0..found.len()).collect();
        let mut read = 0;
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) if skipped.contains(node) => walk.skip_children(),
                Step::Enter(node) => {
                    let text = sapwood_extract::as_text(node);
                    read += text.map_or(0, |text| text.trim_ascii().len());
                    if let Some(candidate) = Candidate::of(node, open.last().copied(), read) {
                        open.push(found.len());
                        found.push(candidate);
                    }
                }
                Step::Leave(node) => {
                    if let Some(index) = open.pop_if(|index| found[*index].element == node) {
                        found[index].length = read - found[index].length;
                    }
                }
            }
        }
        if let Some(index) = open.pop() {
            found[index].length = read;
        }
        Self(found)
    }

    /// The candidates that are posts: of those that are alike the ones with the most text, and others beside them. A question can be named
    /// otherwise than its answers.
    fn choose(&self) -> Vec<N> {
        let all = &self.0;
        let mut kinds: HashMap<(NameId, &str), Kind> = HashMap::new();
        for (index, candidate) in all.iter().enumerate() {
            let kind =
                kinds.entry(candidate.kind).or_insert(Kind { first: index, count: 0, length: 0 });
            kind.count += 1;
            // A text in two of the kind counts once.
            let is_outer = candidate.around.is_none_or(|it| all[it].kind != candidate.kind);
            kind.length += if is_outer { candidate.length } else { 0 };
        }
        let many =
            kinds.iter().filter(|(_, it)| it.count > 1 && it.length >= it.count * SHORTEST_POSTS);
        // Of two that hold each other the one of which there are more, since a wrapper holds one post; else the outer one.
        let best = many.max_by_key(|(_, it)| (it.length, it.count, Reverse(it.first)));
        let Some((best, _)) = best else { return self.outermost() };
        let is_best = |index: usize| all[index].kind == *best;
        // Whether a post of the best kind is around a candidate, or in it.
        let mut is_related = vec![false; all.len()];
        for index in 0..all.len() {
            is_related[index] = all[index].around.is_some_and(|it| is_best(it) || is_related[it]);
        }
        let mut has_best = vec![false; all.len()];
        for index in (0..all.len()).rev() {
            if let Some(around) = all[index].around {
                has_best[around] |= is_best(index) || has_best[index];
            }
        }
        let is_other = |index: usize| !is_best(index) && !is_related[index] && !has_best[index];
        let is_chosen = |index: &usize| {
            // Of others the outermost.
            let is_in_other = || all[*index].around.is_some_and(is_other);
            is_best(*index)
                || is_other(*index) && !is_in_other() && all[*index].length >= SHORTEST_POSTS
        };
        (0..all.len()).filter(is_chosen).map(|index| all[index].element).collect()
    }

    /// The candidates in no others, if there are several: a question, and its only answer.
    fn outermost(&self) -> Vec<N> {
        let is_outer = |it: &&Candidate<'d, N>| it.around.is_none() && it.length >= SHORTEST_POSTS;
        let posts: Vec<N> = self.0.iter().filter(is_outer).map(|it| it.element).collect();
        if posts.len() > 1 { posts } else { Vec::new() }
    }
}

/// The candidates that are alike.
struct Kind {
    first: usize,
    count: usize,
    length: usize,
}

/// The class of an element that says it is a post.
fn class_of_post<'d, N: Node<'d>>(node: N) -> Option<&'d str> {
    if !node.is_element() {
        return None;
    }
    let classes = node.known_attribute(attr::CLASS)?.split_ascii_whitespace();
    let is_name = |name: &&str| {
        let name = name.to_ascii_lowercase();
        POSTS.iter().any(|post| {
            let rest = name.strip_suffix(post);
            // `blogpost` is none; `ItemComment` and `js-comment` are.
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(['-', '_']) || rest == "item")
        })
    };
    classes.take(16).find(is_name)
}

/// The author, time and votes of a post, as its elements state them.
#[derive(Default)]
struct Inside {
    author: Option<String>,
    author_url: Option<String>,
    published: Option<Moment>,
    votes: Option<i64>,
    is_accepted: bool,
}

impl Inside {
    /// Reads the elements of a post, without those of other posts in it.
    fn of<'d, N: Node<'d>>(post: N, posts: &NodeSet) -> Self {
        let mut inside = Self::default();
        inside.read(post);
        let mut walk = Walk::over(post);
        while let Some(step) = walk.next() {
            match step {
                // The content leaves out what is said about authors.
                Step::Enter(node) if posts.contains(node) && class_of_post(node).is_some() => {
                    walk.skip_children();
                }
                Step::Enter(node) if node.is_element() => inside.read(node),
                _ => {}
            }
        }
        inside
    }

    fn read<'d, N: Node<'d>>(&mut self, node: N) {
        let class = node.known_attribute(attr::CLASS).unwrap_or_default().to_ascii_lowercase();
        let has = |signs: &[&str]| signs.iter().any(|sign| class.contains(sign));
        self.is_accepted |= has(SIGNS_OF_ACCEPTANCE) && !class.contains("not-accepted");
        if self.published.is_none()
            && (node.is_html(tag::TIME) || class.contains("date") || class.contains("time"))
        {
            let stated =
                node.known_attribute(attr::DATETIME).or_else(|| node.known_attribute(attr::TITLE));
            let found =
                stated.and_then(Moment::find).or_else(|| date::find(&label(node)).map(Moment::Day));
            self.published = found;
        }
        let is_author =
            || node.known_attribute(attr::REL).is_some_and(|rel| rel.contains("author"));
        if self.author_url.is_none() && (has(SIGNS_OF_AUTHORS) || is_author()) {
            self.read_author(node);
        }
        if self.votes.is_none() && has(SIGNS_OF_VOTES) {
            self.votes = votes(&label(node));
        }
    }

    /// Takes the name in an element, preferably that of a link to the author: beside it stands a rank.
    fn read_author<'d, N: Node<'d>>(&mut self, node: N) {
        let is_link = |it: &N| it.is_html(tag::A) && it.known_attribute(attr::HREF).is_some();
        let links = std::iter::once(node).chain(node.descendants()).take(20).filter(is_link);
        let named = links.map(|it| (it, label(it))).find(|(_, text)| is_name(text));
        if let Some((link, name)) = named {
            self.author = Some(name);
            self.author_url = link.known_attribute(attr::HREF).map(|it| it.trim_ascii().to_owned());
        } else if self.author.is_none() {
            self.author = Some(label(node)).filter(|text| is_name(text));
        }
    }
}

fn is_name(text: &str) -> bool {
    let has_letter = text.chars().any(char::is_alphabetic);
    has_letter
        && text.len() <= LONGEST_NAME
        && text.split_whitespace().count() <= 4
        && date::find(text).is_none()
}

/// The number that is a text, or begins it: `12 points`.
fn votes(text: &str) -> Option<i64> {
    let text = text.replace('\u{2212}', "-");
    let first = text.split_whitespace().next()?;
    first.trim_start_matches('+').replace(',', "").parse().ok()
}
