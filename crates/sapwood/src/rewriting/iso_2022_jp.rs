//! The states of ISO-2022-JP, the one stateful encoding of the web.

/// The character set that the bytes of ISO-2022-JP are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Ascii,
    Roman,
    Katakana,
    Jis1978,
    Jis1983,
}

const ESCAPE: u8 = 0x1b;

impl Shift {
    const ALL: [Self; 5] = [Self::Ascii, Self::Roman, Self::Katakana, Self::Jis1978, Self::Jis1983];

    /// The sequence that begins the state.
    pub(super) fn escape(self) -> &'static [u8] {
        match self {
            Self::Ascii => b"\x1b(B",
            Self::Roman => b"\x1b(J",
            Self::Katakana => b"\x1b(I",
            Self::Jis1978 => b"\x1b$@",
            Self::Jis1983 => b"\x1b$B",
        }
    }

    /// A character that an encoder writes in this state, or one like it, without a change; nothing if it begins in the state, and `None`
    /// if no encoder uses it.
    pub(super) fn character(self) -> Option<&'static str> {
        match self {
            Self::Ascii => Some(""),
            Self::Roman => Some("\u{a5}"),
            Self::Katakana => None,
            Self::Jis1978 | Self::Jis1983 => Some("\u{6728}"),
        }
    }

    /// Whether bytes begin with the sequence of a state.
    pub(super) fn begins(bytes: &[u8]) -> bool {
        Self::ALL.iter().any(|it| bytes.starts_with(it.escape()))
    }

    /// Passes over bytes, which are whole characters with the sequences before them.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        let mut from = 0;
        while let Some(at) = bytes[from..].iter().position(|&byte| byte == ESCAPE) {
            let rest = &bytes[from + at..];
            if let Some(next) = Self::ALL.into_iter().find(|it| rest.starts_with(it.escape())) {
                *self = next;
            }
            from += at + 1;
        }
    }
}
