//! Answers to "why?", in sentences.

use crate::lab::Lab;
use crate::place::place;
use crate::trail::{Done, Gone, Waited};
use trueboard_analyses::why::{Answer, CoreKind, Grain, answer};
use trueboard_board::{Budget, Machine, Question};
use trueboard_judge::{Cause, Verdict, Window};

/// What a question is about: the text that views hold.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// Cycles of a core between two ticks, those of this part of the CPI stack if there is one.
    Cycles {
        core: u8,
        from: u64,
        to: u64,
        part: Option<String>,
    },
    /// A reading of a counter, by its place in the report.
    Counter(usize),
}

impl Asked {
    fn parse(text: &str) -> Option<Asked> {
        let mut words = text.split(':');
        let kind = words.next()?;
        let mut number = || words.next()?.parse::<u64>().ok();
        match kind {
            "cycles" => {
                let (core, from, to) = (number()?, number()?, number()?);
                let part = words.next().filter(|p| !p.is_empty());
                Some(Asked::Cycles {
                    core: u8::try_from(core).ok()?,
                    from,
                    to,
                    part: part.map(str::to_owned),
                })
            }
            "counter" => Some(Asked::Counter(usize::try_from(number()?).ok()?)),
            _ => None,
        }
    }
}

/// The question about a part of the cycles of an instruction.
pub(crate) fn of_part(core: u8, done: &Done, part: &str) -> String {
    format!("cycles:{core}:{}:{}:{part}", done.from, done.to)
}

/// The question about a wait for a bus.
pub(crate) fn of_wait(w: &Waited) -> String {
    format!("cycles:{}:{}:{}", w.core, w.from, w.to)
}

/// The question about the access that made a line leave.
pub(crate) fn of_gone(g: &Gone) -> String {
    format!("cycles:{}:{}:{}", g.core, g.from, g.to)
}

/// The question about a reading.
pub(crate) fn of_counter(i: usize) -> String {
    format!("counter:{i}")
}

impl Lab {
    /// Answers `question`, the `why` of an entry in a view.
    pub(crate) fn explain(&mut self, question: &str) -> Result<Vec<String>, String> {
        let asked = Asked::parse(question).ok_or_else(|| {
            format!("why `{question}`: not the `why` of something shown; take it from a view")
        })?;
        match asked {
            Asked::Cycles {
                core,
                from,
                to,
                part,
            } => self.why_cycles(core, (from, to), part.as_deref()),
            Asked::Counter(i) => self.why_counter(i),
        }
    }

    fn why_cycles(
        &self,
        core: u8,
        (from, to): (u64, u64),
        part: Option<&str>,
    ) -> Result<Vec<String>, String> {
        let mut again = self.asked().ok_or_else(|| {
            let why = self.not_recorded.clone();
            why.unwrap_or_else(|| "nothing is recorded that could be looked at again".to_owned())
        })?;
        let m = self.session.machine();
        if again.machine().now().0 > from {
            return Err(format!(
                "why: tick {from} lies too far back; go to it (go_to) and ask there"
            ));
        }
        let hz = u128::from(m.base_hz.max(1));
        let ps =
            |tick: u64| Budget::Picoseconds((u128::from(tick) * 1_000_000_000_000).div_ceil(hz));
        let question = Question {
            core: Some(core),
            from: Some(ps(from)),
            to: Some(ps(to)),
            ..Question::default()
        };
        again.ask(&question)?;
        self.to_here(&mut again);
        let causes = Question::causes(again.machine()).unwrap_or_default();
        let of_part = |p: &str| part.is_none_or(|part| part == p);
        let rows: Vec<_> = causes
            .rows
            .into_iter()
            .filter(|r| of_part(&r.part))
            .collect();
        let kinds = |core: u8| match m.core_kind(core) {
            Some(kind) => CoreKind {
                name: kind.name,
                meters: Some(kind.meters),
            },
            None => CoreKind::default(),
        };
        let sentences = sentences(core, &answer(&rows, &kinds, Grain::Instruction));
        match sentences.is_empty() {
            true => Err("why: no cycles passed there".to_owned()),
            false => Ok(sentences),
        }
    }

    fn why_counter(&mut self, i: usize) -> Result<Vec<String>, String> {
        let report = self.session.report_so_far();
        let m = self.session.machine();
        let window = report.windows.windows.get(i);
        let window = window.ok_or("why: there is no such reading; ask for the counters again")?;
        Ok(reading(m, window))
    }
}

/// The causes of a few cycles.
fn sentences(core: u8, answer: &Answer) -> Vec<String> {
    let mut all = Vec::new();
    for cause in &answer.causes {
        let mut text = format!(
            "Core {core}: {}: {} cycle{}",
            cause.sentence,
            cause.cycles,
            plural(cause.cycles)
        );
        for behind in &cause.what.behind {
            if !behind.sentence.is_empty() {
                text += &format!(", {}", behind.sentence);
            }
        }
        for owner in &cause.what.owners {
            text += &format!(", {} of them {}", owner.cycles, owner.sentence);
        }
        all.push(text + ".");
    }
    all
}

fn plural(n: u64) -> &'static str {
    match n {
        1 => "",
        _ => "s",
    }
}

/// What a counter showed, and why.
pub(crate) fn reading(m: &Machine, w: &Window) -> Vec<String> {
    let of = match (w.core, w.master) {
        (Some(core), _) => format!(" of core {core}"),
        (None, Some(master)) => format!(" of master {master}"),
        (None, None) => String::new(),
    };
    let truth = match w.truth {
        Some(n) => format!("{n} happened"),
        None => "the truth is not known".to_owned(),
    };
    let verdict = match w.verdict {
        Verdict::Exact => "It is right, and nothing stood between them",
        Verdict::Explained => "What stood between them accounts for it",
        Verdict::Wrong => "Nothing accounts for the difference",
        Verdict::NotJudged => "It is not judged",
    };
    let mut all = vec![format!(
        "Core {} read {} of {} at {}: it showed {} for {}{of}, while {truth} since {}. {verdict}.",
        w.reader,
        w.register,
        w.device,
        m.place(w.reader, w.closed_pc),
        w.measured,
        w.event_name,
        m.place(w.reader, w.opened_pc),
    )];
    all.extend(w.causes.iter().map(|c| rule(*c).to_owned()));
    all
}

/// The rule behind a cause, with its source. UM is the manual of the board's processor.
fn rule(cause: Cause) -> &'static str {
    match cause {
        Cause::Wrapped => {
            "It wrapped: the register has 32 bits (of a TriCore 31 and a sticky overflow bit), and more happened \
             than it holds (GR740 UM, L4STAT, counter value register; TC27x UM, CCNT and M1CNT to M3CNT). Read \
             it more often, or add what wraps."
        }
        Cause::Preset => {
            "It was preset: firmware wrote a value other than 0 into the register, and it counts on from there \
             (GR740 UM, L4STAT, counter value register). Write 0 before the measurement."
        }
        Cause::ClockGated => {
            "Its clock was off for a part of the time: a unit behind a gate of the clock gating unit counts nothing \
             and reads as 0 (GR740 UM, clock gating unit). Open the gate before the measurement."
        }
        Cause::SelectionChanged => {
            "The event, core, mode or master was changed without a clear: the register goes on from what it had \
             counted of the other one (GR740 UM, L4STAT, counter control register). Clear it after selecting."
        }
        Cause::Skew => {
            "The counted core may be ahead of the reader by as much as the scheduler's quantum \
             (docs/contributing/architecture.md, time). `--set quantum_cycles=1` takes that away."
        }
        Cause::NotMetered => {
            "No meter knows this event under this filter, so the truth is not known \
             (docs/user/reference/formats.md, windows)."
        }
        Cause::UnknownEvent => {
            "The manual has no event of this number (GR740 UM, L4STAT, event table): select another one."
        }
        Cause::NotCleared => {
            "It was not cleared: it began from what an earlier window of the same event had left (GR740 UM, L4STAT, \
             counter control register, CL). Clear it at the beginning, or take the difference of two reads."
        }
        Cause::NeverEnabled => {
            "It was never enabled since it was cleared or selected (GR740 UM, L4STAT, counter control register, \
             EN; TC27x UM, CCTRL.CE): set the enable bit before the code that is measured."
        }
        Cause::PartlyEnabled => {
            "It was enabled for a part of the window only: what happened while its enable bit was 0 is missing \
             (GR740 UM, L4STAT, counter control register, EN). Enable it before the code that is measured begins."
        }
        Cause::ModeNotEntered => {
            "Its filter lets one privilege mode through, and the core was never in it (GR740 UM, L4STAT, counter \
             control register, SU). Bare-metal code is supervisor code: choose the other filter, or none."
        }
        Cause::CoreStopped => {
            "The counted core was in power-down or not started all the time: count another core."
        }
        Cause::NoSuchCore => "The board has no core of this number: select another one.",
        Cause::MasterSilent => {
            "The counted master did nothing on the bus; there may be none of this number: select another one."
        }
        Cause::NeverMatches => {
            "The filter names another master than the event, so that nothing passes both (GR740 UM, L4STAT, counter \
             control register, CPU/AHBM)."
        }
        Cause::NotModelled => "Nothing on this board does what the event is about.",
        Cause::NothingSelected => {
            "The selection counts nothing on such a core (TC27x UM, CCTRL): select another event."
        }
        Cause::TaskMode => {
            "In task mode a debug event lets the counters count, and none came (TC27x UM, CCTRL.CM): choose normal mode."
        }
        Cause::NotLatched => "No read has cleared the counter and left its value here.",
        Cause::Stopped => "The clock stood still for a part of the time.",
    }
}

/// The place at which a reading was made.
pub(crate) fn place_of(m: &Machine, w: &Window) -> crate::view::Place {
    place(m, w.reader, w.closed_pc)
}

#[cfg(test)]
mod tests {
    use super::Asked;

    #[test]
    fn questions_are_read() {
        let asked = Asked::parse("cycles:1:20:40:load_cycles").expect("a question");
        let Asked::Cycles {
            core,
            from,
            to,
            part,
        } = asked
        else {
            panic!("it is about cycles");
        };
        assert_eq!(
            (core, from, to, part.as_deref()),
            (1, 20, 40, Some("load_cycles"))
        );
        assert_eq!(Asked::parse("counter:3"), Some(Asked::Counter(3)));
        for wrong in [
            "",
            "counter",
            "counter:x",
            "cycles:1:2",
            "cycles:999:1:2",
            "weather:1",
        ] {
            assert_eq!(Asked::parse(wrong), None, "{wrong}");
        }
    }
}
