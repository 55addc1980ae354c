//! The choice of the blocks that are the content: what is dropped, and which block is the root of what remains.

use sapwood_names::tag;

use crate::{
    counts::{Sums, sums},
    signals::{Profile, Signals},
    survey::{Block, Blocks, Flow, Role},
    vocabulary::{Concept, Concepts},
};

/// The limits of dropping: a block with this concept is dropped if it has at most this share of the page's prose, and of
/// its text outside of links. A larger one is content under a misleading name.
///
/// The comments say what each row earns on the two halves of the corpus: the loss of mean word F1 without it, in
/// thousandths.
const LIMITS: &[(Concept, f32)] = &[
    // -1, 4
    (Concept::Navigation, 0.5),
    // 3, 1
    (Concept::Footer, 0.4),
    // 0, 1
    (Concept::Header, 0.2),
    // 0, 2
    (Concept::Sidebar, 0.4),
    // 0, 0: it removes labels of buttons
    (Concept::Share, 0.15),
    // 0, 3
    (Concept::Related, 0.4),
    // -1, 1
    (Concept::Advertisement, 0.15),
    // 7, 2
    (Concept::Consent, 2.0),
    // -1, 2
    (Concept::Overlay, 0.25),
    // 0, 1
    (Concept::Subscription, 0.2),
    // 1, 2
    (Concept::Meta, 0.15),
    // 1, 0
    (Concept::Comments, 0.6),
    // 1, 5
    (Concept::Hidden, 0.2),
    // 0, 1
    (Concept::Contents, 0.2),
    // 2, 5
    (Concept::Reviews, 1.0),
    // 1, 0: they remain when other reviews are content
    (Concept::Ratings, 3.0),
    // 0, 0
    (Concept::Widget, 0.2),
    // 1, 1
    (Concept::User, 0.3),
    // 1, 0
    (Concept::Cart, 0.2),
];

/// The revert guard: if all blocks with a concept together have more than this share of the page, the name means
/// something else on this page, and none of them is dropped.
const TOTAL_LIMITS: &[(Concept, f32)] = &[
    (Concept::Comments, 0.9),
    (Concept::Related, 0.6),
    (Concept::Navigation, 0.7),
    (Concept::Footer, 0.6),
    (Concept::Reviews, 1.0),
    (Concept::Consent, 3.0),
    (Concept::Ratings, 3.0),
    // 1, 0
    (Concept::Sidebar, 0.45),
    // 1, 0
    (Concept::Cart, 0.6),
];
const TOTAL_LIMIT: f32 = 0.3;

/// Pages with less prose than this share of their text are measured by all text.
const SCARCE_PROSE: f32 = 0.1;
/// Pages with less prose than this share of all text, links included, are lists, and what links is their content (2, -2).
const LINKED_PROSE: f32 = 0.45;
/// Pages with less prose than this share are lists or sections: teasers are their content.
const LITTLE_PROSE: f32 = 0.5;
/// A `main` with this share of the text holds the page.
const MAIN_SHARE: f32 = 0.4;
/// An `article` with this share of the prose is the only one that counts.
const ARTICLE_SHARE: f32 = 0.6;
/// Hidden content is taken if it has so many times the prose of what is visible.
const HIDDEN_TIMES: u32 = 6;
/// Beside this much text a `footer` is one, however long it is.
const PAGE_BESIDE_FOOTER: u32 = 600;
/// Inline elements beside a text of this length are parts of sentences.
const SENTENCE_LENGTH: u32 = 50;
/// Characters of prose of a post that asks.
const SHORTEST_QUESTION: u32 = 120;
/// Longer texts are no names of people.
const LONGEST_NAME: u32 = 40;
/// Longer texts are no labels of buttons.
const LONGEST_BUTTON: u32 = 60;
/// Blocks that repeat a text of this length are copies for another width of the screen.
const REPEATED_LENGTH: u32 = 60;

/// The content of a page.
pub(crate) struct Choice {
    /// The block that holds the content.
    pub(crate) root: usize,
    /// For each block whether it or an ancestor is dropped.
    pub(crate) dropped: Vec<bool>,
    /// Outermost blocks that are dropped in the root.
    pub(crate) holes: Vec<usize>,
    /// Outermost blocks that are comments on the content.
    pub(crate) comments: Vec<usize>,
    pub(crate) sums: Vec<Sums>,
    /// The share of prose in the text.
    pub(crate) prose: f32,
}

/// Chooses the content.
pub(crate) fn choose(page: &Blocks, signals: &Signals) -> Choice {
    let profile = signals.profile;
    let mut pruned = prune(page, profile, false);
    // Pages that show nothing before a script has run, in part or whole (+5).
    if page.blocks.iter().any(|block| block.is_hidden) {
        let visible = pruned.sums[page.body];
        let enough =
            |prose: u32| prose > visible.prose.saturating_mul(HIDDEN_TIMES).saturating_add(400);
        let body = &page.blocks[page.body];
        let is_possible = enough(body.after.length_since(body.before));
        if is_possible && enough(sums(page, |_| false)[page.body].prose) {
            let revealed = prune(page, profile, true);
            let body = revealed.sums[page.body];
            if enough(body.prose) && share(visible.length, body.length) < 0.4 {
                pruned = revealed;
            }
        }
    }
    // The cascade's end: any text is better than none.
    for is_revealed in [false, true] {
        if pruned.sums[page.body].length == 0 {
            pruned = all(page, is_revealed);
        }
    }
    let Pruned { mut dropped, comments, sums } = pruned;
    let start = main_of(page, &dropped, &sums);
    let prose = share(sums[start].prose, sums[start].plain());
    let root = root_of(page, profile, &dropped, &sums, start, prose);
    // References repeat descriptions (+1).
    if u64::from(sums[root].code) * 20 <= u64::from(sums[root].length) {
        drop_repeated(page, &mut dropped, &sums, root);
    }
    let mut holes = Vec::new();
    for index in 1..dropped.len() {
        if dropped[page.blocks[index].parent as usize] {
            dropped[index] = true;
        } else if dropped[index] && (root..page.blocks[root].end as usize).contains(&index) {
            holes.push(index);
        }
    }
    Choice { holes, root, dropped, comments, sums, prose }
}

fn share(part: u32, whole: u32) -> f32 {
    part as f32 / whole.max(1) as f32
}

struct Pruned {
    dropped: Vec<bool>,
    comments: Vec<usize>,
    sums: Vec<Sums>,
}

/// Drops nothing but hidden content, or nothing.
fn all(page: &Blocks, is_revealed: bool) -> Pruned {
    let dropped: Vec<bool> =
        page.blocks.iter().map(|block| block.is_hidden && !is_revealed).collect();
    let sums = sums(page, |index| dropped[index]);
    Pruned { dropped, comments: Vec::new(), sums }
}

/// Drops what is no content by its names. Rounds end when no concept has exceeded its total.
fn prune(page: &Blocks, profile: Profile, is_revealed: bool) -> Pruned {
    let is_hidden = |index: usize| !is_revealed && page.blocks[index].is_hidden;
    let before = sums(page, is_hidden);
    let whole = before[page.body];
    let scale = Scale {
        plain: whole.plain().max(1),
        prose: (share(whole.prose, whole.plain()) > SCARCE_PROSE).then_some(whole.prose),
    };
    let mut rules = Rules {
        profile,
        ignored: exempt(profile, share(whole.prose, whole.plain())),
        keeps_contents: false,
    };
    let mut round = Round::default();
    for _ in 0..4 {
        round = drop_by_name(page, &before, &scale, &rules, &is_hidden);
        let exceeded = LIMITS.iter().map(|(concept, _)| *concept).filter(|concept| {
            round.totals[*concept as usize] as f32
                > total_limit(profile, *concept) * scale.whole() as f32
        });
        let mut exceeded = exceeded.fold(Concepts::NONE, |all, it| all.with(Concepts::of(it)));
        if profile == Profile::Thread
            && !rules.ignored.has(Concept::Comments)
            && are_comments_posts(page, &scale, &round)
        {
            exceeded = exceeded.with(Concepts::of(Concept::Comments));
        }
        if exceeded == Concepts::NONE {
            break;
        }
        rules.ignored = rules.ignored.with(exceeded);
    }
    let mut after = sums(page, |index| round.dropped[index]);
    // 0, 1 (documentation 0, 23): a table of contents that is longer than the prose is the text of the page.
    if round.contents > after[page.body].prose {
        rules.keeps_contents = true;
        round = drop_by_name(page, &before, &scale, &rules, &is_hidden);
        after = sums(page, |index| round.dropped[index]);
    }
    Pruned { dropped: round.dropped, comments: round.comments, sums: after }
}

/// The share of the page up to which all blocks with a concept together are dropped.
fn total_limit(profile: Profile, concept: Concept) -> f32 {
    // Beside short posts, their writers have much text (1, 0).
    if profile == Profile::Thread && concept == Concept::User {
        return 2.0;
    }
    let limit = TOTAL_LIMITS.iter().find(|(it, _)| *it == concept);
    limit.map_or(TOTAL_LIMIT, |(_, limit)| *limit)
}

/// Whether what a thread calls comments are its posts: they are in one place, or longer than the rest. Otherwise
/// answers have comments (1, 2).
fn are_comments_posts(page: &Blocks, scale: &Scale, round: &Round) -> bool {
    let kept = sums(page, |index| round.dropped[index])[page.body];
    round.comments.len() < 2 || scale.part(kept) < round.totals[Concept::Comments as usize]
}

/// The rules that drop nodes, beside the tables.
struct Rules {
    profile: Profile,
    /// Concepts that are content on this page.
    ignored: Concepts,
    /// Whether tables of contents are.
    keeps_contents: bool,
}

/// Concepts that are content on pages of this profile.
fn exempt(profile: Profile, prose: f32) -> Concepts {
    let mut exempt = Concepts::NONE;
    let mut add = |concept| exempt = exempt.with(Concepts::of(concept));
    if profile != Profile::Thread {
        add(Concept::User);
    }
    if profile == Profile::Product {
        // 1, 0 (products 22, 0): shops describe details in windows over the page.
        add(Concept::Overlay);
    } else {
        add(Concept::Reviews);
        add(Concept::Cart);
    }
    if matches!(profile, Profile::Other | Profile::List) && prose < LITTLE_PROSE {
        add(Concept::Related);
    }
    exempt
}

/// The sizes of the page, of which shares are computed.
struct Scale {
    /// Text of the page outside of links.
    plain: u32,
    /// Prose of the page, if there is enough to measure by.
    prose: Option<u32>,
}

impl Scale {
    fn whole(&self) -> u32 {
        self.prose.unwrap_or(self.plain)
    }

    fn part(&self, sums: Sums) -> u32 {
        if self.prose.is_some() { sums.prose } else { sums.plain() }
    }
}

#[derive(Default)]
struct Round {
    dropped: Vec<bool>,
    comments: Vec<usize>,
    /// Characters of tables of contents that were dropped, links included.
    contents: u32,
    /// Text that was dropped for each concept.
    totals: [u32; 32],
}

fn drop_by_name(
    page: &Blocks,
    sums: &[Sums],
    scale: &Scale,
    rules: &Rules,
    is_hidden: &impl Fn(usize) -> bool,
) -> Round {
    let mut round = Round { dropped: vec![false; page.blocks.len()], ..Round::default() };
    let mut index = page.body;
    let end = page.blocks[page.body].end as usize;
    while index < end {
        let block = &page.blocks[index];
        let concepts = names_of(page, index).without(rules.ignored);
        let of = sums[index];
        let is_hidden = is_hidden(index);
        let limit = limit_of(block, concepts, rules, scale, of);
        let is_contents = !is_hidden && matches!(limit, Some((_, Some(Concept::Contents))));
        if is_contents && rules.keeps_contents {
            index = block.end as usize;
            continue;
        }
        let drops = is_hidden
            || limit.is_some_and(|(limit, concept)| {
                let part = scale.part(of);
                let is_small =
                    share(part, scale.whole()) <= limit && share(of.plain(), scale.plain) <= limit;
                if is_small && let Some(concept) = concept {
                    let total = &mut round.totals[concept as usize];
                    *total = total.saturating_add(part);
                }
                is_small
            });
        if !drops || index == page.body {
            index += 1;
            continue;
        }
        if concepts.has(Concept::Comments) {
            round.comments.push(index);
        }
        if is_contents {
            round.contents = round.contents.saturating_add(of.length);
        }
        if rules.profile == Profile::Thread && concepts.has(Concept::User) && !is_hidden {
            drop_but_name(page, sums, index, &mut round.dropped);
            index = block.end as usize;
            continue;
        }
        round.dropped[index] = true;
        index = block.end as usize;
    }
    round
}

/// Drops what a page says about the writer of a post, except for the name (0, 0: it keeps apart who wrote what).
fn drop_but_name(page: &Blocks, sums: &[Sums], user: usize, dropped: &mut [bool]) {
    let end = page.blocks[user].end as usize;
    let is_name = |index: &usize| {
        let block = &page.blocks[*index];
        block.concepts.has(Concept::Byline)
            && (1..=LONGEST_NAME).contains(&sums[*index].length)
            && block.own.length == sums[*index].length
    };
    let Some(name) = (user..end).find(is_name) else {
        dropped[user] = true;
        return;
    };
    let mut index = user + 1;
    while index < end {
        let last = page.blocks[index].end as usize;
        if index < name && name < last {
            index += 1;
            continue;
        }
        dropped[index] = index != name;
        index = last;
    }
}

/// The concepts of a block. The names of a part of a sentence say how it looks: `a class=glossary-tooltip` (0, 0: it
/// keeps sentences whole).
fn names_of(page: &Blocks, index: usize) -> Concepts {
    let block = &page.blocks[index];
    let is_in_sentence = block.flow == Flow::Inline
        && page.blocks[block.parent as usize].own.length >= SENTENCE_LENGTH;
    match block.concepts {
        // A title that looks like a button.
        all if page.blocks[block.parent as usize].flow == Flow::Heading => {
            all.without(Concepts::of(Concept::Button))
        }
        all if !is_in_sentence => all,
        all if all.has(Concept::Hidden) => Concepts::of(Concept::Hidden),
        _ => Concepts::NONE,
    }
}

/// The limit up to which a block is dropped, and the concept that counts.
fn limit_of(
    block: &Block,
    concepts: Concepts,
    rules: &Rules,
    scale: &Scale,
    sums: Sums,
) -> Option<(f32, Option<Concept>)> {
    match block.tag {
        // A `footer` with forms and terms can be longer than the page, if there is a page beside it (0, 3).
        tag::FOOTER if scale.plain.saturating_sub(sums.plain()) >= PAGE_BESIDE_FOOTER => {
            return Some((1.0, None));
        }
        tag::BODY | tag::HTML | tag::MAIN | tag::ARTICLE => return None,
        tag::NAV if !rules.ignored.has(Concept::Navigation) => {
            return Some((0.5, Some(Concept::Navigation)));
        }
        tag::FOOTER if !rules.ignored.has(Concept::Footer) => {
            return Some((0.5, Some(Concept::Footer)));
        }
        tag::ASIDE => return Some((0.3, Some(Concept::Sidebar))),
        tag::HEADER if sums.links > 3 => return Some((0.1, Some(Concept::Header))),
        _ => {}
    }
    let by_role = match block.role {
        Role::Navigation | Role::Footer => Some(0.5),
        Role::Complementary => Some(0.4),
        Role::Banner | Role::Menu | Role::Dialog => Some(0.3),
        Role::Search => Some(0.2),
        Role::Alert => Some(0.1),
        Role::Main | Role::None => None,
    };
    if let Some(limit) = by_role {
        return Some((limit, None));
    }
    // 3, 2
    if concepts.has(Concept::Button) && sums.length <= LONGEST_BUTTON {
        return Some((1.0, Some(Concept::Button)));
    }
    // Beside prose stands code in references (+1).
    let is_code = u64::from(sums.code) * 4 > u64::from(sums.length);
    if concepts != Concepts::NONE && !is_code {
        let of_concepts = LIMITS.iter().filter(|(concept, _)| concepts.has(*concept));
        if let Some((concept, limit)) = of_concepts.max_by(|a, b| a.1.total_cmp(&b.1)) {
            return Some((*limit, Some(*concept)));
        }
    }
    let is_farm = matches!(rules.profile, Profile::Article | Profile::Product)
        && matches!(block.tag, tag::DIV | tag::UL | tag::OL | tag::SECTION | tag::TABLE)
        && sums.links > 4
        && u64::from(sums.linked) * 5 > u64::from(sums.length) * 4
        && u64::from(sums.length) < u64::from(sums.links) * 100;
    is_farm.then_some((0.1, None))
}

/// The `main` element, if it holds the page; else the body.
fn main_of(page: &Blocks, dropped: &[bool], sums: &[Sums]) -> usize {
    let is_main = |block: &Block| block.tag == tag::MAIN || block.role == Role::Main;
    let mains = kept(page, dropped, page.body).filter(|index| is_main(&page.blocks[*index]));
    let largest = mains.max_by_key(|index| (sums[*index].plain(), std::cmp::Reverse(*index)));
    largest
        .filter(|main| share(sums[*main].plain(), sums[page.body].plain()) >= MAIN_SHARE)
        .unwrap_or(page.body)
}

/// A block and its descendants that aren't dropped.
fn kept<'s>(
    page: &'s Blocks,
    dropped: &'s [bool],
    from: usize,
) -> impl Iterator<Item = usize> + 's {
    let end = page.blocks[from].end as usize;
    let mut next = from;
    std::iter::from_fn(move || {
        while next < end && dropped[next] {
            next = page.blocks[next].end as usize;
        }
        (next < end).then(|| {
            next += 1;
            next - 1
        })
    })
}

fn root_of(
    page: &Blocks,
    profile: Profile,
    dropped: &[bool],
    sums: &[Sums],
    start: usize,
    prose: f32,
) -> usize {
    let by_text = matches!(profile, Profile::List | Profile::Product)
        || profile == Profile::Other
            && (prose < 0.6 || share(sums[start].prose, sums[start].length) < LINKED_PROSE);
    let mut start = start;
    if matches!(profile, Profile::Article | Profile::Other) {
        let articles =
            kept(page, dropped, start).filter(|index| page.blocks[*index].tag == tag::ARTICLE);
        let largest = articles.max_by_key(|index| (sums[*index].prose, std::cmp::Reverse(*index)));
        if let Some(article) = largest
            && sums[article].prose > 200
            && share(sums[article].prose, sums[start].prose) >= ARTICLE_SHARE
        {
            start = article;
        }
    }
    if by_text {
        // Links are content of a list, and navigation beside a product.
        let weight = |index: usize| {
            if profile == Profile::Product { sums[index].plain() } else { sums[index].length }
        };
        if profile != Profile::Product {
            return descend(page, dropped, start, 0.85, weight);
        }
        // Beside a product stand teasers of others (+1).
        let root = descend(page, dropped, start, 0.6, weight);
        return with_heading(page, dropped, start, root);
    }
    let threshold = match profile {
        Profile::Thread => 0.75,
        Profile::Other => 0.9,
        _ => 0.85,
    };
    let root = descend(page, dropped, start, threshold, |index| sums[index].prose);
    if profile == Profile::Thread {
        return with_question(page, dropped, sums, start, root);
    }
    root
}

/// The block around `root` that has the post before it as well: the answers alone can be most of the text (0, 1).
fn with_question(
    page: &Blocks,
    dropped: &[bool],
    sums: &[Sums],
    start: usize,
    root: usize,
) -> usize {
    let heading = kept(page, dropped, start).find(|it| page.blocks[*it].tag == tag::H1);
    let (mut widest, mut block) = (root, root);
    while block != start {
        let parent = page.blocks[block].parent as usize;
        let mut sibling = parent + 1;
        while sibling < block {
            if !dropped[sibling]
                && heading.is_none_or(|heading| heading < sibling)
                && sums[sibling].prose >= SHORTEST_QUESTION
            {
                widest = parent;
            }
            sibling = page.blocks[sibling].end as usize;
        }
        block = parent;
    }
    widest
}

/// Goes from a block to the child that has this share of its weight, as long as there is one.
fn descend(
    page: &Blocks,
    dropped: &[bool],
    start: usize,
    threshold: f32,
    weight: impl Fn(usize) -> u32,
) -> usize {
    let mut root = start;
    loop {
        let whole = weight(root);
        if whole == 0 {
            return root;
        }
        let end = page.blocks[root].end as usize;
        let mut child = root + 1;
        while child < end {
            if !dropped[child]
                && can_be_root(&page.blocks[child])
                && share(weight(child), whole) >= threshold
            {
                break;
            }
            child = page.blocks[child].end as usize;
        }
        if child >= end {
            return root;
        }
        root = child;
    }
}

/// Whether an element can hold the whole content: parts of lists and tables say nothing alone.
fn can_be_root(block: &Block) -> bool {
    !matches!(block.tag, tag::P | tag::PRE | tag::LI | tag::TD | tag::TABLE | tag::TR | tag::TBODY)
        && !matches!(block.tag, tag::UL | tag::OL | tag::DL | tag::BLOCKQUOTE)
}

/// The block around `root` that has the first `h1` as well, which names the product (+1).
fn with_heading(page: &Blocks, dropped: &[bool], start: usize, root: usize) -> usize {
    let heading = kept(page, dropped, start).find(|it| page.blocks[*it].tag == tag::H1);
    let Some(heading) = heading else { return root };
    let mut root = root;
    while root != start && !(root..page.blocks[root].end as usize).contains(&heading) {
        root = page.blocks[root].parent as usize;
    }
    root
}

/// Drops blocks whose text came before: copies for another width of the screen (+5).
fn drop_repeated(page: &Blocks, dropped: &mut [bool], sums: &[Sums], root: usize) {
    let mut seen = std::collections::HashSet::new();
    let mut index = root;
    let end = page.blocks[root].end as usize;
    while index < end {
        let block = &page.blocks[index];
        if dropped[index] {
            index = block.end as usize;
            continue;
        }
        let can_repeat = block.flow != Flow::Inline || block.tag == tag::A;
        let is_cell = matches!(block.tag, tag::TD | tag::TH | tag::TR | tag::DD | tag::DT);
        if can_repeat && !is_cell && sums[index].length >= REPEATED_LENGTH && sums[index].code == 0
        {
            let parent = &page.blocks[block.parent as usize];
            // An only child has the text of its parent.
            let is_only =
                index != root && parent.before == block.before && parent.after == block.after;
            if !is_only && !seen.insert(block.after.since(block.before)) && index != root {
                dropped[index] = true;
                index = block.end as usize;
                continue;
            }
        }
        index += 1;
    }
}
