//! What is in the module.

use serde::Serialize;
use trueboard_board::{board_names, open_board};

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct About {
    version: &'static str,
    boards: Vec<Board>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Board {
    name: String,
    title: String,
}

/// Version and boards, as JSON. Boards that run no machine code are left out: there is nothing to step in them.
pub fn about() -> String {
    let board = |name: String| {
        let file = open_board(&name, &[]).ok()?.file;
        file.cores.first()?.kind()?.images()?;
        let title = file.title;
        Some(Board { name, title })
    };
    let about = About {
        version: env!("CARGO_PKG_VERSION"),
        boards: board_names().into_iter().filter_map(board).collect(),
    };
    serde_json::to_string(&about).unwrap_or_default()
}
