//! Times the rewriter and lol_html in turn, and prints a table: `cargo xtask bench --rewriting`.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it prints a table")]

use std::{borrow::Cow, hint::black_box, path::PathBuf, time::Duration};

use anyhow::{Result, ensure};
use clap::Parser;
use lol_html::{ElementContentHandlers, HtmlRewriter, Settings};
use sapwood::{
    ParseOptions,
    encoding::{SniffOptions, encoding_rs::UTF_8},
    parse,
    rewriting::{RewriteOptions, Rewriter},
    selecting::{NotStreamable, StreamSelector},
};
use sapwood_benches::{
    Page,
    allocations::{INSTRUMENTED_SYSTEM, Since, StatsAlloc},
    clock::processor_time,
    read_pages, sets,
};

// Only the last of the rounds counts allocations, which takes time; but the allocator is that of both.
#[global_allocator]
static GLOBAL: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

#[derive(Parser)]
struct Arguments {
    /// Folders of pages; without any, the usual sets
    pages: Vec<PathBuf>,
    /// Number of times that each rewriter rewrites all pages
    #[arg(long, default_value_t = 15)]
    rounds: usize,
}

/// The selectors of a rewrite. The handlers of all but the first only look at the element.
struct Task {
    name: &'static str,
    selectors: &'static [&'static str],
}

/// A task whose selectors are parsed for both rewriters, as a server does once for all pages.
struct Prepared {
    name: &'static str,
    own: Vec<StreamSelector>,
    lol_html: Vec<lol_html::Selector>,
}

impl Prepared {
    fn of(task: &Task) -> Result<Self> {
        let own = task.selectors.iter().map(|text| StreamSelector::try_from(*text)).collect();
        let lol_html = task.selectors.iter().map(|text| text.parse()).collect();
        Ok(Self {
            name: task.name,
            own: Result::<_, NotStreamable>::map_err(own, anyhow::Error::from)?,
            lol_html: Result::<_, lol_html::errors::SelectorError>::map_err(
                lol_html,
                anyhow::Error::from,
            )?,
        })
    }
}

const TASKS: [Task; 3] = [
    Task { name: "one handler on `a[href]`", selectors: &["a[href]"] },
    Task {
        name: "ten selectors",
        selectors: &[
            "a[href]",
            "img[src]",
            "script[src]",
            "link[rel=stylesheet]",
            "meta[name=viewport]",
            "h1",
            "form",
            "#content",
            "div.header",
            "ul > li",
        ],
    },
    Task { name: "no match", selectors: &["x-absent[y]"] },
];

fn main() -> Result<()> {
    let Arguments { pages, rounds } = Arguments::parse();
    let sets = if pages.is_empty() { sets() } else { pages };
    for folder in sets {
        let pages = read_pages(std::slice::from_ref(&folder))?;
        let bytes: usize = pages.iter().map(|page| page.text.len()).sum();
        println!("\n{}: {} pages, {bytes} bytes, {rounds} rounds\n", folder.display(), pages.len());
        println!(
            "| handlers | rewriter | MB/s, median | best | speed, lol_html = 1 | allocations / KiB | of them to begin |"
        );
        println!("|---|---|---:|---:|---:|---:|---:|");
        for task in &TASKS {
            let task = Prepared::of(task)?;
            check(&task, &pages)?;
            print(&task, &pages, bytes, rounds.max(1));
        }
    }
    Ok(())
}

/// Compares the trees of what both write. On some pages lol_html stops.
fn check(task: &Prepared, pages: &[Page]) -> Result<()> {
    let (mut stopped, mut differing) = (0, 0);
    for page in pages {
        let mut own = Vec::new();
        sapwood(task, &page.text, |bytes| own.extend_from_slice(bytes));
        let mut other = Vec::new();
        if !lol_html(task, &page.text, |bytes| other.extend_from_slice(bytes)) {
            stopped += 1;
            continue;
        }
        let [own, other] = [own, other].map(|bytes| parse(&String::from_utf8_lossy(&bytes)));
        differing += usize::from(own.root().inner_html() != other.root().inner_html());
    }
    if stopped + differing > 0 {
        println!(
            "{}: lol_html stops on {stopped} pages, and on {differing} its output has another tree",
            task.name
        );
    }
    ensure!(differing * 20 <= pages.len(), "the outputs differ on {differing} pages");
    Ok(())
}

fn print(task: &Prepared, pages: &[Page], bytes: usize, rounds: usize) {
    let time = |own: bool| {
        let start = processor_time();
        for page in pages {
            if own {
                sapwood(task, &page.text, |bytes| {
                    black_box(bytes);
                });
            } else {
                lol_html(task, &page.text, |bytes| {
                    black_box(bytes);
                });
            }
        }
        processor_time() - start
    };
    // The first fills the caches.
    time(true);
    time(false);
    let times: Vec<[Duration; 2]> = (0..rounds)
        .map(|round| match round % 2 {
            0 => [time(true), time(false)],
            _ => {
                let other = time(false);
                [time(true), other]
            }
        })
        .collect();
    let mut ratios: Vec<f64> =
        times.iter().map(|[own, other]| other.as_secs_f64() / own.as_secs_f64()).collect();
    ratios.sort_by(f64::total_cmp);
    for (index, name) in ["Sapwood", "lol_html"].into_iter().enumerate() {
        let mut own: Vec<Duration> = times.iter().map(|times| times[index]).collect();
        own.sort();
        let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
        let since = Since::now();
        time(index == 0);
        let allocations = since.so_far().count as f64 / (bytes as f64 / 1024.0);
        let since = Since::now();
        for _ in pages {
            match index {
                0 => sapwood(task, "", |_| ()),
                _ => {
                    lol_html(task, "", |_| ());
                }
            }
        }
        let creation = since.so_far().count as f64 / (bytes as f64 / 1024.0);
        let ratio = if index == 0 { ratios[rounds / 2] } else { 1.0 };
        println!(
            "| {} | {name} | {:.0} | {:.0} | {ratio:.2} | {allocations:.2} | {creation:.2} |",
            task.name,
            speed(own[rounds / 2]),
            speed(own[0])
        );
    }
}

/// The new URL that the first handler sets, if any.
fn secure(href: &str) -> Option<String> {
    href.strip_prefix("http:").map(|rest| format!("https:{rest}"))
}

fn sapwood(task: &Prepared, page: &str, mut output: impl FnMut(&[u8])) {
    // lol_html takes scripting for granted, so that the content of `noscript` is text.
    let options = RewriteOptions::default()
        .parsing(ParseOptions::default().scripting(true))
        .sniffing(SniffOptions::default().http_charset(Some(UTF_8)));
    let mut rewriter = Rewriter::new(&options);
    for (number, selector) in task.own.iter().enumerate() {
        rewriter
            .on_element(selector, move |element| {
                if number == 0
                    && let Some(href) = element.attribute("href").and_then(secure)
                {
                    element.set_attribute("href", &href)?;
                }
                black_box(element);
                Ok(())
            })
            .expect("the selector is streamable");
    }
    rewriter.feed(page.as_bytes(), &mut output).expect("no handler fails");
    rewriter.finish(output).expect("no handler fails");
}

/// Returns whether it has come to the end.
fn lol_html(task: &Prepared, page: &str, mut output: impl FnMut(&[u8])) -> bool {
    let mut settings = Settings::new().with_strict(false);
    for (number, selector) in task.lol_html.iter().enumerate() {
        let handler = move |element: &mut lol_html::html_content::Element<'_, '_>| {
            if number == 0
                && let Some(href) = element.get_attribute("href").as_deref().and_then(secure)
            {
                element.set_attribute("href", &href)?;
            }
            black_box(element);
            Ok(())
        };
        let handlers = ElementContentHandlers::default().element(handler);
        settings = settings.append_element_content_handler((Cow::Borrowed(selector), handlers));
    }
    let mut rewriter = HtmlRewriter::new(settings, |bytes: &[u8]| output(bytes));
    rewriter.write(page.as_bytes()).is_ok() && rewriter.end().is_ok()
}
