//! The lab in a browser: the page of `sim/web` over HTTP on this machine. The page runs the simulator itself; nothing
//! but files goes over the connection.

use super::http::{self, Answer, Request};
use crate::cli::Failure;
use crate::cli::lab::Lab;
use crate::say;
use include_dir::{Dir, include_dir};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::path::PathBuf;
use trueboard_files::{MOST, Root};

/// The page, if `sim/web/build` was run before the program was compiled.
static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shipped/page");

/// What is served.
#[derive(Default)]
struct Site {
    /// A folder with the page, in place of the one in the program.
    folder: Option<(PathBuf, Root)>,
    /// The program that the page opens, by name.
    given: BTreeMap<String, Vec<u8>>,
    /// The board that it is for, if the user has chosen one.
    board: Option<String>,
    /// The lesson that the page opens.
    lesson: Option<String>,
}

/// Serves the page, which opens what the command line names.
pub fn run(address: &str, a: &Lab) -> Result<u8, Failure> {
    let folder = a.page.as_ref().map(|dir| {
        let root = Root::open(dir);
        let root = root.map_err(|e| Failure::input(format!("--page {}: {e}", dir.display())))?;
        Ok::<_, Failure>((dir.clone(), root))
    });
    let mut site = Site {
        folder: folder.transpose()?,
        board: a.firmware.board.clone(),
        ..Site::default()
    };
    if let Some(option) = a.firmware.given(&["--board"]) {
        return Err(Failure::usage(format!(
            "{option}: is not for --web; the page has a field for it where it opens an image"
        )));
    }
    if let Some(path) = a.firmware.elf.first() {
        let subject = &path.display().to_string();
        if path.is_file() {
            let bytes = trueboard_files::read(path)
                .map_err(|e| Failure::input(format!("{}: {e}", path.display())))?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            site.given.insert(name.into_owned(), bytes);
        } else {
            let (name, _) = trueboard_lab::lesson::built_in(subject).map_err(|e| {
                Failure::input(format!("{subject}: there is no such file, and {e}"))
            })?;
            site.lesson = Some(name.to_owned());
        }
    }
    serve(address, site)
}

impl Site {
    /// The bytes of a path below the site's root.
    fn file(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(name) = path.strip_prefix("given/") {
            return self.given.get(&decoded(name)).cloned();
        }
        let path = if path.is_empty() { "index.html" } else { path };
        match &self.folder {
            None => PAGE.get_file(path).map(|f| f.contents().to_vec()),
            // Nothing outside of the folder, and no FIFO in it.
            Some((_, root)) => root.read(path, MOST).ok(),
        }
    }

    /// What stands behind the address: the program that the page opens.
    fn fragment(&self) -> String {
        if let Some(lesson) = &self.lesson {
            return format!("#lesson={}", encoded(lesson));
        }
        let Some(name) = self.given.keys().next() else {
            return String::new();
        };
        let board = self
            .board
            .as_ref()
            .map_or(String::new(), |b| format!("&board={}", encoded(b)));
        format!("#given={}{board}", encoded(name))
    }
}

/// Serves the page at `address` until the process is stopped. Fails without a page, and where the address is none, not
/// of this machine, or taken.
fn serve(address: &str, site: Site) -> Result<u8, Failure> {
    if site.file("index.html").is_none() || site.file("trueboard.wasm").is_none() {
        return Err(Failure::input(match &site.folder {
            Some((folder, _)) => format!(
                "lab --web: {} has no page (index.html and trueboard.wasm); make one: sim/web/build {}",
                folder.display(),
                folder.display()
            ),
            None => "lab --web: this program was compiled without the page; in the source tree run sim/web/build and \
                     compile again, or name a folder that has a page, as a release's page archive: --page DIR"
                .to_owned(),
        }));
    }
    let host = address
        .rsplit_once(':')
        .map_or(address, |(host, _)| host)
        .to_owned();
    let address = resolved(address)?;
    let listener = TcpListener::bind(address).map_err(|e| {
        Failure::input(format!(
            "lab --web {address}: {e}; choose another address, or let the system choose a port: --web :0"
        ))
    })?;
    let at = listener.local_addr().unwrap_or(address);
    say::message(&format!(
        "the lab is at http://{at}/{}; Ctrl-C ends it",
        site.fragment()
    ));
    if !at.ip().is_loopback() {
        say::open_to_others("--web", at, "reads the page and the image that it opens");
    }
    http::serve(
        &listener,
        move |name| ours(name, &host),
        move |request| answer(request, &site),
    );
    Ok(0)
}

/// A request calls this server by an address, or by a name that it surely has; `given` is the one of the command line.
fn ours(host: &str, given: &str) -> bool {
    let port = |(_, p): &(&str, &str)| p.bytes().all(|b| b.is_ascii_digit());
    let name = host
        .rsplit_once(':')
        .filter(port)
        .map_or(host, |(name, _)| name);
    let bare = name
        .strip_prefix('[')
        .and_then(|n| n.strip_suffix(']'))
        .unwrap_or(name);
    let known = ["localhost", given]
        .iter()
        .any(|n| n.eq_ignore_ascii_case(name));
    known && !name.is_empty() || bare.parse::<IpAddr>().is_ok()
}

/// `HOST:PORT`, or `:PORT` of this machine alone.
fn resolved(text: &str) -> Result<SocketAddr, Failure> {
    let local = match text.strip_prefix(':') {
        Some(port) => format!("{}:{port}", Ipv4Addr::LOCALHOST),
        None => text.to_owned(),
    };
    let mut found = local.to_socket_addrs().map_err(|e| {
        Failure::usage(format!(
            "lab --web {text}: {e}; write HOST:PORT or :PORT, as in --web :8275"
        ))
    })?;
    found
        .next()
        .ok_or_else(|| Failure::usage(format!("lab --web {text}: no such host; write :PORT")))
}

fn answer(request: &Request, site: &Site) -> Answer {
    let path = request.path.trim_start_matches('/');
    match site.file(path) {
        None => Answer::no("404 Not Found"),
        Some(body) => Answer {
            status: "200 OK",
            kind: kind(path),
            body,
        },
    }
}

/// The media type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("html") | Some("") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A name in an address.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|b| match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'-' => {
                char::from(b).to_string()
            }
            _ => format!("%{b:02X}"),
        })
        .collect()
}

/// A name from an address.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let hex = behind.get(..2).and_then(|h| std::str::from_utf8(h).ok());
        let byte = (*first == b'%')
            .then(|| u8::from_str_radix(hex?, 16).ok())
            .flatten();
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Root, Site, decoded, encoded, kind, ours, resolved};
    use std::collections::BTreeMap;

    #[test]
    fn names_come_back_from_addresses() {
        for name in ["app.elf", "my app%20.elf", "größe.elf", "%", "%zz"] {
            assert_eq!(decoded(&encoded(name)), name);
        }
        assert_eq!(decoded("%"), "%");
        assert_eq!(decoded("%4"), "%4");
    }

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("page");
        std::fs::create_dir(&inside).expect("a folder in it");
        std::fs::write(inside.join("index.html"), "page").expect("a file");
        std::fs::write(folder.path().join("secret"), "secret").expect("a file");
        std::os::unix::fs::symlink("../secret", inside.join("link")).expect("a link");
        let made = std::process::Command::new("mkfifo")
            .arg(inside.join("fifo"))
            .status();
        assert!(made.is_ok_and(|s| s.success()));
        let root = Root::open(&inside).expect("the folder");
        let site = Site {
            folder: Some((inside, root)),
            given: BTreeMap::from([("a b.elf".to_owned(), vec![1])]),
            board: Some("gr740".to_owned()),
            lesson: None,
        };
        assert_eq!(site.file("").as_deref(), Some(&b"page"[..]));
        assert_eq!(site.file("../secret"), None);
        assert_eq!(site.file("link"), None);
        assert_eq!(site.file("fifo"), None);
        let absolute = folder.path().join("secret");
        assert_eq!(site.file(absolute.to_str().expect("text")), None);
        assert_eq!(site.file("given/a%20b.elf"), Some(vec![1]));
        assert_eq!(site.fragment(), "#given=a%20b.elf&board=gr740");
    }

    #[test]
    fn addresses_without_a_host_are_of_this_machine() {
        assert!(resolved(":0").is_ok_and(|a| a.ip().is_loopback()));
        assert!(resolved("nonsense").is_err());
    }

    #[test]
    fn names_of_others_are_not_ours() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8275",
            "[::1]:8275",
            "10.0.0.1",
            "box:8275",
        ] {
            assert!(ours(host, "box"), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8275",
            "",
            ":80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
        ] {
            assert!(!ours(host, "box") && !ours(host, ""), "{host}");
        }
    }

    #[test]
    fn modules_have_the_type_that_streams() {
        assert_eq!(kind("trueboard.wasm"), "application/wasm");
        assert_eq!(kind(""), "text/html; charset=utf-8");
    }
}
