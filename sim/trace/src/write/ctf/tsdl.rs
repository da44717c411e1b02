//! The `metadata` file in the text form of section 7: the parts that all written traces share. Names of fields begin
//! with an underscore, which readers strip, so none can be a keyword of the language (section 7.3.2).

use crate::read::ctf::EnvValue;
use std::fmt::{Arguments, Write};
use trueboard_ctf::{Uuid, uuid_text};

/// The text in the making; the default is what may follow it.
#[derive(Default)]
pub(super) struct Tsdl(String);

impl Tsdl {
    pub fn new() -> Tsdl {
        Tsdl(String::from("/* CTF 1.8 */\n"))
    }

    pub fn text(self) -> String {
        self.0
    }

    /// Adds any text. Writing to a string cannot fail.
    pub fn put(&mut self, text: Arguments<'_>) {
        let _ = self.0.write_fmt(text);
    }

    /// A name for an integer type with a further attribute.
    pub fn alias(&mut self, name: &str, bits: u32, signed: bool, attribute: &str) {
        self.put(format_args!(
            "typealias integer {{ size = {bits}; align = 8; signed = {signed};{attribute} }} := {name};\n"
        ));
    }

    /// The type `name` of times of a clock.
    pub fn time(&mut self, name: &str, clock: &str) {
        self.alias(name, 64, false, &format!(" map = clock.{clock}.value;"));
    }

    /// The trace; numbers of stream classes are of type `class`.
    pub fn trace(&mut self, uuid: Option<&Uuid>, class: &str) {
        self.put(format_args!("trace {{ major = 1; minor = 8;"));
        if let Some(uuid) = uuid {
            self.put(format_args!(" uuid = \"{}\";", uuid_text(uuid)));
        }
        let field = if uuid.is_some() { " u8 uuid[16];" } else { "" };
        self.put(format_args!(
            " byte_order = le;\n  packet.header := struct {{ u32 magic;{field} {class} stream_id; }}; }};\n"
        ));
    }

    /// The environment.
    pub fn env(&mut self, env: &[(String, EnvValue)]) {
        if env.is_empty() {
            return;
        }
        self.put(format_args!("env {{"));
        for (name, value) in env {
            match value {
                EnvValue::Number(n) => self.put(format_args!(" {name} = {n};")),
                EnvValue::Text(t) => self.put(format_args!(" {name} = {};", quoted(t))),
            }
        }
        self.put(format_args!(" }};\n"));
    }

    /// A class of streams up to its context, which further fields follow; `time` is the type of times.
    pub fn stream(&mut self, id: u64, time: Option<&str>) {
        self.put(format_args!(
            "stream {{ id = {id};\n  packet.context := struct {{"
        ));
        if let Some(t) = time {
            self.put(format_args!(" {t} timestamp_begin; {t} timestamp_end;"));
        }
        self.put(format_args!(
            " u64 content_size; u64 packet_size; u64 events_discarded; u64 packet_seq_num;"
        ));
    }

    /// The end of the context, and the header of events; numbers of event classes are of type `id`.
    pub fn event_header(&mut self, id: &str, time: Option<&str>) {
        self.put(format_args!(" }};\n  event.header := struct {{ {id} id;"));
        if let Some(t) = time {
            self.put(format_args!(" {t} timestamp;"));
        }
        self.put(format_args!(" }} align(8);"));
    }

    /// The begin of a class of events.
    pub fn event(&mut self, stream: u64, id: u64, name: &str) {
        let name = quoted(name);
        self.put(format_args!(
            "event {{ name = {name}; id = {id}; stream_id = {stream};"
        ));
    }
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut s = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => s += "\\\"",
            '\\' => s += "\\\\",
            '\n' => s += "\\n",
            c if c.is_control() => s.push('_'),
            c => s.push(c),
        }
    }
    s.push('"');
    s
}
