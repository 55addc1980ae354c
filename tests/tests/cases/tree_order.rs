//! Documents whose nodes are not created in tree order: elements that the parser reenters, and nodes that it moves.

use sapwood::{FragmentContext, ParseOptions, parse, parse_fragment_with};
use sapwood_tests::invariants;

#[test]
fn reentered_and_moved_elements_keep_document_order() {
    for html in [
        "<head></head> <!--after--><title>x</title><p>y",
        "<body><p>1</body><!--after--><p>2",
        "<body><p>1</body></html><!--after--><b>2</b>3",
        "<frameset><frame></frameset><!--after--></html><!--later--><noframes>x</noframes>",
        "</body><!--after--><option>x<frameset>",
        "</body><?start name=p><selectedcontent>\0<frameset>",
        "<table><tr>foster<td>x</table>y",
        "<template><tr>foster<td>x</template>y",
        "<template><tbody><tr><b>foster<td>x</template>y",
        "<b><p>1</b>2</p>3",
        "<select><button><selectedcontent></selectedcontent></button><option>one<b>two</b></select>x",
        "<svg><p>out</svg>x",
        "<div><template shadowrootmode=open>1<p>2</template>3<i>4</i></div>5",
    ] {
        for end in ["", "<i>more</i>", "<p><b>more</p>text"] {
            let html = format!("{html}{end}");
            invariants::check(&parse(&html)).unwrap_or_else(|error| panic!("{html:?}: {error}"));
            for context in ["html", "body", "table", "tbody", "tr", "template", "select", "div"] {
                let context = FragmentContext::html(context);
                let options = ParseOptions::default();
                let fragment = parse_fragment_with(&html, context, &options).document;
                let checked = invariants::check(&fragment);
                checked.unwrap_or_else(|error| panic!("{html:?} in {context:?}: {error}"));
            }
        }
    }
}
