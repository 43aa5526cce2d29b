//! Pictures inside the file, as long as they fit.

use super::markup::Markup;

/// Bytes that all pictures in one file may take, as written: base64.
const BUDGET: usize = 20 * 1024 * 1024;

/// What loading a picture came to.
#[derive(Debug)]
pub(in crate::report) enum Picture {
    /// Its bytes.
    Bytes(Vec<u8>),
    /// It is there, and longer than was asked for.
    TooLarge,
    /// It is not there, or not one of the run's.
    Missing,
}

/// Loads a picture by its path in the run's folder, at most so many bytes.
pub(super) type Load<'a> = dyn Fn(&str, usize) -> Picture + 'a;

/// Embeds pictures until the budget is used up, then links them.
pub(super) struct Album<'a> {
    load: &'a Load<'a>,
    left: usize,
}

impl<'a> Album<'a> {
    pub(super) fn new(load: &'a Load<'a>) -> Self {
        Self { load, left: BUDGET }
    }

    /// Writes a figure. `alt` says in words what the picture shows.
    pub(super) fn figure(&mut self, page: &mut Markup, path: &str, alt: &str) {
        let picture = match (self.load)(path, self.left / 4 * 3) {
            Picture::Bytes(bytes) => match media_type(&bytes) {
                Some(media) => Ok((media, bytes)),
                None => Err("It is in no picture format, so it is not shown here: "),
            },
            Picture::TooLarge => {
                Err("The pictures shown here are at their size limit; this one is in ")
            }
            Picture::Missing => Err("The file is missing: "),
        };
        page.raw("<figure class=\"shot\">");
        match picture {
            Ok((media, bytes)) => {
                let before = page.len();
                open_link(page, path);
                page.raw("<img alt=\"")
                    .text(alt)
                    .raw("\" src=\"data:")
                    .raw(media);
                page.raw(";base64,").base64(&bytes).raw("\">");
                close_link(page, path);
                self.left = self.left.saturating_sub(page.len() - before);
                page.raw("<figcaption>").text(alt).raw("</figcaption>");
            }
            Err(note) => {
                page.raw("<figcaption>").text(alt).raw(". ").raw(note);
                open_link(page, path);
                page.text(path);
                close_link(page, path);
                page.raw("</figcaption>");
            }
        }
        page.raw("</figure>");
    }
}

/// A link to a file of the run, with its name as text.
pub(super) fn file_link(page: &mut Markup, path: &str, label: &str) {
    open_link(page, path);
    page.text(label);
    close_link(page, path);
}

fn open_link(page: &mut Markup, path: &str) {
    if Markup::default().href(path).is_some() {
        page.raw("<a href=\"");
        page.href(path);
        page.raw("\">");
    }
}

fn close_link(page: &mut Markup, path: &str) {
    if Markup::default().href(path).is_some() {
        page.raw("</a>");
    }
}

/// The type by the first bytes; the name is not to be trusted.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

    fn figure(album: &mut Album<'_>, path: &str) -> String {
        let mut page = Markup::default();
        album.figure(&mut page, path, "the page");
        page.finish()
    }

    #[test]
    fn a_picture_is_embedded_or_the_reader_learns_why_not() {
        let load = |path: &str, _| match path {
            "a.png" => Picture::Bytes(PNG.to_vec()),
            "script.png" => Picture::Bytes(b"<svg onload=x>".to_vec()),
            "big.png" => Picture::TooLarge,
            _ => Picture::Missing,
        };
        let mut album = Album::new(&load);
        for (path, expected) in [
            ("a.png", "src=\"data:image/png;base64,iVBORw0KGgo=\""),
            ("script.png", "in no picture format"),
            (
                "big.png",
                "at their size limit; this one is in <a href=\"./big.png\">",
            ),
            (
                "no.png",
                "The file is missing: <a href=\"./no.png\">no.png</a>",
            ),
            ("../no.png", "The file is missing: ../no.png</figcaption>"),
        ] {
            let html = figure(&mut album, path);
            assert!(html.contains(expected), "{path}: {html}");
        }
    }

    #[test]
    fn pictures_never_take_more_than_their_budget() {
        let size = 3 * 1024 * 1024;
        let load = |_: &str, limit: usize| {
            if size > limit {
                return Picture::TooLarge;
            }
            let mut bytes = PNG.to_vec();
            bytes.resize(size, 0);
            Picture::Bytes(bytes)
        };
        let mut album = Album::new(&load);
        let pages: Vec<_> = (0..6).map(|_| figure(&mut album, "a.png")).collect();
        let embedded = pages.iter().filter(|html| html.contains("data:")).count();
        assert_eq!(embedded, 4);
        assert!(pages.iter().map(String::len).sum::<usize>() < BUDGET + 10_000);
        assert!(pages[5].contains("size limit"));
    }
}
