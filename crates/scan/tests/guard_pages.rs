//! No search reads past either end of its input: each runs at every alignment against a page that can't be read.
//!
//! A page between two guard pages holds the input, first at its end and then at its start. A read outside of
//! it ends the process. Changing the protection of pages is `unsafe` in every crate that offers it, because
//! the compiler can't know who holds a reference; so this test has the `unsafe` blocks that its name suggests.

#![cfg(unix)]

use std::{ffi::c_void, ptr, slice};

use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use sapwood_scan::{
    AttributeName, BogusComment, Cdata, Comment, Cursor, DoctypeIdentifier, DoubleQuoted,
    EscapedInAttribute, EscapedInText, LineEnd, LineFeed, Plaintext, ProcessingInstruction,
    RawText, Simd, SimdTask, SingleQuoted, Stops, TagName, Tail, Text, TextBuffer, Unquoted,
    XmlDoubleQuoted, XmlEscapedInAttribute, XmlEscapedInText, XmlInput, XmlProcessingInstruction,
    XmlSingleQuoted, collapsed_run, collapsed_run_naive, dispatch, hyphens_run, hyphens_run_naive,
    input_error_run, input_error_run_naive, is_plain_url, is_plain_url_naive, markdown_run,
    markdown_run_naive, run, run_naive, take, whitespace_run, whitespace_run_within, words_run,
};

/// A page between two that can't be read or written.
struct GuardedPage {
    start: *mut c_void,
    page: usize,
}

impl GuardedPage {
    fn new() -> Self {
        let page = rustix::param::page_size();
        // SAFETY: the kernel chooses the address of three new pages; the first and the last are then made
        // inaccessible before any reference to them exists.
        unsafe {
            let flags = ProtFlags::READ | ProtFlags::WRITE;
            let start =
                mmap_anonymous(ptr::null_mut(), 3 * page, flags, MapFlags::PRIVATE).unwrap();
            mprotect(start, page, MprotectFlags::empty()).unwrap();
            mprotect(start.byte_add(2 * page), page, MprotectFlags::empty()).unwrap();
            Self { start, page }
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the page in the middle is readable, writable and initialized, and borrowed through `self`.
        unsafe { slice::from_raw_parts_mut(self.start.byte_add(self.page).cast(), self.page) }
    }
}

impl Drop for GuardedPage {
    fn drop(&mut self) {
        // SAFETY: `new` mapped these three pages, and no reference to them outlives `self`.
        unsafe { munmap(self.start, 3 * self.page).unwrap() };
    }
}

/// Calls `check` with `text` at the end of a guarded page, and then at its start.
fn at_both_ends(page: &mut GuardedPage, text: &str, check: fn(&str)) {
    let bytes = page.bytes();
    let start = bytes.len() - text.len();
    bytes[start..].copy_from_slice(text.as_bytes());
    check(str::from_utf8(&bytes[start..]).unwrap());
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    check(str::from_utf8(&bytes[..text.len()]).unwrap());
}

/// Calls `check` for texts of 0 to 200 bytes without a stop, and with one at the start or the end.
fn at_every_alignment(check: fn(&str)) {
    let page = &mut GuardedPage::new();
    for length in 0..200 {
        let text = "x".repeat(length);
        at_both_ends(page, &text, check);
        for stop in ["<", "&", "-", "\0", "\u{a0}"] {
            at_both_ends(page, &format!("{text}{stop}"), check);
            at_both_ends(page, &format!("{stop}{text}"), check);
        }
    }
}

fn check_stops<S: Stops>(text: &str) {
    let expected = run_naive::<S>(text.as_bytes());
    assert_eq!(run::<S>(text.as_bytes()), expected);
    for start in 0..=text.len() {
        let Some(rest) = text.get(start..) else { continue };
        let run = &rest[..run_naive::<S>(rest.as_bytes())];
        let taken = take::<S>(text, start);
        assert_eq!(taken.map(|taken| taken.text), (run.len() < rest.len()).then_some(run));
    }
    assert_eq!(dispatch(Copy::<S>(text, Default::default())), text[..expected]);
    dispatch(Read(text));
}

/// Reads as far ahead of a cursor as it allows.
struct Read<'a>(&'a str);

impl SimdTask for Read<'_> {
    type Output = ();

    fn run<V: Simd>(self, simd: V) {
        let mut tail = Tail::new();
        for at in 0..self.0.len() {
            if let Some(cursor) = Cursor::<V, false>::new(simd, self.0, at) {
                let _ = (cursor.take::<Text>(32), cursor.byte(63));
            }
            if let Some(cursor) = tail.cursor(simd, self.0, at) {
                let _ = (cursor.take::<Text>(32), cursor.byte(63));
            }
        }
    }
}

/// Copies the run at the start of a text in each way that a buffer offers.
struct Copy<'a, S>(&'a str, std::marker::PhantomData<S>);

impl<S: Stops> SimdTask for Copy<'_, S> {
    type Output = String;

    fn run<V: Simd>(self, simd: V) -> String {
        let text = self.0;
        let mut buffer = TextBuffer::with_capacity(simd, 0);
        let length = buffer.push_run::<S>(text, 0, text.len());
        buffer.push_part(text, length, text.len() - length);
        assert_eq!(buffer.as_str(), text);
        let mut buffer = TextBuffer::with_capacity(simd, 0);
        buffer.push_run::<S>(text, 0, text.len());
        buffer.into_string()
    }
}

macro_rules! stops {
    ($($test:ident: $set:ident,)*) => {$(
        #[test]
        fn $test() {
            at_every_alignment(check_stops::<$set>);
        }
    )*};
}

stops! {
    text_stays_in_its_page: Text,
    raw_text_stays_in_its_page: RawText,
    plaintext_stays_in_its_page: Plaintext,
    tag_name_stays_in_its_page: TagName,
    attribute_name_stays_in_its_page: AttributeName,
    double_quoted_stays_in_its_page: DoubleQuoted,
    single_quoted_stays_in_its_page: SingleQuoted,
    unquoted_stays_in_its_page: Unquoted,
    comment_stays_in_its_page: Comment,
    bogus_comment_stays_in_its_page: BogusComment,
    cdata_stays_in_its_page: Cdata,
    processing_instruction_stays_in_its_page: ProcessingInstruction,
    doctype_identifier_stays_in_its_page: DoctypeIdentifier,
    line_end_stays_in_its_page: LineEnd,
    line_feed_stays_in_its_page: LineFeed,
    escaped_in_text_stays_in_its_page: EscapedInText,
    escaped_in_attribute_stays_in_its_page: EscapedInAttribute,
    xml_processing_instruction_stays_in_its_page: XmlProcessingInstruction,
    xml_double_quoted_stays_in_its_page: XmlDoubleQuoted,
    xml_single_quoted_stays_in_its_page: XmlSingleQuoted,
    xml_escaped_in_text_stays_in_its_page: XmlEscapedInText,
    xml_escaped_in_attribute_stays_in_its_page: XmlEscapedInAttribute,
    xml_input_stays_in_its_page: XmlInput,
}

#[test]
fn other_searches_stay_in_their_page() {
    at_every_alignment(|text| {
        let bytes = text.as_bytes();
        assert_eq!(hyphens_run(bytes), hyphens_run_naive(bytes));
        assert_eq!(collapsed_run(bytes), collapsed_run_naive(bytes));
        assert_eq!(markdown_run(bytes), markdown_run_naive(bytes));
        assert_eq!(is_plain_url(bytes), is_plain_url_naive(bytes));
        for length in [bytes.len() / 2, bytes.len()] {
            let text = &bytes[..length];
            assert_eq!(words_run(bytes, length).length, collapsed_run_naive(text));
            assert_eq!(whitespace_run_within(bytes, length), whitespace_run(text));
        }
        assert_eq!(input_error_run(bytes), input_error_run_naive(bytes));
        assert_eq!(whitespace_run(bytes), 0);
    });
}
