//! The short way through the usual code: runs of instructions ([`crate::runs`]) from lines that are
//! at hand. Whatever is not in one, or turns out to need more, is left to the step by step way, which
//! does the same at greater length.

use crate::act::{Done, Scene};
use crate::code::{CodeCache, PAGE_HALVES, Ready};
use crate::core::TriCore;
use crate::pipe::NO_GROUP;
use crate::runs;
use trueboard_core::cpu::RunCx;
use trueboard_core::meter::CoreMeter;

impl TriCore {
    /// Executes as many instructions as go this way before the slice ends. True when it has ended,
    /// or something has to be attended to.
    #[inline(always)]
    pub(crate) fn straight(&mut self, cx: &mut RunCx<'_>) -> bool {
        // The parts apart, so that slots can stay where they are.
        let TriCore {
            code,
            st,
            pipe,
            tally,
            kinds,
            mem,
            group,
            history,
            attention,
            ..
        } = self;
        let (page, until) = (self.page, self.until);
        let frame = code.frame();
        let CodeCache {
            current,
            runs,
            seen,
            ..
        } = code;
        let mut pc = st.pc;
        let mut executed = false;
        let ended = loop {
            if pc >> 12 != page {
                break false;
            }
            let i = (pc >> 1) as usize & (PAGE_HALVES - 1);
            if current[i].run == runs::UNKNOWN && current[i].ready == Ready::Yes {
                current[i].run = runs.find(current, i);
            }
            let number = current[i].run;
            let Some(run) = runs.get(number) else {
                break false;
            };
            let Some(passage) = run.passage(pipe, pc, *group) else {
                break false;
            };
            // As many instructions as time and fetches allow.
            let now = pipe.now();
            let mut count = run.whole(passage).fitting(now, until);
            let (bytes, cached) = mem.reach(pc, frame | pc & 0xfff, run.bytes);
            if bytes < run.bytes {
                count = count.min(run.within(bytes));
            }
            let (mut done, body) = (0, count.min(run.acts.len()));
            let mut scene = Scene {
                st,
                mem,
                memory: cx.mem,
                tally,
                seen: *seen,
                now,
            };
            for (act, s) in &run.acts[..body] {
                match act(&mut scene, s) {
                    Done::Yes => done += 1,
                    Done::No => break,
                    Done::CodeWritten => {
                        done += 1;
                        *attention = true;
                        break;
                    }
                }
            }
            if done < body || count < run.len() || *attention {
                if done == 0 {
                    break false;
                }
                executed = true;
                let bytes = run.bytes_of(done);
                let place = (pc, *group);
                let fetches = runs.pass_beginning((number, done), place, pipe, tally, kinds);
                if cached {
                    tally.add(CoreMeter::PcacheHits, fetches.into());
                }
                pc = pc.wrapping_add(bytes);
                *group = pc.wrapping_sub(1) >> 3;
                if *attention || pipe.now() >= until {
                    break true;
                }
                // What has to be asked for follows, or what is not at hand.
                break false;
            }
            executed = true;
            let jump = run.jump;
            let end = pc.wrapping_add(run.bytes);
            let fetches = runs.pass(number, passage, pipe, tally);
            if cached {
                tally.add(CoreMeter::PcacheHits, fetches.into());
            }
            *group = end.wrapping_sub(1) >> 3;
            pc = end;
            if let Some(s) = &jump {
                let at = end.wrapping_sub(s.len.into());
                let taken = st.takes(s).unwrap_or(false);
                let target = at.wrapping_add(s.o as u32);
                pipe.branch(s, at, target, taken, tally);
                if taken {
                    history.note(at, target);
                    *group = NO_GROUP;
                    pc = target;
                }
            }
            if pipe.now() >= until {
                break true;
            }
        };
        self.st.pc = pc;
        if executed {
            self.waits_for = 0;
        }
        ended
    }
}
