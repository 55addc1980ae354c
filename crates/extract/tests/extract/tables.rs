//! Tables: the cell that covers each slot.

use sapwood::extract::RowGroup;

/// The rows of the first table, a word for each slot: the cell's text, or `.`.
fn rows(html: &str) -> String {
    let document = sapwood::parse(&format!("<!doctype html>{html}"));
    let table = document.tables().next().unwrap();
    let row = |row: sapwood::extract::Row<'_, '_>| {
        let slots: Vec<String> =
            row.cells().map(|cell| cell.map_or_else(|| ".".to_owned(), |it| it.text())).collect();
        slots.join(" ")
    };
    table.rows().map(row).collect::<Vec<_>>().join(" | ")
}

#[test]
fn slots() {
    #[rustfmt::skip]
    let cases = [
        ("<table>", ""),
        ("<table><tr>", ""),
        ("<table><tr><td>a<td>b<tr><td>c", "a b | c"),
        ("<table><tr><td colspan=2>a<td>b", "a a b"),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c", "a b | a c"),
        ("<table><tr><td>a<td rowspan=2>b<tr><td>c<td>d", "a b | c b d"),
        ("<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d", "a a b | a a c | d"),
        // To the end of the group, and not further.
        ("<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d<tbody><tr><td>e", "a b | a c | a d | e"),
        ("<table><tbody><tr><td rowspan=9>a<td>b<tbody><tr><td>c", "a b | c"),
        ("<table><tr><td rowspan=99999999999999999999>a<td>b<tr><td>c", "a b | a c"),
        // What isn't a number is 1, as is a colspan of 0.
        ("<table><tr><td colspan=0>a<td colspan=x>b<td colspan=-1>c<td rowspan=-1>d", "a b c d"),
        ("<table><tr><td colspan='2x'>a<td>b", "a a b"),
        // tfoot comes last.
        ("<table><tfoot><tr><td>f<tbody><tr><td>b<thead><tr><td>h", "b | h | f"),
        // Where cells overlap, the first has the slot.
        ("<table><tr><td>a<td rowspan=2>b<td>c<tr><td colspan=3>d<td>e", "a b c | d b d e"),
        ("<table><tr><td>a<td>b<td rowspan=3>c<tr><td colspan=3 rowspan=2>d<tr><td>e", "a b c | d d c | d d c e"),
        // A hole before a cell that reaches down.
        ("<table><tr><td>a<td rowspan=2>b<tr>", "a b | . b"),
        ("<table><tr><td>a <table><tr><td>b</table> c", "a\nc"),
    ];
    for (html, expected) in cases {
        assert_eq!(rows(html), expected, "{html}");
    }
}

#[test]
fn tables_have_groups_captions_and_header_rows() {
    let document = sapwood::parse(
        "<table><caption> The <b>caption</b></caption><thead><tr><td>a<tbody><tr><th>b<tr><th>c<td colspan=2>d\
         <tfoot><tr><th>e</table><table><tr></table>",
    );
    let tables: Vec<_> = document.tables().collect();
    let table = &tables[0];
    assert_eq!(table.caption_text().unwrap(), "The caption");
    assert_eq!((table.width(), table.height(), table.header_rows()), (3, 4, 2));
    let groups: Vec<_> = table.rows().map(|row| row.group).collect();
    assert_eq!(groups, [RowGroup::Head, RowGroup::Body, RowGroup::Body, RowGroup::Foot]);
    let d = table.cell(2, 2).unwrap();
    assert_eq!((d.row, d.column, d.width, d.height, d.is_header), (2, 1, 2, 1, false));
    assert!(table.cell(2, 3).is_none() && table.cell(4, 0).is_none());
    assert!(!table.is_truncated());
    assert_eq!((tables[1].width(), tables[1].height(), tables[1].header_rows()), (0, 1, 0));
}

#[test]
fn rowspan_0_is_1_in_quirks_mode() {
    let document = sapwood::parse("<table><tr><td rowspan=0>a<tr><td>b</table>");
    assert_eq!(document.tables().next().unwrap().cell(1, 0).unwrap().text(), "b");
}

/// Spans that would cover 2³⁶ slots.
#[test]
fn spans_are_bounded() {
    let html = format!(
        "<!doctype html><table><tr>{}{}",
        "<td colspan=1000 rowspan=65534>x".repeat(1000),
        "<tr><td>y".repeat(70_000)
    );
    let document = sapwood::parse(&html);
    let table = document.tables().next().unwrap();
    assert!(table.is_truncated());
    assert_eq!((table.height(), table.cells().len()), (70_001, 71_000));
    let slots: usize = table.rows().map(|row| row.cells().len()).sum();
    assert!(slots <= (1 << 16) + 65 * 71_000, "{slots}");
    assert_eq!(table.cell(70_000, 0).unwrap().text(), "y");
}
