//! Options of the conversion.

use std::{fmt, sync::Arc};

use sapwood_tree::Tree;
#[cfg(feature = "url")]
use url::Url;

/// Options of the conversion, for the nodes of a type of trees.
///
/// ```
/// use sapwood::markdown::{HeadingStyle, MarkdownOptions};
///
/// let document = sapwood::parse("<h1>Oak</h1><ul><li>hard<li>heavy");
/// let options = MarkdownOptions::default().headings(HeadingStyle::Underlined).bullet('*');
/// assert_eq!(document.to_markdown_with(&options), "Oak\n===\n\n* hard\n* heavy\n");
/// ```
pub struct MarkdownOptions<T: Tree> {
    pub(crate) settings: Settings,
    pub(crate) element: Option<Arc<ElementRule<T>>>,
}

/// A rule that decides on each element.
pub(crate) type ElementRule<T> = dyn Fn(<T as Tree>::Node<'_>) -> Conversion + Send + Sync;

/// The options that don't depend on the type of the nodes.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) headings: HeadingStyle,
    pub(crate) bullet: char,
    pub(crate) fence: char,
    pub(crate) rule: String,
    pub(crate) emphasis: char,
    pub(crate) strong: char,
    pub(crate) hard_break: HardBreak,
    pub(crate) links: LinkStyle,
    pub(crate) images: ImageStyle,
    pub(crate) escaping: Escaping,
    pub(crate) header: MissingHeader,
    pub(crate) width: Option<usize>,
    pub(crate) paragraph_at_two_breaks: bool,
    pub(crate) aria_hidden: bool,
    pub(crate) math: bool,
    pub(crate) autolinks: bool,
    pub(crate) list_indent: usize,
    pub(crate) code_language: String,
    pub(crate) subscripts: InlineStyle,
    pub(crate) superscripts: InlineStyle,
    pub(crate) insertions: InlineStyle,
    pub(crate) highlights: InlineStyle,
    pub(crate) descriptions: DescriptionStyle,
    #[cfg(feature = "url")]
    pub(crate) base: Option<Url>,
}

/// The marks beyond CommonMark and GitHub's extensions that readers of this Markdown know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    pub(crate) has_subscripts: bool,
    pub(crate) has_superscripts: bool,
    pub(crate) has_insertions: bool,
    pub(crate) has_highlights: bool,
    pub(crate) has_definitions: bool,
}

/// The way headings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeadingStyle {
    /// `# Heading`
    #[default]
    Numbered,
    /// The first two levels underlined by `===` and `---`.
    Underlined,
}

/// The way line breaks are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HardBreak {
    /// `\` at the line's end.
    #[default]
    Backslash,
    /// Two spaces at the line's end.
    Spaces,
}

/// The way links are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkStyle {
    /// `[text](url)`, or `<url>` if that is the text.
    #[default]
    Inline,
    /// `[text][1]`, with the URLs at the end.
    Reference,
    /// The text alone.
    TextOnly,
}

/// The way images are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageStyle {
    /// `![alt](url)`; images in `data:` URLs are left out.
    #[default]
    Link,
    /// As [`Link`](Self::Link), with `data:` URLs, which can be long.
    LinkWithData,
    /// The `alt` text alone.
    AltText,
    /// Nothing.
    LeftOut,
}

/// The characters of text that are escaped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Escaping {
    /// Characters that would be markup at their place.
    #[default]
    Minimal,
    /// Characters that can be markup somewhere, for other flavours of Markdown.
    Full,
    /// None: the text as it is, which may be read as markup.
    None,
}

/// The header of a table that has none. Markdown's tables need one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MissingHeader {
    /// A row of empty cells.
    #[default]
    Empty,
    /// The first row.
    FirstRow,
}

/// The way elements are written for which CommonMark has no marks: `sub`, `sup`, `ins` and `u`, `mark`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum InlineStyle {
    /// Their content alone.
    #[default]
    Text,
    /// Their tags as HTML.
    Html,
    /// Marks that pandoc, markdown-it and comrak read as an extension: `~sub~`, `^sup^`, `++ins++`, `==mark==`. Text that
    /// could be such a mark is escaped.
    Marks,
}

/// The way description lists are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptionStyle {
    /// Terms in bold, and a list of the descriptions.
    #[default]
    List,
    /// `Term`, and `:   description` in the next line, as pandoc and PHP Markdown Extra read it.
    Pandoc,
}

/// The decision of an [element rule](MarkdownOptions::element).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conversion {
    /// It is converted as always.
    Default,
    /// It is left out with its content.
    LeftOut,
    /// Its content is converted; the element itself is nothing.
    Content,
    /// It is replaced by this text, which is escaped.
    Text(String),
    /// It is replaced by this Markdown in the line, which is written as it is.
    Markdown(String),
    /// It is written as HTML. A block is written with its content, whether a person sees it or not; of an element in a
    /// line only the tags are HTML, and its content is Markdown.
    Html,
}

impl<T: Tree> Default for MarkdownOptions<T> {
    fn default() -> Self {
        Self { settings: Settings::default(), element: None }
    }
}

impl<T: Tree> Clone for MarkdownOptions<T> {
    fn clone(&self) -> Self {
        Self { settings: self.settings.clone(), element: self.element.clone() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            headings: HeadingStyle::default(),
            bullet: '-',
            fence: '`',
            rule: "***".to_owned(),
            emphasis: '*',
            strong: '*',
            hard_break: HardBreak::default(),
            links: LinkStyle::default(),
            images: ImageStyle::default(),
            escaping: Escaping::default(),
            header: MissingHeader::default(),
            width: None,
            paragraph_at_two_breaks: true,
            aria_hidden: true,
            math: true,
            autolinks: true,
            list_indent: 0,
            code_language: String::new(),
            subscripts: InlineStyle::default(),
            superscripts: InlineStyle::default(),
            insertions: InlineStyle::default(),
            highlights: InlineStyle::default(),
            descriptions: DescriptionStyle::default(),
            #[cfg(feature = "url")]
            base: None,
        }
    }
}

impl<T: Tree> MarkdownOptions<T> {
    /// Sets the way headings are written.
    #[must_use]
    pub fn headings(mut self, style: HeadingStyle) -> Self {
        self.settings.headings = style;
        self
    }

    /// Sets the bullet of lists: `-`, `*` or `+`. Other characters are ignored.
    #[must_use]
    pub fn bullet(mut self, bullet: char) -> Self {
        if matches!(bullet, '-' | '*' | '+') {
            self.settings.bullet = bullet;
        }
        self
    }

    /// Sets the character of code fences: `` ` `` or `~`. Other characters are ignored.
    #[must_use]
    pub fn fence(mut self, fence: char) -> Self {
        if matches!(fence, '`' | '~') {
            self.settings.fence = fence;
        }
        self
    }

    /// Sets the thematic break, such as `***`, `* * *` or `---`. A text that isn't one is ignored.
    #[must_use]
    pub fn rule(mut self, rule: &str) -> Self {
        let mut marks = rule.chars().filter(|character| *character != ' ');
        let first = marks.next();
        let is_rule = matches!(first, Some('*' | '-' | '_')) && !rule.starts_with(' ');
        if is_rule && marks.clone().count() >= 2 && marks.all(|mark| Some(mark) == first) {
            self.settings.rule = rule.trim_end().to_owned();
        }
        self
    }

    /// Sets the character of emphasis: `*` or `_`. Where it can't be used the other one is. Other characters are
    /// ignored.
    #[must_use]
    pub fn emphasis(mut self, delimiter: char) -> Self {
        if matches!(delimiter, '*' | '_') {
            self.settings.emphasis = delimiter;
        }
        self
    }

    /// Sets the character of strong emphasis, as [`emphasis`](Self::emphasis) does for emphasis.
    #[must_use]
    pub fn strong(mut self, delimiter: char) -> Self {
        if matches!(delimiter, '*' | '_') {
            self.settings.strong = delimiter;
        }
        self
    }

    /// Sets the way line breaks are written.
    #[must_use]
    pub fn hard_break(mut self, hard_break: HardBreak) -> Self {
        self.settings.hard_break = hard_break;
        self
    }

    /// Sets the way links are written.
    #[must_use]
    pub fn links(mut self, links: LinkStyle) -> Self {
        self.settings.links = links;
        self
    }

    /// Sets the way images are written.
    #[must_use]
    pub fn images(mut self, images: ImageStyle) -> Self {
        self.settings.images = images;
        self
    }

    /// Sets the characters of text that are escaped.
    #[must_use]
    pub fn escaping(mut self, escaping: Escaping) -> Self {
        self.settings.escaping = escaping;
        self
    }

    /// Sets the header of tables that have none.
    #[must_use]
    pub fn missing_header(mut self, header: MissingHeader) -> Self {
        self.settings.header = header;
        self
    }

    /// Wraps paragraphs at that many characters. Words, links and code aren't cut.
    #[must_use]
    pub fn width(mut self, width: usize) -> Self {
        self.settings.width = Some(width);
        self
    }

    /// Sets whether two `br` in a row begin a paragraph, which is the default.
    #[must_use]
    pub fn paragraph_at_two_breaks(mut self, yes: bool) -> Self {
        self.settings.paragraph_at_two_breaks = yes;
        self
    }

    /// Sets whether elements with `aria-hidden=true` are written, which is the default: they are seen, but not
    /// read aloud.
    #[must_use]
    pub fn aria_hidden(mut self, yes: bool) -> Self {
        self.settings.aria_hidden = yes;
        self
    }

    /// Sets whether formulas with a TeX annotation are written as `$…$`, which is the default.
    #[must_use]
    pub fn math(mut self, yes: bool) -> Self {
        self.settings.math = yes;
        self
    }

    /// Sets whether a link whose text is its URL is written `<url>`, which is the default.
    #[must_use]
    pub fn autolinks(mut self, yes: bool) -> Self {
        self.settings.autolinks = yes;
        self
    }

    /// Sets the least indentation of list items, for readers that need 4 columns. Other numbers than 2 to 5 are ignored.
    #[must_use]
    pub fn list_indent(mut self, columns: usize) -> Self {
        if matches!(columns, 2..=5) {
            self.settings.list_indent = columns;
        }
        self
    }

    /// Sets the language of code blocks that declare none.
    #[must_use]
    pub fn code_language(mut self, language: &str) -> Self {
        language
            .split([' ', '\n', '`'])
            .next()
            .unwrap_or_default()
            .clone_into(&mut self.settings.code_language);
        self
    }

    /// Sets the way `sub` elements are written: with [`InlineStyle::Marks`] as `~sub~`.
    ///
    /// ```
    /// use sapwood::markdown::{InlineStyle, MarkdownOptions};
    ///
    /// let document = sapwood::parse("H<sub>2</sub>O");
    /// let options = MarkdownOptions::default().subscripts(InlineStyle::Marks);
    /// assert_eq!(document.to_markdown_with(&options), "H~2~O\n");
    /// let options = MarkdownOptions::default().subscripts(InlineStyle::Html);
    /// assert_eq!(document.to_markdown_with(&options), "H<sub>2</sub>O\n");
    /// ```
    #[must_use]
    pub fn subscripts(mut self, style: InlineStyle) -> Self {
        self.settings.subscripts = style;
        self
    }

    /// Sets the way `sup` elements are written: with [`InlineStyle::Marks`] as `^sup^`.
    #[must_use]
    pub fn superscripts(mut self, style: InlineStyle) -> Self {
        self.settings.superscripts = style;
        self
    }

    /// Sets the way `ins` and `u` elements are written: with [`InlineStyle::Marks`] as `++ins++`.
    #[must_use]
    pub fn insertions(mut self, style: InlineStyle) -> Self {
        self.settings.insertions = style;
        self
    }

    /// Sets the way `mark` elements are written: with [`InlineStyle::Marks`] as `==mark==`.
    #[must_use]
    pub fn highlights(mut self, style: InlineStyle) -> Self {
        self.settings.highlights = style;
        self
    }

    /// Sets the way description lists are written.
    ///
    /// ```
    /// use sapwood::markdown::{DescriptionStyle, MarkdownOptions};
    ///
    /// let document = sapwood::parse("<dl><dt>Oak<dd>A tree.<dd>Its wood.</dl>");
    /// assert_eq!(document.to_markdown(), "**Oak**\n\n- A tree.\n- Its wood.\n");
    /// let options = MarkdownOptions::default().descriptions(DescriptionStyle::Pandoc);
    /// assert_eq!(document.to_markdown_with(&options), "Oak\n:   A tree.\n:   Its wood.\n");
    /// ```
    #[must_use]
    pub fn descriptions(mut self, style: DescriptionStyle) -> Self {
        self.settings.descriptions = style;
        self
    }

    /// Resolves the URLs of links and images against `base`, the URL of the page.
    ///
    /// A `base` element takes precedence, as in [`base_url`](sapwood_extract::base_url): what it declares counts without this
    /// option, too.
    ///
    /// A base of more than 256 bytes, which every link would repeat, is used for as many links as keep the output linear in
    /// the text; the others stay as they are written.
    #[cfg(feature = "url")]
    #[must_use]
    pub fn base(mut self, base: Url) -> Self {
        self.settings.base = Some(base);
        self
    }

    /// Sets a rule that decides on each element before it is converted.
    ///
    /// ```
    /// use sapwood::{Selector, markdown::{Conversion, MarkdownOptions}};
    ///
    /// let ads: Selector = "nav, .ad".parse()?;
    /// let options = MarkdownOptions::default().element(move |element| {
    ///     if ads.matches(element) { Conversion::LeftOut } else { Conversion::Default }
    /// });
    /// let document = sapwood::parse("<nav>Menu</nav><p>Oak <b class=ad>50 %</b>");
    /// assert_eq!(document.to_markdown_with(&options), "Oak\n");
    ///
    /// let kept: Selector = "details, kbd".parse()?;
    /// let options = MarkdownOptions::default().element(move |element| {
    ///     if kept.matches(element) { Conversion::Html } else { Conversion::Default }
    /// });
    /// let document = sapwood::parse("<p>Press <kbd>Q</kbd><details><summary>Why?</summary>So</details>");
    /// assert_eq!(
    ///     document.to_markdown_with(&options),
    ///     "Press <kbd>Q</kbd>\n\n<details><summary>Why?</summary>So</details>\n"
    /// );
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn element(
        mut self,
        rule: impl Fn(T::Node<'_>) -> Conversion + Send + Sync + 'static,
    ) -> Self {
        self.element = Some(Arc::new(rule));
        self
    }
}

impl<T: Tree> MarkdownOptions<T> {
    /// Returns these options for another type of trees, without the rule about elements.
    #[must_use]
    pub fn for_tree<U: Tree>(&self) -> MarkdownOptions<U> {
        MarkdownOptions { settings: self.settings.clone(), element: None }
    }
}

impl Settings {
    /// The marks to escape besides those of every reader.
    pub(crate) fn extensions(&self) -> Extensions {
        let has_marks = |style| style == InlineStyle::Marks;
        Extensions {
            has_subscripts: has_marks(self.subscripts),
            has_superscripts: has_marks(self.superscripts),
            has_insertions: has_marks(self.insertions),
            has_highlights: has_marks(self.highlights),
            has_definitions: self.descriptions == DescriptionStyle::Pandoc,
        }
    }
}

impl<T: Tree> fmt::Debug for MarkdownOptions<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, .. } = self;
        let mut fields = formatter.debug_struct("MarkdownOptions");
        fields
            .field("headings", &settings.headings)
            .field("bullet", &settings.bullet)
            .field("fence", &settings.fence)
            .field("rule", &settings.rule)
            .field("emphasis", &settings.emphasis)
            .field("strong", &settings.strong)
            .field("hard_break", &settings.hard_break)
            .field("links", &settings.links)
            .field("images", &settings.images)
            .field("escaping", &settings.escaping)
            .field("header", &settings.header)
            .field("width", &settings.width)
            .field("descriptions", &settings.descriptions);
        fields.finish_non_exhaustive()
    }
}
