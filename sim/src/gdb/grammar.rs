//! What a debugger may ask: the packets that the stub library takes, by the GDB manual, "Packets". The library ends the
//! session over a packet that it cannot read; here such a packet is refused, and one whose meaning the library lacks is
//! put in words that it knows.

/// Bytes of memory in an answer; one may be shorter than what was asked for (GDB manual, "Packets", `m`).
const MOST_READ: u64 = 4096;
/// The one process.
const PROCESS: u64 = 1;

/// The threads that there are, by their numbers, and the one that its user looks at.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    pub all: Vec<u64>,
    pub looked_at: u64,
}

/// What becomes of a packet.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The library is handed it.
    Pass,
    /// The library is handed this in its place.
    Instead(String),
    /// It is answered with an error, and nothing happens.
    Refuse,
    /// It is granted, and the session ends.
    Kill,
}

/// Judges a packet by its body.
pub fn judge(body: &[u8], threads: &Threads) -> Verdict {
    // All but the data of `X` are text.
    let text = String::from_utf8_lossy(body);
    let known = match body.first() {
        Some(b'?' | b'g' | b'k') => Some(body.len() == 1),
        Some(b'c' | b's') => Some(body.len() == 1),
        Some(b'D') => Some(is_process(&text, "D", ';')),
        Some(b'G') => Some(bytes(&text[1..]).is_some()),
        Some(b'H') => return chosen(&text, threads),
        Some(b'm') => return read(&text[1..]),
        Some(b'M') => written(&text[1..]),
        Some(b'X') => Some(binary(&body[1..])),
        Some(b'T') => Some(thread(&text[1..], threads).is_some_and(|t| t.is_one())),
        Some(b'p') => Some(number(&text[1..]).is_some()),
        Some(b'P') => {
            let parts = text[1..].split_once('=');
            Some(parts.is_some_and(|(n, v)| number(n).is_some() && bytes(v).is_some()))
        }
        Some(b'z' | b'Z') => Some(point(&text[1..])),
        Some(b'b' | b'v' | b'q' | b'Q') => return named(&text, threads),
        _ => Some(true),
    };
    match known {
        Some(true) => Verdict::Pass,
        _ => Verdict::Refuse,
    }
}

/// Packets with names.
fn named(text: &str, threads: &Threads) -> Verdict {
    let exact = [
        "bc",
        "bs",
        "qfThreadInfo",
        "qsThreadInfo",
        "QStartNoAckMode",
    ];
    let begins = |name: &&&str| text.starts_with(**name);
    let good = if let Some(name) = exact.iter().find(begins) {
        text.len() == name.len()
    } else if let Some(actions) = text.strip_prefix("vCont") {
        return match actions {
            "?" => Verdict::Pass,
            _ => resumed(actions, threads).map_or(Verdict::Refuse, Verdict::Instead),
        };
    } else if text.starts_with("vKill") {
        return match is_process(text, "vKill", ';') && text != "vKill" {
            true => Verdict::Kill,
            false => Verdict::Refuse,
        };
    } else if text.starts_with("qAttached") {
        is_process(text, "qAttached", ':')
    } else if let Some(features) = text.strip_prefix("qSupported") {
        let features = features.trim_start_matches(':').split(';');
        let features: Vec<&str> = features.filter(|f| !f.is_empty()).collect();
        // The library takes no empty list.
        return Verdict::Instead(match features.is_empty() {
            true => "qSupported:multiprocess-".to_owned(),
            false => format!("qSupported:{}", features.join(";")),
        });
    } else if let Some(rest) = text.strip_prefix("qXfer:features:read") {
        let parts: Vec<&str> = rest.split(':').collect();
        matches!(parts[..], ["", _, span] if two_numbers(span).is_some())
    } else if let Some(command) = text.strip_prefix("qRcmd") {
        command.is_empty()
            || command
                .strip_prefix(',')
                .is_some_and(|c| bytes(c).is_some())
    } else if let Some(of) = text.strip_prefix("qThreadExtraInfo") {
        let found = of.strip_prefix(',').and_then(|of| thread(of, threads));
        found.is_some_and(|t| t.is_one())
    } else {
        true
    };
    if good { Verdict::Pass } else { Verdict::Refuse }
}

/// A thread as packets name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thread {
    All,
    Any,
    One(u64),
}

impl Thread {
    fn is_one(self) -> bool {
        matches!(self, Thread::One(_))
    }
}

/// `pPROCESS.THREAD`, `pPROCESS` or `THREAD`; none that there is not.
fn thread(text: &str, threads: &Threads) -> Option<Thread> {
    let of = |text: &str| match text {
        "-1" => Some(Thread::All),
        "0" => Some(Thread::Any),
        _ => number(text).map(Thread::One),
    };
    let found = match text.strip_prefix('p') {
        None => of(text),
        Some(text) => {
            let (process, thread) = text.split_once('.').unwrap_or((text, "-1"));
            let here = !matches!(of(process)?, Thread::One(p) if p != PROCESS);
            here.then(|| of(thread))?
        }
    };
    found.filter(|t| match t {
        Thread::One(n) => threads.all.contains(n),
        _ => true,
    })
}

/// `H`: for `g` and the like, or for `c` and the like.
fn chosen(text: &str, threads: &Threads) -> Verdict {
    let (Some(of @ ("g" | "c")), Some(name)) = (text.get(1..2), text.get(2..)) else {
        return Verdict::Refuse;
    };
    match thread(name, threads) {
        // All cores go on in any case; where one of them is to step, it is the first one.
        Some(Thread::All) if of == "c" => Verdict::Instead("Hc0".to_owned()),
        Some(Thread::All) | None => Verdict::Refuse,
        Some(_) => Verdict::Pass,
    }
}

/// `vCont`: all cores go on together, and one of them steps if one is to. The board has no signals to hand on.
fn resumed(actions: &str, threads: &Threads) -> Option<String> {
    let mut steps = None;
    let mut all_step = false;
    for action in actions.strip_prefix(';')?.split(';') {
        let (what, of) = action.split_once(':').unwrap_or((action, "-1"));
        let of = thread(of, threads)?;
        let signalled = |kind: char| what.strip_prefix(kind).and_then(number).is_some();
        if what == "s" || signalled('S') {
            match of {
                Thread::One(n) => steps = steps.or(Some(n)),
                _ => all_step = true,
            }
        } else if what != "c" && !signalled('C') {
            return None;
        }
    }
    let steps = steps.or(all_step.then_some(threads.looked_at));
    Some(match steps {
        Some(n) => format!("vCont;s:{n:x};c"),
        None => "vCont;c".to_owned(),
    })
}

/// `m`: a place and how much of it; less, where that is too much.
fn read(text: &str) -> Verdict {
    match two_numbers(text) {
        Some((at, _)) if u32::try_from(at).is_err() => Verdict::Refuse,
        Some((at, n)) if n > MOST_READ => Verdict::Instead(format!("m{at:x},{MOST_READ:x}")),
        Some(_) => Verdict::Pass,
        // A length of more than 64 bits is a length.
        None => match text.split_once(',') {
            Some((at, n)) if !n.is_empty() && n.bytes().all(|b| b.is_ascii_hexdigit()) => {
                match number(at) {
                    Some(at) => read(&format!("{at:x},{:x}", u64::MAX)),
                    None => Verdict::Refuse,
                }
            }
            _ => Verdict::Refuse,
        },
    }
}

/// `M`: a place, how many bytes, and as many.
fn written(text: &str) -> Option<bool> {
    let (span, data) = text.split_once(':')?;
    let (at, n) = two_numbers(span)?;
    Some(u32::try_from(at).is_ok() && bytes(data)? as u64 == n)
}

/// `X`: as `M`, with binary data, of which `}` escapes the byte behind it.
fn binary(body: &[u8]) -> bool {
    let Some(colon) = body.iter().position(|&b| b == b':') else {
        return false;
    };
    let (span, data) = (&body[..colon], &body[colon + 1..]);
    let mut escaped = false;
    let mut count = 0;
    for &b in data {
        escaped = b == b'}' && !escaped;
        count += u64::from(!escaped);
    }
    let span = two_numbers(&String::from_utf8_lossy(span));
    !escaped && span.is_some_and(|(at, n)| u32::try_from(at).is_ok() && n == count)
}

/// `Z` and `z`: a kind, a place, and a length, which a watchpoint needs. Conditions are not evaluated here, and were not
/// offered.
fn point(text: &str) -> bool {
    let mut parts = text.splitn(3, ',').map(number);
    let (Some(Some(kind)), Some(Some(at)), Some(Some(len))) =
        (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let fits = |n: u64| u32::try_from(n).is_ok();
    kind <= 0xff && fits(at) && fits(len) && (len != 0 || !(2..=4).contains(&kind))
}

/// The name alone, or with the process.
fn is_process(text: &str, name: &str, before: char) -> bool {
    let rest = text.strip_prefix(name).unwrap_or_default();
    rest.is_empty() || rest.strip_prefix(before).and_then(number) == Some(PROCESS)
}

fn two_numbers(text: &str) -> Option<(u64, u64)> {
    let (a, b) = text.split_once(',')?;
    Some((number(a)?, number(b)?))
}

/// Hexadecimal digits, nothing else.
fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|b| b.is_ascii_hexdigit());
    digits.then(|| u64::from_str_radix(text, 16).ok())?
}

/// How many bytes pairs of hexadecimal digits are.
fn bytes(text: &str) -> Option<usize> {
    let pairs = text.len().is_multiple_of(2) && text.bytes().all(|b| b.is_ascii_hexdigit());
    pairs.then_some(text.len() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Verdict {
        let threads = Threads {
            all: vec![1, 2, 3, 4],
            looked_at: 2,
        };
        judge(text.as_bytes(), &threads)
    }

    #[test]
    fn what_is_malformed_is_refused() {
        for text in [
            "Hgzz",
            "Hg63",
            "Hgp1.63",
            "Hgp2.1",
            "Hg-1",
            "Hx1",
            "H",
            "T0",
            "Tzz",
            "T63",
            "mzz,4",
            "m0",
            "m",
            "m100000000,4",
            "M0,4:0102",
            "M0,2:010203",
            "M0,1:0",
            "X0,2:a",
            "X0,1:}",
            "pzz",
            "p",
            "P0",
            "P=00",
            "Z0,1000",
            "Z2,0,0",
            "Z0,1000,4;X5,2201002202",
            "Z0,1ffffffff,4",
            "qRcmd,zz",
            "qRcmd,7",
            "vCont",
            "vCont;",
            "vCont;Q",
            "vCont;c:0;zz",
            "vCont;s:63",
            "vCont;t",
            "vCont;s:p1.63",
            "vCont;r1000,1010:1",
            "s1000",
            "c1000",
            "D;2",
            "vKill",
            "vKill;2",
            "gg",
            "?x",
            "qXfer:features:read:target.xml:0",
            "qThreadExtraInfo,63",
            "qThreadExtraInfo,0",
            "bcx",
        ] {
            assert_eq!(of(text), Verdict::Refuse, "{text}");
        }
    }

    #[test]
    fn what_is_well_formed_passes() {
        for text in [
            "",
            "?",
            "g",
            "k",
            "c",
            "s",
            "D",
            "D;1",
            "Hg1",
            "Hgp1.4",
            "Hg0",
            "Hc2",
            "T1",
            "m0,4",
            "m0,0",
            "M0,2:0102",
            "M0,0:",
            "X0,0:",
            "X0,2:a}#",
            "p0",
            "P1f=00000001",
            "Z0,1000,4",
            "Z1,1000,0",
            "Z9,0,4",
            "z2,1000,8",
            "bc",
            "bs",
            "b",
            "vCont?",
            "vMustReplyEmpty",
            "qC",
            "qRcmd,",
            "qRcmd,74",
            "qAttached:1",
            "qXfer:features:read:target.xml:0,ff",
            "qThreadExtraInfo,p1.2",
            "jThreadsInfo",
        ] {
            assert_eq!(of(text), Verdict::Pass, "{text}");
        }
    }

    /// What the library lacks the words for.
    #[test]
    fn what_has_other_words_is_put_in_them() {
        for (text, instead) in [
            ("vCont;s", "vCont;s:2;c"),
            ("vCont;s:0", "vCont;s:2;c"),
            ("vCont;s:p1.3;c", "vCont;s:3;c"),
            ("vCont;s:3;s", "vCont;s:3;c"),
            ("vCont;C05:1", "vCont;c"),
            ("vCont;c:p1.-1", "vCont;c"),
            ("Hc-1", "Hc0"),
            ("qSupported", "qSupported:multiprocess-"),
            ("qSupported:a+;;b-", "qSupported:a+;b-"),
            ("m0,ffffffff", "m0,1000"),
            ("mffff,fffffffffffffffffffffff", "mffff,1000"),
        ] {
            assert_eq!(of(text), Verdict::Instead(instead.to_owned()), "{text}");
        }
        assert_eq!(of("vKill;1"), Verdict::Kill);
    }
}
