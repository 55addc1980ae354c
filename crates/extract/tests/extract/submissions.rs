//! Submissions of forms: URLs, content types and bodies.

use sapwood::{
    Document,
    encoding::encoding_rs::{Encoding, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252},
    extract::{
        Method, Submission, SubmissionError,
        url::{ParseError, Url},
    },
    parse,
};

fn page() -> Url {
    Url::parse("https://example.com/a/b?c#d").unwrap()
}

/// Submits the first form by its default button.
fn try_submit(html: &str, encoding: &'static Encoding) -> Result<Submission, SubmissionError> {
    let document: Document = parse(html);
    let form = &document.forms()[0];
    form.submission_in(encoding, form.default_button(), Some(&page()))
}

/// The URL of a `get` form.
#[track_caller]
fn url_in(html: &str, encoding: &'static Encoding) -> String {
    let Submission { method, url, content_type, body, .. } = try_submit(html, encoding).unwrap();
    assert_eq!((method, content_type, body.len()), (Method::Get, None, 0), "{html}");
    url.into()
}

#[track_caller]
fn url(html: &str) -> String {
    url_in(html, UTF_8)
}

/// The content type and body of a `post` form with these attributes and controls.
#[track_caller]
fn post_in(enctype: &str, controls: &str, encoding: &'static Encoding) -> (String, Vec<u8>) {
    let html = format!("<form method=post enctype='{enctype}'>{controls}</form>");
    let Submission { method, url, content_type, body, .. } = try_submit(&html, encoding).unwrap();
    assert_eq!((method, url), (Method::Post, page()), "{html}");
    (content_type.unwrap(), body)
}

#[track_caller]
fn post(enctype: &str, controls: &str) -> String {
    String::from_utf8(post_in(enctype, controls, UTF_8).1).unwrap()
}

#[test]
fn get_replaces_the_query() {
    #[rustfmt::skip]
    let cases = [
        ("<form>", "https://example.com/a/b?#d"),
        ("<form><input name=q value=1>", "https://example.com/a/b?q=1#d"),
        ("<form action=''><input name=q value=1>", "https://example.com/a/b?q=1#d"),
        ("<form action=' '><input name=q value=1>", "https://example.com/a/b?q=1"),
        ("<form action='f?x=y#z'><input name=q value=1>", "https://example.com/a/f?q=1#z"),
        ("<base href=/x/><form action=f><input name=q value=1>", "https://example.com/x/f?q=1"),
        ("<base target=a><base href=/x/><base href=/y/><form action=f>", "https://example.com/x/f?"),
        ("<base href=/x/><form><input name=q value=1>", "https://example.com/a/b?q=1#d"),
        ("<base href=//[><form action=f>", "https://example.com/a/f?"),
        ("<form action=//other.example><input name=q>", "https://other.example/?q="),
        ("<form action='ftp://a/b?c'><input name=q>", "ftp://a/b?c"),
        ("<form action='javascript:f()'><input name=q>", "javascript:f()"),
        ("<form action='data:text/html,x'><input name=q value=1>", "data:text/html,x?q=1"),
        ("<form action='data:text/html,x' method=post><input name=q>", "data:text/html,x"),
        ("<form action='mailto:a@b?subject=s'><input name=q value='a b+'>", "mailto:a@b?q=a%20b%2B"),
        ("<form action='mailto:a@b?subject=s' method=post><input name=q value='a b+'>", "mailto:a@b?subject=s&body=q=a+b%2B"),
        ("<form action='mailto:a@b' method=post enctype=text/plain><input name=q value='a b+é'>", "mailto:a@b?body=q=a%20b+%C3%A9%0D%0A"),
        ("<form action='x:y'><input name=q value=1>", "x:y?q=1"),
    ];
    for (html, expected) in cases {
        assert_eq!(url(html), expected, "{html}");
    }
}

#[test]
fn urlencoded_values_are_escaped() {
    #[rustfmt::skip]
    let cases = [
        ("<input name=a value=1><input name=a value=2>", "a=1&a=2"),
        ("<input name='a b' value='*-._~!+%&=#?'>", "a+b=*-._%7E%21%2B%25%26%3D%23%3F"),
        ("<input name='é\"' value='樹😀'>", "%C3%A9%22=%E6%A8%B9%F0%9F%98%80"),
        ("<textarea name=a>\nx\ny&#13;z&#13;\nw</textarea>", "a=x%0D%0Ay%0D%0Az%0D%0Aw"),
        ("<input name='a&#13;b\nc&#13;\nd'>", "a%0D%0Ab%0D%0Ac%0D%0Ad="),
        ("<input type=hidden name=a value='\n&#13;'>", "a=%0D%0A%0D%0A"),
        ("<input type=file name=a>", "a="),
        ("<input type=checkbox name=a checked><input type=checkbox name=b><input name=c disabled>", "a=on"),
        ("<select name=a multiple><option selected>1<option>2<option selected value=''>3</select>", "a=1&a="),
        ("<input type=hidden name=_CHARSET_ value=x>", "_CHARSET_=UTF-8"),
        ("<input name=a value=1 dirname=b><input type=tel name=c dirname=d>", "a=1&b=ltr&c=&d=ltr"),
        ("<input name=a><input type=image name=i><input type=submit name=s>", "a=&i.x=0&i.y=0"),
        ("<input type=image><input type=submit name=s>", "x=0&y=0"),
        ("<button name=a value=1 dirname=c></button><button name=b></button>", "a=1"),
        ("<input type=submit name=a value=1 dirname=c dir=RTL>", "a=1&c=rtl"),
        ("<div dir=rtl><input type=tel name=a dirname=b><input name=c dirname=d></div>", "a=&b=ltr&c=&d=rtl"),
        ("<input type=tel name=a dirname=b dir=rtl>", "a=&b=rtl"),
    ];
    for (controls, expected) in cases {
        assert_eq!(post("", controls), expected, "{controls}");
        let url = url(&format!("<form>{controls}</form>"));
        assert_eq!(url, format!("https://example.com/a/b?{expected}#d"), "{controls}");
    }
}

#[test]
fn plain_text_is_not_escaped() {
    let controls =
        "<input name='a=' value='1&2'><textarea name=b>\nx\ny</textarea><input type=file name=f>";
    let (content_type, body) = post_in("TEXT/plain", controls, UTF_8);
    assert_eq!(content_type, "text/plain");
    assert_eq!(String::from_utf8(body).unwrap(), "a==1&2\r\nb=x\r\ny\r\nf=\r\n");
}

#[test]
fn multipart_names_are_escaped() {
    let boundary = "----SapwoodFormBoundary0000000000000000";
    let controls = "<input name='\"é&#13;%22\\' value='\"x\"'><textarea name=b>\nx\ny</textarea><input type=file name='f\"'>";
    let (content_type, body) = post_in("multipart/form-data", controls, UTF_8);
    assert_eq!(content_type, format!("multipart/form-data; boundary={boundary}"));
    let expected = [
        format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"%22é%0D%0A%22\\\"".to_owned(),
        String::new(),
        "\"x\"".to_owned(),
        format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"b\"".to_owned(),
        String::new(),
        "x\r\ny".to_owned(),
        format!("--{boundary}"),
        "Content-Disposition: form-data; name=\"f%22\"; filename=\"\"".to_owned(),
        "Content-Type: application/octet-stream".to_owned(),
        String::new(),
        String::new(),
        format!("--{boundary}--"),
        String::new(),
    ];
    assert_eq!(String::from_utf8(body).unwrap(), expected.join("\r\n"));
    assert_eq!(post("multipart/form-data", ""), format!("--{boundary}--\r\n"));
}

#[test]
fn boundaries_are_not_in_the_content() {
    let boundary = |number: u32| format!("----SapwoodFormBoundary{number:016}");
    let (zero, one, three) = (boundary(0), boundary(1), boundary(3));
    let controls = format!("<input name='{one}' value='--{zero}'><input name=b value='-{three}'>");
    let (content_type, body) = post_in("multipart/form-data", &controls, UTF_8);
    assert_eq!(content_type, format!("multipart/form-data; boundary={}", boundary(2)));
    let body = String::from_utf8(body).unwrap();
    assert_eq!(body.matches(&boundary(2)).count(), 3);
}

#[test]
fn encodings_are_picked() {
    let form = |attributes: &str| {
        format!(
            "<form {attributes}><input name=a value='é樹'><input type=hidden name=_charset_></form>"
        )
    };
    #[rustfmt::skip]
    let cases = [
        ("", UTF_8, "a=%C3%A9%E6%A8%B9&_charset_=UTF-8"),
        ("", UTF_16LE, "a=%C3%A9%E6%A8%B9&_charset_=UTF-8"),
        ("", WINDOWS_1252, "a=%E9%26%2327193%3B&_charset_=windows-1252"),
        ("", SHIFT_JIS, "a=%26%23233%3B%8E%F7&_charset_=Shift_JIS"),
        ("accept-charset=' x  latin1 utf-8'", UTF_8, "a=%E9%26%2327193%3B&_charset_=windows-1252"),
        ("accept-charset=x", WINDOWS_1252, "a=%C3%A9%E6%A8%B9&_charset_=UTF-8"),
        ("accept-charset", WINDOWS_1252, "a=%C3%A9%E6%A8%B9&_charset_=UTF-8"),
        ("accept-charset=utf-16be", WINDOWS_1252, "a=%C3%A9%E6%A8%B9&_charset_=UTF-8"),
        ("accept-charset=iso-2022-jp", UTF_8, "a=%26%23233%3B%1B%24B%3Cy%1B%28B&_charset_=ISO-2022-JP"),
    ];
    for (attributes, encoding, expected) in cases {
        let url = url_in(&form(attributes), encoding);
        assert_eq!(url, format!("https://example.com/a/b?{expected}#d"), "{attributes}");
    }
    let controls = "<input name='é樹' value='樹é'>";
    let (_, body) = post_in("text/plain", controls, WINDOWS_1252);
    assert_eq!(body, b"\xe9&#27193;=&#27193;\xe9\r\n");
    let (_, body) = post_in("multipart/form-data", controls, WINDOWS_1252);
    let body = String::from_utf8_lossy(&body);
    assert!(body.contains("name=\"\u{fffd}&#27193;\"\r\n\r\n&#27193;\u{fffd}\r\n"), "{body}");
    let html = "<form method=post action='/é?é樹'>";
    assert_eq!(
        try_submit(html, WINDOWS_1252).unwrap().url.as_str(),
        "https://example.com/%C3%A9?%E9%26%2327193%3B"
    );
}

#[test]
fn submitters_replace_attributes_of_the_form() {
    let document = parse(
        "<form action=/f method=post enctype=text/plain><input name=a value=1>
         <button name=b formaction=/g formmethod=get></button>
         <input type=submit name=c formenctype=x><button name=d formaction></button>
         <button name=e formmethod=dialog></button><button type=button name=g formaction=/g></button>",
    );
    let form = &document.forms()[0];
    let submit = |name: &str| form.submission(form.control(name), Some(&page()));
    let submission = submit("b").unwrap();
    assert_eq!(
        (submission.url.as_str(), submission.body.len()),
        ("https://example.com/g?a=1&b=", 0)
    );
    let submission = submit("c").unwrap();
    assert_eq!(submission.content_type.as_deref(), Some("application/x-www-form-urlencoded"));
    assert_eq!((submission.url.path(), &*submission.body), ("/f", &b"a=1&c="[..]));
    assert_eq!(submit("d").unwrap().url, page());
    assert_eq!(submit("e"), Err(SubmissionError::Dialog));
    let submission = submit("g").unwrap();
    assert_eq!((submission.url.path(), &*submission.body), ("/f", &b"a=1\r\n"[..]));
}

#[test]
fn a_form_without_a_url_is_not_submitted() {
    let submit = |html: &str| parse(html).forms()[0].submission(None, None).map(|it| it.url.into());
    let without = Err(SubmissionError::Action(ParseError::RelativeUrlWithoutBase));
    assert_eq!(submit("<form>"), without);
    assert_eq!(submit("<form action=a>"), without);
    assert_eq!(submit("<base href=https://a/b/><form>"), without);
    assert_eq!(
        submit("<base href=https://a/b/><form action=c>"),
        Ok::<String, _>("https://a/b/c?".to_owned())
    );
    assert_eq!(
        submit("<form action=https://[>"),
        Err(SubmissionError::Action(ParseError::InvalidIpv6Address))
    );
    assert_eq!(submit("<form method=dialog action=https://a>"), Err(SubmissionError::Dialog));
}

#[test]
fn repeated_names_are_bounded() {
    let options = "<option selected>".repeat(20_000);
    let form = |length: usize| {
        let name = "n".repeat(length);
        try_submit(&format!("<form method=post><select multiple name={name}>{options}"), UTF_8)
    };
    assert!(form(800).is_ok());
    assert_eq!(form(20_000), Err(SubmissionError::TooLong));
}
