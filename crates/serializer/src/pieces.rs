//! What stands around known names in tags, put together beforehand: one piece to write in place of three.

use names::NameId;

/// The pieces of a name.
pub(crate) struct Pieces {
    /// `<name`
    pub(crate) start: &'static str,
    /// `</name>`
    pub(crate) end: &'static str,
    /// ` name="`
    pub(crate) first_attribute: &'static str,
    /// `" name="`, after the value of another attribute.
    pub(crate) next_attribute: &'static str,
}

/// How many bytes the pieces have, all one after the other.
const LENGTH: usize = {
    let (mut length, mut index) = (0, 1);
    while index < NameId::FIRST_DYNAMIC.index() {
        length += 3 * NameId::from_index(index).as_str().len() + "<</>\" =\"".len();
        index += 1;
    }
    length
};

/// The pieces: `<name</name>" name="` for each name.
static BYTES: [u8; LENGTH] = {
    let mut bytes = [0; LENGTH];
    let (mut at, mut index) = (0, 1);
    while index < NameId::FIRST_DYNAMIC.index() {
        let name = NameId::from_index(index).as_str();
        let mut part = 0;
        let parts = ["<", name, "</", name, ">\" ", name, "=\""];
        while part < parts.len() {
            let text = parts[part].as_bytes();
            let mut from = 0;
            while from < text.len() {
                bytes[at] = text[from];
                at += 1;
                from += 1;
            }
            part += 1;
        }
        index += 1;
    }
    bytes
};

static PIECES: [Pieces; NameId::FIRST_DYNAMIC.index()] = {
    const NONE: Pieces = Pieces { start: "", end: "", first_attribute: "", next_attribute: "" };
    let mut pieces = [NONE; NameId::FIRST_DYNAMIC.index()];
    let Ok(mut left) = str::from_utf8(&BYTES) else { panic!("names are ASCII") };
    let mut index = 1;
    while index < pieces.len() {
        let length = NameId::from_index(index).as_str().len();
        let (start, rest) = left.split_at(1 + length);
        let (end, rest) = rest.split_at(3 + length);
        let (next_attribute, rest) = rest.split_at(4 + length);
        let (_, first_attribute) = next_attribute.split_at(1);
        pieces[index] = Pieces { start, end, first_attribute, next_attribute };
        left = rest;
        index += 1;
    }
    pieces
};

/// The pieces of `name`, if it is a known one.
#[inline]
pub(crate) fn of(name: NameId) -> Option<&'static Pieces> {
    PIECES.get(name.index()).filter(|_| name != NameId::UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use names::tag;

    #[test]
    fn pieces_of_names() {
        let td = of(tag::TD).unwrap();
        assert_eq!(
            [td.start, td.end, td.first_attribute, td.next_attribute],
            ["<td", "</td>", " td=\"", "\" td=\""]
        );
        assert!(of(NameId::UNKNOWN).is_none());
        assert!(of(NameId::FIRST_DYNAMIC).is_none());
    }
}
