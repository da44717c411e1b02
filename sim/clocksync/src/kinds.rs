//! Kinds of pairs: which events are causes and effects, and what they have in common.

use super::pairs::{KEY, Key, Role};

/// A kind of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The event just before something is sent.
    pub cause: String,
    /// The event just after it has come.
    pub effect: String,
    /// Fields that both have to have.
    pub key: Vec<String>,
    /// Fields that belong to the key where the events have them.
    pub more: Vec<String>,
}

/// The kinds that are looked for unless the user names others (docs/user/howto/synchronisation.md).
#[must_use]
pub fn usual() -> Vec<Kind> {
    let kind = |cause: &str, effect: &str, key: &[&str], more: &[&str]| Kind {
        cause: cause.into(),
        effect: effect.into(),
        key: key.iter().map(|&k| k.into()).collect(),
        more: more.iter().map(|&k| k.into()).collect(),
    };
    vec![
        kind("sync_cause", "sync_effect", &["seq"], &["from", "to"]),
        kind(
            "inet_sock_local_out",
            "inet_sock_local_in",
            &["seq", "ack_seq", "flags"],
            &[],
        ),
        kind("message_put", "message_get", &["seq"], &["src", "dst"]),
    ]
}

const FORM: &str = "it is cause=EVENT,effect=EVENT,key=FIELD[+FIELD…] with at most 4 fields";

/// A text that is no kind of pairs; with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--pairs {0}: {1}; {FORM}")]
pub struct WrongKind(String, String);

/// A kind as the user writes it.
///
/// # Errors
/// [`WrongKind`]
pub fn parse(text: &str) -> Result<Kind, WrongKind> {
    let wrong = |what: &str| WrongKind(text.to_owned(), what.to_owned());
    let (mut cause, mut effect, mut key) = (None, None, None);
    for part in text.split(',') {
        let Some((name, value)) = part.split_once('=') else {
            return Err(wrong(&format!("`{part}` has no `=`")));
        };
        let place = match name.trim() {
            "cause" => &mut cause,
            "effect" => &mut effect,
            "key" => &mut key,
            other => return Err(wrong(&format!("`{other}` is unknown"))),
        };
        if value.trim().is_empty() || place.replace(value.trim()).is_some() {
            return Err(wrong(&format!("`{name}` is empty or stands twice")));
        }
    }
    let (Some(cause), Some(effect), Some(key)) = (cause, effect, key) else {
        return Err(wrong("something is missing"));
    };
    if cause == effect {
        return Err(wrong("cause and effect are the same event"));
    }
    let key: Vec<String> = key.split('+').map(|f| f.trim().to_owned()).collect();
    if key.len() >= KEY {
        return Err(wrong("there are too many fields"));
    }
    Ok(Kind {
        cause: cause.to_owned(),
        effect: effect.to_owned(),
        key,
        more: Vec::new(),
    })
}

/// What an event of this name is in one of the kinds.
#[must_use]
pub fn role(kinds: &[Kind], name: &str) -> Option<(usize, Role)> {
    kinds.iter().enumerate().find_map(|(i, k)| match name {
        _ if k.cause == name => Some((i, Role::Cause)),
        _ if k.effect == name => Some((i, Role::Effect)),
        _ => None,
    })
}

/// The key of an event of the kind with this number, whose integer fields `value` knows.
///
/// # Errors
/// The name of the field that the event lacks.
pub fn key<'a>(
    kinds: &'a [Kind],
    number: usize,
    value: &dyn Fn(&str) -> Option<i128>,
) -> Result<Key, &'a str> {
    let kind = &kinds[number];
    let mut key = Key::default();
    key[0] = number as u64;
    for (place, name) in key[1..].iter_mut().zip(&kind.key) {
        // The bits count, not the sign.
        *place = value(name).ok_or(name.as_str())? as u64;
    }
    for (place, name) in key[1 + kind.key.len()..].iter_mut().zip(&kind.more) {
        // One more than the value, so that 0 is not the same as none.
        *place = value(name).map_or(0, |v| (v as u64).wrapping_add(1));
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_as_the_user_writes_them() {
        let k = parse("cause=put,effect=get,key=a+b").ok().unwrap();
        assert_eq!((k.cause.as_str(), k.effect.as_str()), ("put", "get"));
        assert_eq!(k.key, ["a", "b"]);
        for wrong in [
            "put",
            "cause=a,effect=b",
            "cause=a,effect=a,key=c",
            "cause=a,cause=b,effect=c,key=d",
            "cause=a,effect=b,key=1+2+3+4+5",
            "cause=a,effect=,key=c",
            "cause=a,effect=b,k=c",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
