//! Case mappings that depend on the language: the [rules of
//! Unicode](https://www.unicode.org/Public/UCD/latest/ucd/SpecialCasing.txt) for Turkish, Azerbaijani and Lithuanian, and
//! those of CLDR for Greek and Dutch.

/// A language with case mappings of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Language {
    #[default]
    Other,
    /// Turkish and Azerbaijani, which have an `i` without a dot.
    Turkic,
    Lithuanian,
    Greek,
    Dutch,
}

impl Language {
    /// Returns the language of a language tag.
    #[inline]
    pub(super) fn of(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        match &*primary.to_ascii_lowercase() {
            "tr" | "az" => Self::Turkic,
            "lt" => Self::Lithuanian,
            "el" => Self::Greek,
            "nl" => Self::Dutch,
            _ => Self::Other,
        }
    }

    #[inline]
    pub(super) fn uppercase(self, text: &str) -> String {
        match self {
            Self::Turkic => text.replace('i', "İ").to_uppercase(),
            Self::Lithuanian => without_soft_dots(text).to_uppercase(),
            Self::Greek => greek_uppercase(text),
            Self::Dutch | Self::Other => text.to_uppercase(),
        }
    }

    #[inline]
    pub(super) fn lowercase(self, text: &str) -> String {
        match self {
            Self::Turkic => turkic_dots(text).to_lowercase(),
            Self::Lithuanian => with_soft_dots(text).to_lowercase(),
            Self::Greek | Self::Dutch | Self::Other => text.to_lowercase(),
        }
    }

    /// Returns the titlecase of the beginning of a word, and its length, where the language has a rule for it.
    #[inline]
    pub(super) fn titlecase(self, word: &str) -> Option<(&'static str, usize)> {
        let is_ij = || word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("ij"));
        match self {
            Self::Turkic if word.starts_with('i') => Some(("İ", 1)),
            Self::Lithuanian if word.starts_with("i\u{307}") => Some(("I", 3)),
            Self::Dutch if is_ij() => Some(("IJ", 2)),
            _ => None,
        }
    }
}

/// Whether a combining mark is above its letter: its [combining
/// class](https://www.unicode.org/reports/tr44/#Canonical_Combining_Class_Values) is 230. `None` for a character that is
/// no combining mark.
#[inline]
fn is_above(character: char) -> Option<bool> {
    match character {
        '\u{300}'..='\u{314}' | '\u{33d}'..='\u{344}' | '\u{346}' | '\u{34a}'..='\u{34c}' => {
            Some(true)
        }
        '\u{315}'..='\u{33c}' | '\u{345}' | '\u{347}'..='\u{349}' | '\u{34d}'..='\u{34e}' => {
            Some(false)
        }
        _ => None,
    }
}

/// Returns the first combining mark above the letter before `rest`.
#[inline]
fn mark_above(rest: &str) -> Option<char> {
    rest.chars()
        .find(|&mark| is_above(mark) != Some(false))
        .filter(|&mark| is_above(mark).is_some())
}

const DOT_ABOVE: char = '\u{307}';

/// Replaces the letters I of Turkish with the lowercase letters that have the same dot.
#[inline]
fn turkic_dots(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut has_dot = false;
    for (at, character) in text.char_indices() {
        match character {
            'İ' => out.push('i'),
            'I' => {
                has_dot = mark_above(&text[at + 1..]) == Some(DOT_ABOVE);
                out.push(if has_dot { 'i' } else { 'ı' });
            }
            DOT_ABOVE if has_dot => has_dot = false,
            _ => out.push(character),
        }
    }
    out
}

/// Keeps the dot of the lowercase letters of Lithuanian below accents.
#[inline]
fn with_soft_dots(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        match character {
            'Ì' => out.push_str("i\u{307}\u{300}"),
            'Í' => out.push_str("i\u{307}\u{301}"),
            'Ĩ' => out.push_str("i\u{307}\u{303}"),
            _ => out.push(character),
        }
        if matches!(character, 'I' | 'J' | 'Į')
            && mark_above(&text[at + character.len_utf8()..]).is_some()
        {
            out.push(DOT_ABOVE);
        }
    }
    out
}

/// Drops the dots that Lithuanian writes only below the accents of lowercase letters.
#[inline]
fn without_soft_dots(text: &str) -> String {
    let mut is_soft_dotted = false;
    let is_kept = |character: &char| {
        let is_kept = *character != DOT_ABOVE || !is_soft_dotted;
        if is_above(*character) != Some(false) {
            is_soft_dotted =
                matches!(character, 'i' | 'j' | 'į' | 'ɨ' | 'ʝ' | 'і' | 'ј' | 'ḭ' | 'ị');
        }
        is_kept
    };
    text.chars().filter(is_kept).collect()
}

/// A Greek letter without its accents.
struct GreekLetter {
    /// The uppercase letter.
    base: char,
    is_accented: bool,
    has_diaeresis: bool,
    /// Whether an iota is written below it.
    has_iota: bool,
}

/// The letters of the blocks Greek and Coptic and Greek Extended with their uppercase base letters. The marks are `'`
/// for an accent or breathing, `:` for a diaeresis and `,` for an iota below.
#[rustfmt::skip]
const GREEK: [(&str, char, &str); 25] = [
    ("Αα", 'Α', ""), ("ΆάἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏὰ\u{1f71}ᾰᾱᾶᾸᾹᾺ\u{1fbb}", 'Α', "'"), ("ᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾲᾴᾷ", 'Α', "',"),
    ("ᾳᾼ", 'Α', ","), ("Εε", 'Ε', ""), ("ΈέἐἑἒἓἔἕἘἙἚἛἜἝὲ\u{1f73}Ὲ\u{1fc9}", 'Ε', "'"), ("Ηη", 'Η', ""),
    ("ΉήἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯὴ\u{1f75}ῆῊ\u{1fcb}", 'Η', "'"), ("ᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟῂῄῇ", 'Η', "',"), ("ῃῌ", 'Η', ","),
    ("Ιι", 'Ι', ""), ("ΊίἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὶ\u{1f77}ῐῑῖῘῙῚ\u{1fdb}", 'Ι', "'"), ("ΐῒ\u{1fd3}ῗ", 'Ι', "':"),
    ("Ϊϊ", 'Ι', ":"), ("Οο", 'Ο', ""), ("ΌόὀὁὂὃὄὅὈὉὊὋὌὍὸ\u{1f79}Ὸ\u{1ff9}", 'Ο', "'"), ("ῤῥῬ", 'Ρ', "'"),
    ("Υυ", 'Υ', ""), ("ΎύὐὑὒὓὔὕὖὗὙὛὝὟὺ\u{1f7b}ῠῡῦῨῩῪ\u{1feb}", 'Υ', "'"), ("ΰῢ\u{1fe3}ῧ", 'Υ', "':"),
    ("Ϋϋ", 'Υ', ":"), ("Ωω", 'Ω', ""), ("ΏώὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὼ\u{1f7d}ῶῺ\u{1ffb}", 'Ω', "'"),
    ("ᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯῲῴῷ", 'Ω', "',"), ("ῳῼ", 'Ω', ","),
];

impl GreekLetter {
    #[inline]
    fn of(character: char) -> Option<Self> {
        if !matches!(character, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}') {
            return None;
        }
        let (_, base, marks) = GREEK.iter().find(|(letters, _, _)| letters.contains(character))?;
        Some(Self {
            base: *base,
            is_accented: marks.contains('\''),
            has_diaeresis: marks.contains(':'),
            has_iota: marks.contains(','),
        })
    }
}

/// Returns the uppercase of a Greek text, which drops accents and breathings.
///
/// A diaeresis stays, and an iota or upsilon gets one if its predecessor loses the accent that kept the two apart, as in
/// `μάιος`. The word `ή` keeps its accent.
#[inline]
fn greek_uppercase(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    // Whether the character before is in a word; and if it is a vowel that has lost its accent, whether that was a
    // combining mark.
    let (mut is_in_word, mut parted) = (false, None);
    while let Some(character) = characters.next() {
        let Some(mut letter) = GreekLetter::of(character) else {
            out.extend(character.to_uppercase());
            if is_above(character).is_none() && !matches!(character, '\'' | '’' | '\u{ad}') {
                is_in_word = character.is_lowercase() || character.is_uppercase();
            }
            parted = None;
            continue;
        };
        let parts = parted.filter(|_| matches!(letter.base, 'Ι' | 'Υ'));
        letter.has_diaeresis |= parts == Some(false);
        let mut has_mark = parts == Some(true);
        let is_precomposed = letter.is_accented;
        while let Some(mark) = characters.next_if(|&mark| is_greek_mark(mark)) {
            match mark {
                '\u{308}' => has_mark = true,
                '\u{345}' => letter.has_iota = true,
                _ => letter.is_accented = true,
            }
        }
        let is_alone = !is_in_word && !characters.peek().is_some_and(|next| next.is_alphabetic());
        let is_parted = letter.is_accented && !letter.has_diaeresis && !has_mark;
        parted = is_parted.then_some(!is_precomposed);
        out.push(match letter.base {
            'Η' if is_precomposed && !letter.has_iota && is_alone => 'Ή',
            'Ι' if letter.has_diaeresis => 'Ϊ',
            'Υ' if letter.has_diaeresis => 'Ϋ',
            base => base,
        });
        if has_mark && !letter.has_diaeresis {
            out.push('\u{308}');
        }
        if letter.base == 'Η'
            && is_alone
            && letter.is_accented
            && !is_precomposed
            && !letter.has_iota
        {
            out.push('\u{301}');
        }
        out.extend(letter.has_iota.then_some('Ι'));
        is_in_word = true;
    }
    out
}

/// Whether a combining mark is an accent, breathing or diaeresis of Greek, or an iota below.
#[inline]
fn is_greek_mark(mark: char) -> bool {
    matches!(
        mark,
        '\u{300}'
            | '\u{301}'
            | '\u{304}'
            | '\u{306}'
            | '\u{308}'
            | '\u{311}'
            | '\u{313}'
            | '\u{314}'
            | '\u{342}'
            | '\u{345}'
    )
}
