//! `\p{…}`: the [names of properties](https://tc39.es/ecma262/#table-binary-unicode-properties) that JavaScript knows,
//! which it compares exactly.

use regex_syntax::hir::{Class, ClassUnicode, HirKind};

use super::{failure::Failure, set};

/// The characters with a property, or the property of strings of that name.
pub(super) enum Property {
    Chars(ClassUnicode),
    /// A [property of strings](https://tc39.es/ecma262/#table-binary-unicode-properties-of-strings), whose data isn't at
    /// hand.
    Strings,
}

const GENERAL_CATEGORIES: &str = "C Other Cc Control cntrl Cf Format Cn Unassigned Co Private_Use Cs Surrogate L Letter \
    LC Cased_Letter Ll Lowercase_Letter Lm Modifier_Letter Lo Other_Letter Lt Titlecase_Letter Lu Uppercase_Letter M Mark \
    Combining_Mark Mc Spacing_Mark Me Enclosing_Mark Mn Nonspacing_Mark N Number Nd Decimal_Number digit Nl \
    Letter_Number No Other_Number P Punctuation punct Pc Connector_Punctuation Pd Dash_Punctuation Pe Close_Punctuation \
    Pf Final_Punctuation Pi Initial_Punctuation Po Other_Punctuation Ps Open_Punctuation S Symbol Sc Currency_Symbol Sk \
    Modifier_Symbol Sm Math_Symbol So Other_Symbol Z Separator Zl Line_Separator Zp Paragraph_Separator Zs \
    Space_Separator";

/// The long names of scripts; the short ones have four letters.
const SCRIPTS: &str = "Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali \
    Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee \
    Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret Devanagari Dives_Akuru Dogra Duployan \
    Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Garay Georgian Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi \
    Gurmukhi Gurung_Khema Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited \
    Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi Kannada Katakana Katakana_Or_Hiragana Kawi Kayah_Li \
    Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian \
    Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui \
    Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari \
    New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic \
    Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Oriya Osage Osmanya \
    Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada \
    Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagalog \
    Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Todhri Toto \
    Tulu_Tigalari Ugaritic Unknown Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";

/// The binary properties, each with its short name; `-` for none.
const BINARY: &str = "ASCII - ASCII_Hex_Digit AHex Alphabetic Alpha Any - Assigned - Bidi_Control Bidi_C Bidi_Mirrored \
    Bidi_M Case_Ignorable CI Cased - Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased \
    CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash - \
    Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji - Emoji_Component EComp Emoji_Modifier EMod \
    Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base \
    Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS \
    Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math - Noncharacter_Code_Point NChar \
    Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical - Regional_Indicator RI \
    Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper \
    Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS";

const OF_STRINGS: &str = "Basic_Emoji Emoji_Keycap_Sequence \
    RGI_Emoji_Modifier_Sequence RGI_Emoji_Flag_Sequence RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence RGI_Emoji";

fn is_listed(list: &str, name: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == name)
}

/// Returns the property that `\p{text}` names.
pub(super) fn find(text: &str) -> Result<Property, Failure> {
    if let Some((name, value)) = text.split_once('=') {
        return match name {
            "General_Category" | "gc" => general_category(value),
            "Script" | "sc" => script("sc", value),
            "Script_Extensions" | "scx" => script("scx", value),
            _ => Err(Failure::Syntax),
        };
    }
    if is_listed(GENERAL_CATEGORIES, text) {
        return general_category(text);
    }
    if is_listed(OF_STRINGS, text) {
        return Ok(Property::Strings);
    }
    let names: Vec<&str> = BINARY.split_ascii_whitespace().collect();
    let binary = names.chunks(2).find(|names| text != "-" && names.contains(&text));
    let long = binary.ok_or(Failure::Syntax)?[0];
    // `Changes_When_NFKC_Casefolded` has no table.
    load(long).map(Property::Chars).ok_or(Failure::Unknown)
}

fn general_category(value: &str) -> Result<Property, Failure> {
    if !is_listed(GENERAL_CATEGORIES, value) {
        return Err(Failure::Syntax);
    }
    let chars = match value {
        "Cs" | "Surrogate" => Some(set::of_ranges([])),
        _ => load(&format!("gc={value}")),
    };
    chars.map(Property::Chars).ok_or(Failure::Unknown)
}

fn script(property: &str, value: &str) -> Result<Property, Failure> {
    let is_short = || {
        let mut letters = value.bytes();
        value.len() == 4
            && !value.starts_with("Is")
            && letters.next().is_some_and(|first| first.is_ascii_uppercase())
            && letters.all(|letter| letter.is_ascii_lowercase())
    };
    let chars = if is_listed(SCRIPTS, value) {
        load(&format!("{property}={value}")).ok_or(Failure::Unknown)?
    } else if is_short() {
        load(&format!("{property}={value}")).ok_or(Failure::Syntax)?
    } else {
        return Err(Failure::Syntax);
    };
    Ok(Property::Chars(chars))
}

/// Returns the characters with a property from the tables of `regex-syntax`.
fn load(property: &str) -> Option<ClassUnicode> {
    let class = regex_syntax::parse(&format!("\\p{{{property}}}")).ok()?;
    match class.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        // A class of one character.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(set::of_ranges(text.chars().map(|it| (u32::from(it), u32::from(it)))))
        }
        _ => None,
    }
}
