//! The locks as a table.

use super::LockUse;
use crate::analysis::table;
use serde::Deserialize;
use serde_json::Value;

/// A line per lock and core.
pub(super) fn text(value: &Value) -> String {
    let rows = Vec::<LockUse>::deserialize(value).unwrap_or_default();
    if rows.is_empty() {
        return "locks: no atomic access was executed\n".to_owned();
    }
    let head = [
        "lock",
        "core",
        "tries",
        "acquired",
        "contended",
        "waited cy",
        "held cy",
        "longest cy",
        "",
    ];
    let cells = rows.iter().map(|row| {
        let at = format!("{:#x}", row.address);
        vec![
            match row.object.as_str() {
                "" => at,
                object => format!("{object} ({at})"),
            },
            row.core.to_string(),
            row.tries.to_string(),
            row.acquired.to_string(),
            row.contended.to_string(),
            row.waited_cycles.to_string(),
            row.held_cycles.to_string(),
            row.longest_cycles.to_string(),
            if row.unreleased { "not released" } else { "" }.to_owned(),
        ]
    });
    table(&head, cells)
}
