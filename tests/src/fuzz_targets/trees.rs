//! A fuzz target for `rcdom` and the bridge.

use sapwood::{FragmentContext, Limit, Limits, ParseOptions, parse_fragment_with, parse_with};
use sapwood_markup5ever::ProcessingInstructions::{AsComments, AsThemselves};

use crate::{
    peers::{Filler, Input, Peer},
    pieces::Cut,
    soup::CONTEXTS,
};

/// `rcdom` equals the document, however the input is cut, and all trees that the bridge fills are equal.
pub fn trees(data: &[u8], limits: &Limits) {
    let (data, choices) = data.split_at(data.len().saturating_sub(3));
    let choice = |at: usize| choices.get(at).copied().map_or(0, usize::from);
    let html = String::from_utf8_lossy(data);
    // `rcdom` discards a byte order mark, as html5ever does.
    let html = html.trim_start_matches('\u{feff}');
    let context = CONTEXTS
        .get(choice(0))
        .map(|name| FragmentContext::parse(name).expect("the table names elements"));
    let scripting = choice(1) & 1 == 1;
    let at = (0..=choice(2).min(html.len())).rev().find(|&at| html.is_char_boundary(at));
    let input =
        Input { html, context, scripting, cut: at.map_or(Cut::Whole, Cut::At), shows_root: false };

    let options = ParseOptions::default().scripting(scripting).template_for(false);
    let options = options.limits(limits.clone());
    let parsed = match &context {
        None => parse_with(html, &options),
        Some(context) => parse_fragment_with(html, context, &options),
    };
    if parsed.limit.is_some_and(|limit| limit != Limit::Amplification) {
        return;
    }
    let rcdom = input.rcdom_dump();
    if parsed.limit.is_some() {
        // Where the budget runs out within a clone, each tree has begun another part of it.
        return;
    }
    let expected = parsed.document.dump().to_string();
    let expected = expected.strip_suffix('\n').unwrap_or_default();
    assert_eq!(rcdom, expected);

    // The bridge leaves the clones in `selectedcontent` to the tree, and no tree makes them.
    if !html.to_ascii_lowercase().contains("selectedcontent") {
        assert_eq!(Peer::RcDom.dump(Filler::Sapwood(AsThemselves), &input), expected);
    }
    let trees = Peer::ALL.map(|peer| peer.dump(Filler::Sapwood(AsComments), &input));
    for (peer, tree) in Peer::ALL.iter().zip(&trees) {
        assert_eq!(tree, &trees[0], "{peer:?}");
    }
}
