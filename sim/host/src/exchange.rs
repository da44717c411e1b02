//! The exchange of four steps between host and core by which their clocks are compared
//! (docs/user/howto/synchronisation.md).

use crate::chip::{CoreAt, ILATST, USER};
use crate::ctf::{self, Event};
use crate::env::{Env, Want};
use crate::words::{ns_text, word};
use serde::{Deserialize, Serialize};
use trueboard_core::time::Tick;

/// One exchange with one core.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Exchange {
    pub core: CoreAt,
    /// Addresses of the words of its mailbox.
    pub request: u32,
    pub ack: u32,
    pub trace: String,
    pub timeout_ns: u64,
    /// Nap between two looks for the answer, 0 for none.
    pub every_ns: u64,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Exchanging {
    seq: u32,
    deadline: Tick,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    Stamped,
    Requested,
    Interrupted,
    Look,
    Looked,
    Done,
}

impl Exchange {
    /// The host's stamp is taken now, and the request goes out when it is noted.
    pub fn begin(&self, env: &mut Env<'_>) -> Exchanging {
        let seq = env.shared.next_seq;
        env.shared.next_seq = seq.wrapping_add(2);
        self.note(Event::Cause, seq, env);
        Exchanging {
            seq,
            deadline: env.deadline(self.timeout_ns),
            part: Part::Stamped,
        }
    }

    fn note(&self, event: Event, seq: u32, env: &mut Env<'_>) {
        let packet = ctf::packet(event, env.stamp(), seq, self.core.number);
        env.bus.stream(&ctf::stream(&self.trace), &packet);
    }

    pub fn go_on(&self, s: &mut Exchanging, got: &[u8], env: &mut Env<'_>) -> Want {
        let look = Want::Read {
            at: self.ack,
            bytes: 4,
        };
        let (next, want) = match s.part {
            Part::Stamped => (Part::Requested, Want::Work { ns: env.stamp_ns }),
            Part::Requested => (Part::Interrupted, Want::write_word(self.request, s.seq)),
            Part::Interrupted => (Part::Look, Want::write_word(self.core.global(ILATST), USER)),
            Part::Look => (Part::Looked, look),
            Part::Looked => {
                let answer = word(got, 0);
                if answer == s.seq.wrapping_add(1) {
                    self.note(Event::Effect, answer, env);
                    (Part::Done, Want::Work { ns: env.stamp_ns })
                } else if env.now >= s.deadline {
                    env.fail(&format!(
                        "exchange {} with {}: no acknowledgement after {} (the last one was for \
                         {answer:#x}); it is left out",
                        s.seq,
                        self.core.name(),
                        ns_text(self.timeout_ns)
                    ));
                    return Want::Next;
                } else if self.every_ns > 0 {
                    (Part::Look, Want::Nap { ns: self.every_ns })
                } else {
                    (Part::Looked, look)
                }
            }
            Part::Done => return Want::Next,
        };
        s.part = next;
        want
    }
}
