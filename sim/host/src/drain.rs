//! Taking packets out of the rings that tracers fill in shared memory, as the program that came
//! with barectf's Parallella platform does: per ring two indices, then the packets ([`Rings`]).

use crate::chip::CoreAt;
use crate::env::{Env, Want};
use crate::layout::{INDICES, Rings};
use crate::words::word;
use serde::{Deserialize, Serialize};
use trueboard_ctf::MAGIC;

/// Says what is wrong with a packet that was drained for a stream: (stream, packet).
pub type PacketCheck = Box<dyn FnMut(&str, &[u8]) -> Result<(), String> + Send>;

/// One round over the rings of some cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Drain {
    pub trace: String,
    /// First address of the rings.
    pub at: u32,
    /// Their layout.
    #[serde(skip_serializing_if = "Rings::is_default")]
    pub rings: Rings,
    pub cores: Vec<CoreAt>,
    /// Packets to take from a ring before the next.
    pub most: u32,
    /// Go round until nothing is left.
    pub until_empty: bool,
}

/// What is remembered of a ring between rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ring {
    /// Packets taken: the consumer index, independent of the value in memory.
    consumer: u32,
    /// What the slots held when they were drained last.
    last: Vec<Vec<u8>>,
}

/// How far a round is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DrainState {
    ring: usize,
    part: Part,
    /// Packets taken from this ring in this round.
    taken: u32,
    producer: u32,
    /// The packet that was read.
    packet: Vec<u8>,
    /// A packet was taken in this round.
    any: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    #[default]
    Begin,
    Indices,
    Packet,
    Again,
    Taken,
}

impl Drain {
    pub fn begin(&self) -> DrainState {
        DrainState::default()
    }

    pub fn go_on(&self, s: &mut DrainState, got: &[u8], env: &mut Env<'_>) -> Want {
        loop {
            let Some(&core) = self.cores.get(s.ring) else {
                if self.until_empty && s.any {
                    *s = DrainState::default();
                    continue;
                }
                return Want::Next;
            };
            if let Some(want) = self.ring(core, s, got, env) {
                return want;
            }
            s.ring += 1;
            s.part = Part::Begin;
            s.taken = 0;
        }
    }

    /// First address of a core's ring.
    fn at(&self, core: CoreAt) -> u32 {
        self.at
            .wrapping_add(u32::from(core.number) * self.rings.stride())
    }

    fn ring(
        &self,
        core: CoreAt,
        s: &mut DrainState,
        got: &[u8],
        env: &mut Env<'_>,
    ) -> Option<Want> {
        let at = self.at(core);
        let indices = Want::Read { at, bytes: INDICES };
        match s.part {
            Part::Begin => {
                s.part = Part::Indices;
                Some(indices)
            }
            Part::Indices => self.look(core, s, got, env),
            Part::Packet => {
                s.packet = got.to_vec();
                s.part = Part::Again;
                Some(Want::Read {
                    at: at + 4,
                    bytes: 4,
                })
            }
            Part::Again => {
                let consumer = self.known(core, env).consumer;
                let ahead = word(got, 0).wrapping_sub(consumer);
                self.take(core, s, ahead, env);
                s.taken += 1;
                s.any = true;
                s.part = Part::Taken;
                Some(Want::write_word(at, self.known(core, env).consumer))
            }
            Part::Taken if s.taken < self.most => {
                s.part = Part::Indices;
                Some(indices)
            }
            Part::Taken => None,
        }
    }

    fn known<'a>(&self, core: CoreAt, env: &'a mut Env<'_>) -> &'a mut Ring {
        let rings = &mut env.shared.rings;
        rings.entry((self.trace.clone(), core.number)).or_default()
    }

    fn stream(&self, core: CoreAt) -> String {
        format!("{}/stream-{}-{}", self.trace, core.row, core.col)
    }

    /// What the indices say.
    fn look(
        &self,
        core: CoreAt,
        s: &mut DrainState,
        got: &[u8],
        env: &mut Env<'_>,
    ) -> Option<Want> {
        let (consumer, producer) = (word(got, 0), word(got, 4));
        let taken = self.known(core, env).consumer;
        let ring = format!("ring of {} at {:#x}", core.name(), self.at(core));
        if consumer != taken {
            env.warn(&format!(
                "{ring}: the consumer index is {consumer:#x}, but {taken} packets were taken; it \
                 was overwritten, and is put right"
            ));
        }
        let there = producer.wrapping_sub(taken);
        let Rings {
            packets: slots,
            packet_bytes,
        } = self.rings;
        if there > slots {
            env.fail(&format!(
                "{ring}: the producer index is {producer:#x} with {taken} packets taken, which no \
                 ring of {slots} can hold; what is in it is skipped"
            ));
            self.known(core, env).consumer = producer;
            // The round is over for this ring once the index is written.
            s.taken = self.most;
            s.part = Part::Taken;
            return Some(Want::write_word(self.at(core), producer));
        }
        if there == 0 {
            if consumer == taken {
                return None;
            }
            s.taken = self.most;
            s.part = Part::Taken;
            return Some(Want::write_word(self.at(core), taken));
        }
        s.producer = producer;
        s.part = Part::Packet;
        Some(Want::Read {
            at: self.at(core) + INDICES + taken % slots * packet_bytes,
            bytes: packet_bytes,
        })
    }

    /// Keeps the packet that was read, if it is one; `ahead` is how far the producer is now.
    fn take(&self, core: CoreAt, s: &mut DrainState, ahead: u32, env: &mut Env<'_>) {
        let packet = std::mem::take(&mut s.packet);
        let slots = self.rings.packets;
        let stream = self.stream(core);
        let ring = self.known(core, env);
        let (number, slot) = (ring.consumer, (ring.consumer % slots) as usize);
        ring.consumer = number.wrapping_add(1);
        ring.last.resize(slots as usize, Vec::new());
        let before = ring
            .last
            .get_mut(slot)
            .map(|last| std::mem::replace(last, packet.clone()));
        let magic = word(&packet, 0);
        let wrong = if ahead > slots {
            Some("was overwritten while it was read".to_owned())
        } else if magic != MAGIC {
            Some(format!(
                "begins with {magic:#010x}, not with the magic number {MAGIC:#010x}"
            ))
        } else if before.as_ref() == Some(&packet) {
            Some(
                "is still the one that was taken from this slot before: the index came ahead of \
                 the packet"
                    .to_owned(),
            )
        } else {
            None
        };
        let wrong = wrong.map(|why| format!("{stream}: packet {number} (slot {slot}) {why}"));
        let check = env.check.as_mut();
        let wrong = wrong.or_else(|| check.and_then(|check| check(&stream, &packet).err()));
        match wrong {
            None => env.bus.stream(&stream, &packet),
            Some(what) => env.fail(&format!("{what}; the packet is left out")),
        }
    }
}
