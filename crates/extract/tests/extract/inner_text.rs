//! Rendered text that depends on the whole document.

#[test]
fn a_meta_element_sets_the_default_language() {
    let page =
        |head: &str| format!("{head}<body style='text-transform:uppercase'>i<b lang=en>i</b>");
    #[rustfmt::skip]
    let cases = [
        ("", "II"),
        ("<meta http-equiv=Content-Language content=' tr-TR x '>", "İI"),
        ("<meta http-equiv=content-language content='tr, en'>", "II"),
        ("<meta http-equiv=content-language content=tr><meta http-equiv=content-language content=en>", "II"),
        ("<html lang=en><meta http-equiv=content-language content=tr>", "II"),
        ("<html lang=''><meta http-equiv=content-language content=tr>", "II"),
    ];
    for (head, expected) in cases {
        assert_eq!(sapwood::parse(&page(head)).inner_text(), expected, "{head}");
    }
}
