//! Forms: controls, and the entry lists that they submit.

use sapwood::{Document, NodeId, extract::Method};

/// The entry list of each form without a submitter, as `name=value`; forms separated by `|`.
fn sent(html: &str) -> String {
    let document = sapwood::parse(html);
    let forms = document.forms();
    let form = |form: &sapwood::extract::Form<'_>| {
        let entries = form.entry_list(None);
        let pairs: Vec<_> = entries.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("&")
    };
    forms.iter().map(form).collect::<Vec<_>>().join(" | ")
}

#[test]
fn entry_lists() {
    #[rustfmt::skip]
    let cases = [
        ("<form></form>", ""),
        ("<form><input name=a value=1><input name=a value=2>", "a=1&a=2"),
        ("<form><input value=1><input name value=2><input name=b>", "b="),
        ("<form><input name=a value=1 disabled><input name=b type=hidden value=2>", "b=2"),
        ("<form><input type=checkbox name=a><input type=checkbox name=b checked><input type=CHECKBOX name=c checked value=x>", "b=on&c=x"),
        ("<form><input type=radio name=a value=1 checked><input type=radio name=a value=2 checked><input type=radio name=a value=3>", "a=2"),
        ("<form><input type=submit name=a value=b><input type=image name=c><button name=d>e</button><input type=reset name=f value=g><input type=button name=h value=i>", ""),
        ("<form><input type=file name=a value=x>", "a="),
        ("<form><input type=hidden name=_charset_ value=x>", "_charset_=UTF-8"),
        ("<form><textarea name=a>\nx\ny</textarea>", "a=x\ny"),
        ("<form><input name=a value='x\ny'><input type=url name=b value=' z\n '>", "a=xy&b=z"),
        ("<form><input type=email name=a multiple value=' x@y , z@w '>", "a=x@y,z@w"),
        ("<form><input type=number name=a value=1e2><input type=number name=b value=x>", "a=1e2&b="),
        ("<form><input type=date name=a value=2026-11-21><input type=date name=b value=2026-13-01>", "a=2026-11-21&b="),
        ("<form><input type=datetime-local name=a value='2026-11-21 08:30'>", "a=2026-11-21T08:30"),
        ("<form><input type=color name=a value=#ABCDEF><input type=color name=b value=red><input type=color name=c value=x>", "a=#abcdef&b=#ff0000&c=#000000"),
        ("<form><input type=color name=a value='rgb(0 255 0 / 50%)'><input type=color name=b value='rgb(0 255 0 / 50%)' alpha>", "a=#00ff00&b=color(srgb 0 1 0 / 0.5)"),
        ("<form><input type=color name=a value='color(display-p3 .5 -1 2)' colorspace=Display-P3><input type=color name=b value=red colorspace=display-p3 alpha>", "a=color(display-p3 0.5 -1 2)&b=color(display-p3 0.917488 0.200287 0.138561)"),
        ("<form><input type=email name=a value=' x\n@y '><input type=email name=b multiple value='x, ,y,'>", "a=x@y&b=x,,y"),
        ("<form><input type=number name=a value=1.><input type=number name=b value=-.5E+3><input type=range name=c value=-2.6 min=-4 step=2>", "a=&b=-.5E+3&c=-2"),
        ("<form><input type=range name=a><input type=range name=b value=7 max=5><input type=range name=c value=-1><input type=range name=d min=3 max=1>", "a=50&b=5&c=0&d=3"),
        ("<form><input type=range name=a value=4.4 step=2><input type=range name=b value=4.4 step=any>", "a=4.4&b=4.4"),
        ("<form><input type=range name=a min=1 value=5 step=3>", "a=4"),
        ("<form><select name=a><option>x<option>y</select>", "a=x"),
        ("<form><select name=a><option disabled>x<option value=1> y  z </select>", "a=1"),
        ("<form><select name=a><option selected>x<option selected> y  z </select>", "a=y z"),
        ("<form><select name=a size=2><option>x</select>", ""),
        ("<form><select name=a multiple><option selected>x<option>y<option selected>z<option selected disabled>w</select>", "a=x&a=z"),
        ("<form><select name=a><optgroup disabled><option selected>x</optgroup><option>y</select>", ""),
        ("<form><select name=a></select>", ""),
        ("<form><fieldset disabled><legend><input name=a></legend><legend><input name=b></legend><input name=c></fieldset><input name=d>", "a=&d="),
        ("<form><fieldset disabled><legend><fieldset disabled><input name=a></fieldset></legend></fieldset>", ""),
        ("<form><datalist><input name=a></datalist><input name=b>", "b="),
        ("<form id=f></form><input name=a form=f><form><input name=b form=f><input name=c form=none><input name=d></form>", "a=&b= | d="),
        ("<p id=f><form id=f><input name=a></form><input name=b form=f>", "a="),
        ("<table><form><tr><td><input name=a></form><tr><td><input name=b></table><input name=c>", "a="),
        ("<form><input name=a dirname=d><div dir=rtl><textarea name=b dirname=e></textarea></div>", "a=&d=ltr&b=&e=rtl"),
        ("<form><object name=a></object><output name=b>x</output><meter name=c></meter>", ""),
    ];
    for (html, expected) in cases {
        assert_eq!(sent(html), expected, "{html}");
    }
}

#[test]
fn submitters_add_their_entries() {
    let document = sapwood::parse(
        "<form action=/x method=POST enctype=Multipart/Form-Data name=n><input type=image name=i>\
         <button name=b value=1>B</button><button type=button name=c value=2>C</button></form><form method=dialog>",
    );
    let forms = document.forms();
    let form = &forms[0];
    assert_eq!((form.action(), form.name()), (Some("/x"), Some("n")));
    assert_eq!((form.method(), form.enctype()), (Method::Post, "multipart/form-data"));
    let names = |control: &str| {
        let entries = form.entry_list(form.control(control));
        entries.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    assert_eq!(names("i"), ["i.x=0", "i.y=0"]);
    assert_eq!(names("b"), ["b=1"]);
    assert!(names("c").is_empty());
    assert_eq!(form.default_button().unwrap().kind, "image");
    assert_eq!((forms[1].method(), forms[1].action()), (Method::Dialog, None));
    assert_eq!(forms[1].enctype(), "application/x-www-form-urlencoded");
}

#[test]
fn controls_have_kinds_labels_and_values() {
    let document = sapwood::parse(
        "<div><form><fieldset name=f></fieldset><select name=s><option label=l value=v>t</select>\
         <input type=x name=i><output>o</output></form></div><form></form>",
    );
    let div = document.body().unwrap().first_child().unwrap();
    let forms = div.forms();
    assert_eq!((forms.len(), document.forms().len()), (1, 2));
    let kinds: Vec<_> = forms[0].controls.iter().map(|control| control.kind).collect();
    assert_eq!(kinds, ["fieldset", "select-one", "text", "output"]);
    let select = forms[0].control("s").unwrap();
    let option = select.selected().next().unwrap();
    assert_eq!(
        (option.label(), option.value(), select.value()),
        ("l".into(), "v".into(), "v".into())
    );
    assert_eq!(forms[0].controls[3].value(), "o");
    assert!(!forms[0].controls[2].is_checked());
    assert_eq!(forms[0].element.forms().len(), 1);
}

/// The entry list of the first form after an edit.
fn sent_after(html: &str, edit: impl FnOnce(&mut Document)) -> String {
    let mut document = sapwood::parse(html);
    edit(&mut document);
    let sent = |document: &Document| {
        let forms = document.forms();
        let names = forms.iter().flat_map(|form| form.entry_list(None));
        names.map(|(name, _)| name).collect::<Vec<_>>().join("&")
    };
    let before = sent(&document);
    document.compact();
    assert_eq!(sent(&document), before, "compact keeps form owners");
    before
}

fn find(document: &Document, name: &str) -> NodeId {
    document.root().descendants().find(|node| node.local_name() == Some(name)).unwrap().node_id()
}

#[test]
fn controls_keep_the_form_owner_that_the_parser_gave_them() {
    #[rustfmt::skip]
    let cases = [
        ("<center><form action=/s></center><p><input name=q value=1></form>", "q=1"),
        ("<div><form action=/1></div><input name=q value=1><form action=/2><input name=z value=1></form>", "q=1&z=1"),
        ("<div><form></div><input name=a></form><input name=b>", "a="),
        ("<div><form></div><input name=a form=f></form><form id=f><input name=b></form>", " | a=&b="),
        ("<div><form></div><template><input name=a></template><input name=b></form>", "b="),
        ("<table><form><tr><td><input name=a></table><input name=b></form><input name=c>", "a=&b="),
        ("<table><form><input name=a><input type=hidden name=b></table>", "a=&b="),
        ("<form><div></form><input name=a></div><input name=b>", "a="),
        ("<form><table><td></form><form></td><td><input name=a></table>", "| a="),
        // The adoption agency moves the paragraph, and so ends the association.
        ("<div><form></div><b><p><input name=a></b>", ""),
        ("<div><form></div><b><p></b><input name=a>", "a="),
        ("<div><form></div><select><option>x", ""),
    ];
    for (html, expected) in cases {
        assert_eq!(sent(html).trim(), expected.trim(), "{html}");
    }
}

#[test]
fn edits_end_an_association_as_the_standard_says() {
    let html = "<center><form></center><p><input name=a></p><p><select name=b><option>1</select>";
    assert_eq!(sent_after(html, |_| ()), "a&b");
    let sent = sent_after(html, |document| {
        let (body, input) = (find(document, "body"), find(document, "input"));
        document.append(body, input).unwrap();
    });
    assert_eq!(sent, "b", "a control that moves loses its form");
    let sent = sent_after(html, |document| {
        let (body, p) = (find(document, "body"), find(document, "p"));
        document.append(body, p).unwrap();
    });
    assert_eq!(sent, "b", "so does one in a subtree that moves");
    let sent = sent_after(html, |document| {
        let (body, center) = (find(document, "body"), find(document, "center"));
        document.append(body, center).unwrap();
    });
    assert_eq!(sent, "", "and all controls of a form that moves");
    let sent = sent_after(html, |document| {
        let (body, wrapper) = (find(document, "body"), document.create_element("div").unwrap());
        document.wrap(body, wrapper).unwrap();
    });
    assert_eq!(sent, "a&b", "a tree that moves with both changes nothing");
    let sent = sent_after(html, |document| {
        let input = find(document, "input");
        document.set_attribute(input, "form", "none").unwrap();
        document.remove_attribute(input, "form").unwrap();
    });
    assert_eq!(sent, "b", "a form attribute ends it for good");
    let sent = sent_after(html, |document| {
        let (form, input) = (find(document, "form"), find(document, "input"));
        document.append(form, input).unwrap();
    });
    assert_eq!(sent, "a&b", "the nearest form ancestor owns a control that moves");
}

#[test]
fn checks_of_form_owners_in_a_deep_tree_are_bounded() {
    let controls = "<input name=a>".repeat(20_000);
    let divs = "<div>".repeat(20_000);
    let html = format!("<center><form></center><input name=a>{divs}<b><p></b>{controls}");
    let document = sapwood::parse(&html);
    let found = document.forms()[0].controls.len();
    assert!((100..20_000).contains(&found), "the rest is given up: {found}");
}
