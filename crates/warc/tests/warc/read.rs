//! The reader of WARC files: forms, offsets, and damage.

use std::{fs, io, path::PathBuf};

use crate::common::{Form, Random, Warc, gzip, html_response, noise};
use sapwood_warc::{Location, Reader, Record, RecordError};

fn records(file: &[u8]) -> Vec<Record> {
    let mut reader = Reader::new(file).unwrap();
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        records.push(record);
    }
    records
}

fn bodies(records: &[Record]) -> Vec<String> {
    records
        .iter()
        .map(|it| String::from_utf8_lossy(&it.payload(1 << 20).body).into_owned())
        .collect()
}

#[test]
fn reads_the_same_records_in_each_form() {
    let pages: Vec<_> = (0..50).map(|n| format!("<p>{n}{}", "x".repeat(n * n * 40))).collect();
    for form in Form::ALL {
        let mut warc = Warc::new(form);
        warc.info();
        for (n, page) in pages.iter().enumerate() {
            warc.request(&format!("https://example.com/{n}"));
            warc.response(&format!("https://example.com/{n}"), &html_response(page.as_bytes()));
        }
        let records = records(&warc.bytes);
        assert_eq!(bodies(&records), pages, "{form:?}");
        // Each record is found again at its place.
        for (record, place) in records.iter().zip(warc.places.iter().filter(|it| it.is_response)) {
            assert_eq!(
                (record.offset, record.length),
                (place.offset, Some(place.length)),
                "{form:?}"
            );
            let part = &warc.bytes[record.offset as usize..][..place.length as usize];
            let mut alone = Reader::at_offset(part, record.offset).unwrap();
            let again = alone.next_record().unwrap().unwrap();
            assert_eq!(
                (again.offset, again.length, again.body()),
                (record.offset, record.length, record.body())
            );
            assert!(alone.next_record().unwrap().is_none());
        }
    }
}

#[test]
fn a_damaged_member_costs_that_member_alone() {
    let pages: Vec<_> = (0..20).map(|n| crate::common::noise(n, 9_000)).collect();
    for form in [Form::Gzip, Form::Zstd] {
        let mut warc = Warc::new(form);
        for (n, page) in pages.iter().enumerate() {
            warc.response(&format!("https://example.com/{n}"), &html_response(page));
        }
        let expected: Vec<_> = warc.places.iter().map(|it| it.offset).collect();
        for at in [0, 2, 12, 40, 300, 2_000] {
            for damaged in [0, 7, 19] {
                let mut bytes = warc.bytes.clone();
                let place = warc.places[damaged];
                if damaged == 0 && at < 4 {
                    // The file isn't compressed then, by its first bytes.
                    continue;
                }
                for byte in &mut bytes[place.offset as usize + at..][..8] {
                    *byte ^= 0x5a;
                }
                let records = records(&bytes);
                let offsets: Vec<_> = records.iter().map(|it| it.offset).collect();
                assert_eq!(offsets, expected, "{form:?} {at} {damaged}");
                for (n, record) in records.iter().enumerate() {
                    assert_eq!(
                        record.error.is_some(),
                        n == damaged,
                        "{form:?} {at} {n}: {:?}",
                        record.error
                    );
                }
            }
        }
    }
}

/// The first of two equal members must not seem to extend over the second one, whose head is damaged.
#[test]
fn a_damaged_member_after_an_equal_one_is_reported() {
    let mut warc = Warc::new(Form::Gzip);
    for _ in 0..4 {
        warc.response("https://example.com/", &html_response(b"<title>Oak</title>"));
    }
    for damaged in 0..4 {
        let mut bytes = warc.bytes.clone();
        let offset = warc.places[damaged].offset as usize;
        bytes[offset + 2] ^= 0xff;
        let records = records(&bytes);
        let errors: Vec<_> = records.iter().map(|it| it.error.is_some()).collect();
        assert_eq!(errors, (0..4).map(|n| n == damaged).collect::<Vec<_>>());
    }
}

#[test]
fn a_cut_file_ends_with_a_record_that_says_so() {
    for form in Form::ALL {
        let mut warc = Warc::new(form);
        for n in 0..5 {
            warc.response(
                &format!("https://example.com/{n}"),
                &html_response(&crate::common::noise(n, 5_000)),
            );
        }
        let last = warc.places[4];
        for cut in [1, 5, 30, 1_000] {
            let file = &warc.bytes[..(last.offset + last.length) as usize - cut];
            let records = records(file);
            assert_eq!(records.len(), 5, "{form:?} {cut}");
            // The line ends after an uncompressed record are no part of it.
            if form == Form::Plain && cut < 5 {
                continue;
            }
            let error = records[4].error.as_ref().map(ToString::to_string);
            assert_eq!(error.as_deref(), Some("the file ends inside the record"), "{form:?} {cut}");
            assert!(records[..4].iter().all(|it| it.error.is_none()));
        }
    }
}

#[test]
fn long_records_are_cut_and_the_next_is_whole() {
    for form in Form::ALL {
        let mut warc = Warc::new(form);
        warc.response("https://example.com/1", &html_response(&crate::common::noise(1, 300_000)));
        warc.response("https://example.com/2", &html_response(b"<p>two"));
        let mut reader = Reader::new(&*warc.bytes).unwrap().with_limit(10_000);
        let first = reader.next_record().unwrap().unwrap();
        assert_eq!((first.body().len(), first.is_cut), (10_000, true), "{form:?}");
        let second = reader.next_record().unwrap().unwrap();
        assert_eq!(
            (bodies(std::slice::from_ref(&second)), second.is_cut),
            (vec!["<p>two".to_owned()], false)
        );
        assert_eq!(
            (second.offset, second.length),
            (warc.places[1].offset, Some(warc.places[1].length))
        );
    }
}

#[test]
fn malformed_records_are_reported_and_passed_over() {
    let good = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 2\r\n\r\nHi\r\n\r\n";
    for bad in [
        "garbage\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: resource\r\n\r\nx\r\n\r\n",
        "WARC/1.0\r\nContent-Length: -1\r\n\r\n",
    ] {
        let records = records(format!("{good}{bad}{good}").as_bytes());
        assert_eq!(bodies(&records), ["Hi", "", "Hi"], "{bad}");
        assert!(records[1].error.is_some());
    }
    assert!(records(b"").is_empty());
    assert_eq!(records(b"<!doctype html>").len(), 1);
}

#[test]
fn a_file_in_a_single_gzip_member_is_read() {
    let mut plain = Warc::new(Form::Plain);
    for n in 0..5 {
        plain.response(&format!("https://example.com/{n}"), &html_response(b"<p>x"));
    }
    let file = crate::common::gzip(&plain.bytes);
    let records = records(&file);
    assert_eq!(records.len(), 5);
    assert!(records.iter().all(|it| it.error.is_none() && it.offset == 0 && it.length.is_none()));
}

/// Members within members, which a search for the next member finds, don't take quadratic time.
#[test]
fn nested_damaged_members_take_linear_time() {
    use std::time::{Duration, Instant};

    let mut inner = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999\r\n\r\n".to_vec();
    let mut file = Vec::new();
    // A stored block whose length covers more than there is.
    for _ in 0..60_000 {
        file.extend_from_slice(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0xff, 0xff, 0, 0]);
        file.extend_from_slice(b"WARC/1.0\r\nContent-Length: 99999999\r\n\r\n");
    }
    file.append(&mut inner);
    let start = Instant::now();
    assert!(!records(&file).is_empty());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Random damage never panics, and never takes more records than there are.
#[test]
fn random_damage_is_survived() {
    let mut random = crate::common::Random(7);
    for form in Form::ALL {
        let mut warc = Warc::new(form);
        for n in 0..12 {
            warc.request("https://example.com/");
            warc.response("https://example.com/", &html_response(&crate::common::noise(n, 1_500)));
        }
        let rounds = std::env::var("SAPWOOD_FUZZ_ROUNDS").ok().and_then(|it| it.parse().ok());
        for _ in 0..rounds.unwrap_or(300) {
            let mut bytes = warc.bytes.clone();
            for _ in 0..random.below(6) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => bytes.truncate(at.max(1)),
                    2 if bytes.len() > 1 => {
                        bytes.remove(at);
                    }
                    _ => bytes.insert(at, random.below(256) as u8),
                }
            }
            for record in records(&bytes) {
                let payload = record.payload(1 << 20);
                assert!(payload.body.len() <= 1 << 20);
            }
        }
    }
}

/// A file in `fixtures/warc`.
/// Gives a file in pieces.
struct Pieces<'a> {
    file: &'a [u8],
    len: usize,
}

impl io::Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.len.min(buffer.len());
        self.file.read(&mut buffer[..len])
    }
}

/// The records of a file that is read in pieces, into the memory of a record of `room` bytes.
fn records_in_pieces(file: &[u8], piece: usize, room: usize) -> Vec<Record> {
    let mut reader = Reader::new(Pieces { file, len: piece }).unwrap();
    let mut records = Vec::new();
    loop {
        // A long record leaves its memory.
        let mut warc = Warc::new(Form::Plain);
        warc.response("https://example.com/", &html_response(&vec![b'x'; room]));
        let mut record = Reader::new(&warc.bytes[..]).unwrap().next_record().unwrap().unwrap();
        if !reader.read_record(&mut record).unwrap() {
            return records;
        }
        records.push(record);
    }
}

#[test]
fn records_of_damaged_members_depend_on_the_bytes_alone() {
    let mut random = Random(7);
    for form in [Form::Gzip, Form::Zstd] {
        let mut warc = Warc::new(form);
        for n in 0..12_usize {
            let mut page = format!("<p>{n}").into_bytes();
            match n % 3 {
                0 => page.extend(noise(n as u64, n * 3_000)),
                1 => page.extend(vec![b'a'; n * 9_000]),
                _ => page.extend(b"oak and elm ".repeat(n * 700)),
            }
            warc.response(&format!("https://example.com/{n}"), &html_response(&page));
        }
        if form == Form::Gzip {
            // A member whose content is longer than its record, and whose checksum is wrong.
            let mut plain = Warc::new(Form::Plain);
            plain.response("https://example.com/", &html_response(&noise(1, 40_000)));
            plain.bytes.extend(noise(2, 100_000));
            let mut member = gzip(&plain.bytes);
            let checksum = member.len() - 8;
            member[checksum] ^= 1;
            warc.bytes.splice(0..0, member);
        }
        for _ in 0..60 {
            let mut file = warc.bytes.clone();
            for _ in 0..6 {
                let at = random.below(file.len());
                file[at] ^= 1 << random.below(8);
            }
            file.truncate(file.len() - random.below(2_000));
            let expected = records(&file);
            for (piece, room) in
                [(usize::MAX, 400_000), (1, 0), (1_000, 0), (4_099, 3_000), (1 << 16, 40_000)]
            {
                let found = records_in_pieces(&file, piece, room);
                assert_eq!(found.len(), expected.len(), "{form:?}, pieces of {piece}");
                for (a, b) in found.iter().zip(&expected) {
                    assert_eq!(
                        (a.offset, a.length, &a.error, a.url(), &a.payload(1 << 20).body),
                        (b.offset, b.length, &b.error, b.url(), &b.payload(1 << 20).body),
                    );
                }
            }
        }
    }
}

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/warc").join(name)
}

/// The dictionary, compressed or not, is the first frame of the file; a record has three frames.
#[test]
fn zstd_files_with_a_dictionary_are_read() {
    for name in ["dictionary.warc.zst", "plain-dictionary.warc.zst"] {
        let file = fs::read(fixture(name)).unwrap();
        let records = records(&file);
        let numbers: Vec<_> =
            records.iter().map(|it| it.url().unwrap().rsplit('/').next()).collect();
        let expected = ["0", "1", "2", "4", "5", "6", "8", "9", "10", "12", "13"];
        assert_eq!(numbers, expected.map(Some), "{name}");
        for record in &records {
            assert_eq!((&record.error, record.is_cut), (&None, false), "{name}");
            let page = String::from_utf8(record.payload(1 << 20).body.into_owned()).unwrap();
            let number = record.url().unwrap().rsplit('/').next().unwrap();
            assert!(
                page.contains(&format!(" {number}</title>")) && page.ends_with("</a>"),
                "{page}"
            );
            // Each record is found again at its place, with the dictionary of the file.
            let place = Location::new(fixture(name), record.offset, record.length.unwrap());
            let again = place.open().unwrap().next_record().unwrap().unwrap();
            assert_eq!((again.offset, again.length), (record.offset, record.length));
            assert_eq!(again.body(), record.body());
        }
        // Without the dictionary each record is damaged, and the reader goes on.
        let length = u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize;
        assert!(self::records(&file[8 + length..]).iter().all(|it| it.error.is_some()));
    }
}

#[test]
fn a_zstd_record_that_is_cut_costs_no_other() {
    let file = fs::read(fixture("plain-dictionary.warc.zst")).unwrap();
    let all = records(&file);
    let long = &all[9];
    let (start, end) = (long.offset as usize, (long.offset + long.length.unwrap()) as usize);
    // Without its last frame the record is too long, and the next one begins where it would go on.
    let magic = [0x28, 0xb5, 0x2f, 0xfd];
    let last = start + memchr::memmem::rfind(&file[start..end], &magic).unwrap();
    let records = records(&[&file[..last], &file[end..]].concat());
    assert_eq!(records.len(), all.len());
    assert!(matches!(records[9].error, Some(RecordError::Malformed(_))), "{:?}", records[9]);
    assert_eq!(records[10].url(), all[10].url());
    assert_eq!((records[10].body(), &records[10].error), (all[10].body(), &None));
    assert_eq!(records[10].offset as usize, all[10].offset as usize - (end - last));
    // At the end of the file it is cut.
    let cut = self::records(&file[..last]);
    assert_eq!(cut.last().unwrap().error, Some(RecordError::Truncated));
}

#[test]
fn responses_without_http_are_malformed() {
    for form in Form::ALL {
        let mut warc = Warc::new(form);
        warc.response("https://example.com/no", b"\0\x01no http");
        warc.response("https://example.com/empty", b"");
        warc.record("response", Some("dns:example.com"), "text/dns", b"20260101000000\n");
        warc.response("https://example.com/yes", &html_response(b"<p>Oak"));
        let records = records(&warc.bytes);
        let errors = records.iter().map(|it| it.error.as_ref().map(ToString::to_string));
        let reason = Some("the record holds no HTTP response".to_owned());
        assert_eq!(errors.collect::<Vec<_>>(), [reason.clone(), reason, None, None], "{form:?}");
        assert_eq!(records[0].url(), Some("https://example.com/no"));
    }
}
