//! Requests of a face, and answers.

use crate::command::{Command, Stop, StopKind};
use crate::lab::Lab;
use crate::panels::{Panel, Panels};
use crate::place::place;
use crate::shown::core;
use crate::view::{Core, Outcome, Place, Time, Watched};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// What is to be done first.
    pub command: Option<Command>,
    /// What is to be shown besides cores and time.
    pub show: Vec<Panel>,
    /// The entry to explain: its `why`.
    pub why: Option<String>,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answer {
    /// Why the command or the question could not be carried out: cause and remedy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<String>,
    /// The explanation: sentences, the first of which is the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// What there is to be seen.
    pub view: View,
}

/// All views. Parts that were not requested are missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct View {
    /// Name of the board.
    pub board: String,
    /// The position of the run.
    pub time: Time,
    /// Why the last command came back.
    pub stop: Stop,
    /// How the run ended, if it has: the word that reports use, and a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub outcome: Option<Outcome>,
    /// The chosen core.
    pub core: u8,
    /// All cores.
    pub cores: Vec<Core>,
    /// Breakpoints.
    pub breakpoints: Vec<Place>,
    /// Watched memory.
    pub watchpoints: Vec<Watched>,
    /// The requested panels.
    #[serde(flatten)]
    pub panels: Panels,
}

/// Faces read a panel as a part of the view.
impl Deref for View {
    type Target = Panels;

    fn deref(&self) -> &Panels {
        &self.panels
    }
}

impl Lab {
    /// Carries a request out.
    pub fn answer(&mut self, request: &Request) -> Answer {
        let mut error = None;
        if let Some(command) = &request.command {
            self.note_registers();
            error = self.execute(command).err();
            self.note_latest();
        }
        self.keep_a_past();
        self.seen = true;
        let mut why = Vec::new();
        if let Some(question) = &request.why {
            match self.explain(question) {
                Ok(sentences) => why = sentences,
                Err(e) => error = error.or(Some(e)),
            }
        }
        Answer {
            error,
            why,
            view: self.view(&request.show),
        }
    }

    /// Carries out a request that is JSON; the answer is JSON too.
    pub fn answer_json(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(request) => self.answer(&request),
            Err(e) => Answer {
                error: Some(format!(
                    "request: {e}; docs/user/howto/lab.md has the form of requests"
                )),
                why: Vec::new(),
                view: self.view(&[]),
            },
        };
        serde_json::to_string(&answer).unwrap_or_default()
    }

    /// The view, with these panels.
    pub fn view(&mut self, panels: &[Panel]) -> View {
        View {
            panels: self.panels(panels),
            ..self.standing()
        }
    }

    /// What is always shown.
    fn standing(&self) -> View {
        let m = self.session.machine();
        let recorded = self.session.recorded(self.core);
        let tick = m.core_stands_at(self.core);
        let ended = self.session.outcome();
        let over = self.stop.kind == StopKind::Ended;
        View {
            board: m.name.clone(),
            time: Time {
                tick: tick.0,
                hz: m.base_hz,
                seconds: tick.0 as f64 / m.base_hz.max(1) as f64,
                cycle: m.core_clock(self.core).cycles_at(tick),
                recorded: self.not_recorded.is_none(),
                not_recorded: self.not_recorded.clone(),
                earliest: recorded.first().map_or(tick.0, |t| t.0),
                latest: self.latest.max(tick.0),
            },
            stop: self.stop.clone(),
            outcome: over.then(|| Outcome {
                kind: serde_json::to_value(ended.kind)
                    .ok()
                    .and_then(|v| v.as_str().map(str::to_owned))
                    .unwrap_or_default(),
                detail: ended.detail,
                status: ended.status,
            }),
            core: self.core,
            cores: (0..m.core_count() as u8).map(|c| core(m, c)).collect(),
            breakpoints: self
                .breakpoints
                .keys()
                .map(|&at| place(m, self.core, at))
                .collect(),
            watchpoints: self
                .watched
                .iter()
                .map(|(&at, p)| Watched {
                    at,
                    bytes: p.len,
                    reads: p.kind.reads(),
                })
                .collect(),
            ..View::default()
        }
    }
}
