//! Files over HTTP/1.1 (RFC 9112) for a browser: some connections at a time, each with a time-out and a bounded head, and
//! one answer for each.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Connections at a time. A browser opens six to one place; others wait until one is over.
const CONNECTIONS: usize = 16;
/// The longest head of a request, in bytes.
const HEAD: usize = 8192;
/// How long a request may take to come, and an answer to go.
const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 10 });
const ANSWER: Duration = Duration::from_secs(60);
/// Fewer bytes are not made smaller.
const SMALL: usize = 1024;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The path, with a `/` in front, without what follows `?` or `#`.
    pub path: String,
    /// Nothing but the head of the answer is wanted.
    head_only: bool,
    gzip: bool,
}

/// An answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Status code and its name.
    pub status: &'static str,
    /// The media type of the body.
    pub kind: &'static str,
    pub body: Vec<u8>,
}

impl Answer {
    /// An answer that says no.
    pub fn no(status: &'static str) -> Answer {
        Answer {
            status,
            kind: "text/plain",
            body: format!("{status}\n").into_bytes(),
        }
    }
}

/// How many connections there are.
#[derive(Default)]
struct Open(Mutex<usize>, Condvar);

impl Open {
    fn begin(&self) {
        let n = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |n: &mut usize| *n >= CONNECTIONS;
        let mut n = self
            .1
            .wait_while(n, full)
            .unwrap_or_else(PoisonError::into_inner);
        *n += 1;
    }

    fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.1.notify_one();
    }
}

/// Answers every connection, for ever. `host` says whether the server has a name that requests call it by.
pub fn serve(
    listener: &TcpListener,
    host: impl Fn(&str) -> bool + Send + Sync + 'static,
    answer: impl Fn(&Request) -> Answer + Send + Sync + 'static,
) {
    let open = Arc::new(Open::default());
    let both = Arc::new((host, answer));
    loop {
        open.begin();
        let Ok((stream, _)) = listener.accept() else {
            open.end();
            // Out of file descriptors, say: not at once again.
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        let (here, with) = (open.clone(), both.clone());
        let started = std::thread::Builder::new().spawn(move || {
            // Who has gone away needs no answer.
            let _ = talk(stream, &with.0, &with.1);
            here.end();
        });
        if started.is_err() {
            open.end();
        }
    }
}

fn talk(
    mut stream: TcpStream,
    host: impl Fn(&str) -> bool,
    answer: impl Fn(&Request) -> Answer,
) -> io::Result<()> {
    let (answer, request) = match head(&mut stream)? {
        None => (Answer::no("431 Request Header Fields Too Large"), None),
        Some(text) => match parse(&text, host) {
            Err(status) => (Answer::no(status), None),
            Ok(request) => (answer(&request), Some(request)),
        },
    };
    send(&mut stream, answer, request.as_ref())
}

/// The head of a request; nothing if it is too long.
fn head(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let end = Instant::now() + PATIENCE;
    let mut text = Vec::new();
    let mut piece = [0; 1024];
    while !text.windows(4).any(|w| w == b"\r\n\r\n") {
        stream.set_read_timeout(Some(left(end)?))?;
        match stream.read(&mut piece)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            n => text.extend(&piece[..n]),
        }
        if text.len() > HEAD {
            return Ok(None);
        }
    }
    Ok(Some(text))
}

/// What is left until a moment.
fn left(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() {
        Err(ErrorKind::TimedOut.into())
    } else {
        Ok(left)
    }
}

/// Reads a head; the error is the status to answer with.
fn parse(text: &[u8], host: impl Fn(&str) -> bool) -> Result<Request, &'static str> {
    let bad = "400 Bad Request";
    let text = std::str::from_utf8(text).map_err(|_| bad)?;
    let mut lines = text.split("\r\n");
    let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
    let [method, target, version] = first[..] else {
        return Err(bad);
    };
    if !version.starts_with("HTTP/1.") {
        return Err("505 HTTP Version Not Supported");
    }
    let head_only = match method {
        "GET" => false,
        "HEAD" => true,
        _ => return Err("405 Method Not Allowed"),
    };
    let (mut named, mut gzip) = (None, false);
    for line in lines.take_while(|l| !l.is_empty()) {
        let (name, value) = line.split_once(':').ok_or(bad)?;
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "host" if named.is_some() => return Err(bad),
            "host" => named = Some(value),
            "accept-encoding" => gzip = value.split(',').any(accepts_gzip),
            _ => {}
        }
    }
    // A page of another name, which its owner has led to this machine, is not to read what is here (DNS rebinding).
    if !host(named.ok_or(bad)?) {
        return Err("421 Misdirected Request");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if !path.starts_with('/') {
        return Err(bad);
    }
    Ok(Request {
        path: path.to_owned(),
        head_only,
        gzip,
    })
}

/// An entry of Accept-Encoding (RFC 9110, 12.5.3) that is gzip and not refused.
fn accepts_gzip(entry: &str) -> bool {
    let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
    let refused = weight
        .trim()
        .strip_prefix("q=")
        .is_some_and(|q| q.parse::<f64>() == Ok(0.0));
    name.trim().eq_ignore_ascii_case("gzip") && !refused
}

fn send(stream: &mut TcpStream, answer: Answer, request: Option<&Request>) -> io::Result<()> {
    let mut body = answer.body;
    let mut more = "";
    if body.len() >= SMALL && request.is_some_and(|r| r.gzip) {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&body)?;
        body = encoder.finish()?;
        more = "Content-Encoding: gzip\r\n";
    }
    // The page has a service worker that keeps it; what is served may be another version tomorrow.
    let head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{more}Vary: Accept-Encoding\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        answer.status,
        answer.kind,
        body.len()
    );
    let end = Instant::now() + ANSWER;
    let body = match request {
        Some(r) if r.head_only => &[],
        _ => body.as_slice(),
    };
    for bytes in [head.as_bytes(), body] {
        let mut rest = bytes;
        while !rest.is_empty() {
            stream.set_write_timeout(Some(left(end)?))?;
            match stream.write(rest)? {
                0 => return Err(ErrorKind::WriteZero.into()),
                n => rest = &rest[n..],
            }
        }
    }
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::net::SocketAddr;

    /// A server of one file, `/f`; answers where it is.
    fn server(body: Vec<u8>) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            serve(
                &listener,
                |h| h == "here",
                move |r| match r.path.as_str() {
                    "/f" => Answer {
                        status: "200 OK",
                        kind: "text/plain",
                        body: body.clone(),
                    },
                    _ => Answer::no("404 Not Found"),
                },
            );
        });
        at
    }

    fn ask(at: SocketAddr, text: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(at).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let end = all.windows(4).position(|w| w == b"\r\n\r\n").unwrap() + 4;
        (
            String::from_utf8(all[..end].to_vec()).unwrap(),
            all[end..].to_vec(),
        )
    }

    #[test]
    fn a_file_comes_plain_or_by_gzip() {
        let file: Vec<u8> = (0..100_000_u32).map(|i| (i / 100) as u8).collect();
        let at = server(file.clone());
        let (head, body) = ask(at, "GET /f?x HTTP/1.1\r\nHost: here\r\n\r\n");
        assert!(
            head.starts_with("HTTP/1.1 200 OK\r\n") && !head.contains("gzip"),
            "{head}"
        );
        assert!(body == file && head.contains("Content-Length: 100000\r\n"));
        let gzip = "Host: here\r\nAccept-Encoding: deflate, gzip;q=0.5\r\n\r\n";
        let (head, body) = ask(at, &format!("GET /f HTTP/1.1\r\n{gzip}"));
        assert!(head.contains("Content-Encoding: gzip\r\n"), "{head}");
        assert!(
            body.len() < file.len() / 10 && head.contains(&format!("Length: {}\r\n", body.len()))
        );
        let mut plain = Vec::new();
        GzDecoder::new(&body[..]).read_to_end(&mut plain).unwrap();
        assert!(plain == file);
        let (head, body) = ask(at, &format!("HEAD /f HTTP/1.1\r\n{gzip}"));
        assert!(head.contains("gzip") && body.is_empty());
        let none = "Host: here\r\nAccept-Encoding: gzip;q=0\r\n\r\n";
        assert!(
            !ask(at, &format!("GET /f HTTP/1.1\r\n{none}"))
                .0
                .contains("gzip")
        );
    }

    #[test]
    fn what_is_no_request_for_this_server_is_refused() {
        let at = server(vec![1]);
        for (text, status) in [
            ("GET /x HTTP/1.1\r\nHost: here\r\n\r\n", "404"),
            ("POST /f HTTP/1.1\r\nHost: here\r\n\r\n", "405"),
            ("GET /f HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"),
            ("GET /f HTTP/1.1\r\n\r\n", "400"),
            ("GET /f HTTP/1.1\r\nHost: here\r\nHost: here\r\n\r\n", "400"),
            ("GET http://here/f HTTP/1.1\r\nHost: here\r\n\r\n", "400"),
            ("GET /f\r\nHost: here\r\n\r\n", "400"),
            ("GET /f HTTP/2\r\nHost: here\r\n\r\n", "505"),
            ("\r\n\r\n", "400"),
        ] {
            let (head, _) = ask(at, text);
            assert!(
                head.starts_with(&format!("HTTP/1.1 {status} ")),
                "{text}: {head}"
            );
        }
        let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(HEAD));
        assert!(ask(at, &long).0.starts_with("HTTP/1.1 431 "));
    }

    /// Who sends nothing takes a place for some seconds; others get in when it is over.
    #[test]
    fn connections_that_say_nothing_keep_nobody_out_for_long() {
        let at = server(vec![1]);
        let silent: Vec<TcpStream> = (0..CONNECTIONS)
            .map(|_| TcpStream::connect(at).unwrap())
            .collect();
        let begun = Instant::now();
        let (head, _) = ask(at, "GET /f HTTP/1.1\r\nHost: here\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 200 "));
        // They did wait: no more connections than that are served at a time.
        assert!(begun.elapsed() > PATIENCE / 2, "{:?}", begun.elapsed());
        drop(silent);
    }
}
