//! The common parts of every `.pcf`: options, states, blocks of event types, labels.

use super::TraceError;
use super::sink::io_error;
use std::collections::HashMap;
use std::path::Path;

/// Longest label that the tools keep.
const LABEL: usize = 150;

/// A state: number, name, colour.
pub(crate) type State = (u8, &'static str, &'static str);

/// Paraver's standard states, and one of our own for error mode.
pub(crate) const STATES: &[State] = &[
    (0, "Idle", "{117,195,255}"),
    (1, "Running", "{0,0,255}"),
    (2, "Not created", "{255,255,255}"),
    (32, "Error mode", "{255,0,0}"),
];

/// Names, numbered from 1 in order of appearance.
#[derive(Default)]
pub(crate) struct Numbers {
    by_name: HashMap<String, u64>,
    pub names: Vec<String>,
}

impl Numbers {
    /// The number of a name, a new one if need be.
    pub(crate) fn of(&mut self, name: &str) -> u64 {
        if let Some(&n) = self.by_name.get(name) {
            return n;
        }
        self.names.push(name.into());
        let n = self.names.len() as u64;
        self.by_name.insert(name.into(), n);
        n
    }
}

/// The begin of a `.pcf`: options, and the states with their colours.
pub(crate) fn head(states: &[State]) -> String {
    let mut s = String::from(
        "DEFAULT_OPTIONS\n\nLEVEL THREAD\nUNITS NANOSEC\nLOOK_BACK 100\nSPEED 1\n\
         FLAG_ICONS ENABLED\nNUM_OF_STATE_COLORS 1000\nYMAX_SCALE 37\n\n\n\
         DEFAULT_SEMANTIC\n\nTHREAD_FUNC State As Is\n\n\nSTATES\n",
    );
    for (n, name, _) in states {
        s += &format!("{n}    {name}\n");
    }
    s += "\n\nSTATES_COLOR\n";
    for (n, _, rgb) in states {
        s += &format!("{n}    {rgb}\n");
    }
    s
}

/// A block of event types and the values that they share.
pub(crate) fn block(s: &mut String, types: &[(u8, u32, &str)], values: &[(u64, String)]) {
    *s += "\n\nEVENT_TYPE\n";
    for (gradient, ty, name) in types {
        *s += &format!("{gradient}    {ty}    {}\n", label(name));
    }
    if !values.is_empty() {
        *s += "VALUES\n";
    }
    for (value, name) in values {
        *s += &format!("{value}    {}\n", label(name));
    }
}

/// A label on one line, not too long.
pub(crate) fn label(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(LABEL)
        .collect()
}

/// Writes a file as a whole, so that a full disk leaves the older one.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), TraceError> {
    trueboard_files::write_whole(path, text.as_bytes()).map_err(|e| io_error(path, e))
}
