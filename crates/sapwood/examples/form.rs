//! Fills in a search form, and makes the URL that a browser would load.

use sapwood::extract::url::Url;

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page =
        "<form action=/find><input name=q><select name=n><option>10<option>50</select></form>";
    println!("{}", search(page, "oak & elm", &Url::parse("https://example.com/")?)?);
    Ok(())
}

pub(crate) fn search(
    html: &str,
    words: &str,
    page: &Url,
) -> Result<Url, Box<dyn std::error::Error>> {
    let document = sapwood::parse(html);
    let mut form = document.forms().into_iter().next().ok_or("no form")?;
    form.set("q", words)?;
    form.set("n", "50")?;
    Ok(form.submission(form.default_button(), Some(page))?.url)
}
