//! Every row and every alias of the three tables against GNU `as`, and programs with labels at near and far distances.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use trueboard_asm::{Isa, Placement, assemble_at};
use trueboard_core::isa::{Alias, Form, Row};
use trueboard_cpu_epiphany::isa as epiphany;
use trueboard_cpu_sparcv8::isa as sparc;
use trueboard_cpu_tricore::isa as tricore;

/// Where sources are assembled for.
const AT: u32 = 0x8000_0000;

/// Words of each row and alias.
const WORDS: usize = 20;

/// Random words (xorshift), the same in every run.
struct Random(u32);

impl Random {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        self.word() as usize % end
    }
}

/// A text with the row that its word is of.
struct Case {
    row: &'static str,
    text: String,
    /// The word has so many bytes.
    length: usize,
    /// Distance to the target, where an operand is one.
    distance: Option<i32>,
}

/// Operand types that are the distance to a target.
const DISTANCES: [&str; 5] = ["Disp", "Disp4", "Disp4p16", "DispLoop", "Target"];

/// The word with operands that its manual allows: pairs begin at an even register, shifts of products are 0 or 1,
/// a load does not change its base twice. Distances of TriCore are short, since its judge takes labels only.
fn legal(isa: Isa, form: &Form, word: u32) -> u32 {
    let mut word = word;
    let field = |name: &str| form.operands.iter().find(|f| f.name == name);
    let begins = |all: &[&str]| all.iter().any(|m| form.syntax.starts_with(m));
    for f in form.operands {
        let free = match f.kind {
            "E" | "P" | "FregD" => 1,
            "FregQ" => 3,
            _ => 0,
        };
        word &= !f.bits.scatter(free);
        if isa == Isa::TriCore && f.kind == "Disp" && f.bits.width() > 8 {
            let near = (f.bits.gather(word) as i32) << 20 >> 20;
            let all = f.bits.scatter(u32::MAX);
            word = word & !all | f.bits.scatter(near as u32);
        }
    }
    if let Some(n) = field("n").filter(|_| isa == Isa::TriCore && begins(&["mul", "madd", "msub"]))
    {
        word &= !n.bits.scatter(2);
    }
    if isa == Isa::Epiphany
        && let Some((d, n)) = field("d").zip(field("n"))
    {
        let double = begins(&["ldrd", "strd"]);
        if double {
            word &= !d.bits.scatter(1);
        }
        let (to, base) = (d.bits.gather(word), n.bits.gather(word));
        if begins(&["ldr"]) && (base == to || double && base == to + 1) {
            word ^= n.bits.scatter(2);
        }
    }
    word
}

fn forms<C>(rows: &'static [Row<C>], aliases: &'static [Alias]) -> Vec<&'static Form> {
    let rows = rows.iter().map(|r| &r.form);
    rows.chain(aliases.iter().map(|a| &a.form)).collect()
}

/// Texts of random words of each row and alias, in which ignored bits are 0 and operands are legal.
fn cases(isa: Isa) -> Vec<Case> {
    let mut random = Random(0x2545_f491);
    let forms = match isa {
        Isa::Sparc => forms(sparc::ROWS, sparc::ALIASES),
        Isa::TriCore => forms(tricore::ROWS, tricore::table::ALIASES),
        Isa::Epiphany => forms(epiphany::ROWS, epiphany::table::ALIASES),
    };
    let mut cases = Vec::new();
    for form in forms {
        for _ in 0..WORDS {
            let high = u32::MAX >> (32 - form.width);
            let word = random.word() & high & !form.fixed.mask | form.fixed.value;
            let word = legal(isa, form, word);
            // A word of a row may be of a more specific one.
            let row = match isa {
                Isa::Sparc => sparc::decode(word).map(|i| &i.op().row().form),
                Isa::TriCore => tricore::decode(word).map(|i| &i.op().row().form),
                Isa::Epiphany => epiphany::table::decode(word).map(|i| &i.op().row().form),
            };
            let word = legal(isa, row.expect("a row has its words"), word);
            let (row, text) = match isa {
                Isa::Sparc => sparc::decode(word).map(|i| (i.op().name(), i.text(AT).to_string())),
                Isa::TriCore => {
                    tricore::decode(word).map(|i| (i.op().name(), i.text(AT).to_string()))
                }
                Isa::Epiphany => {
                    epiphany::table::decode(word).map(|i| (i.op().name(), i.text(AT).to_string()))
                }
            }
            .expect("a row has its words");
            let near = form.operands.iter().any(|f| DISTANCES.contains(&f.kind));
            let distance = near.then(|| {
                let (_, target) = text.rsplit_once("0x").expect("a target");
                let target = u32::from_str_radix(target, 16).expect("a number");
                target.wrapping_sub(AT) as i32
            });
            cases.push(Case {
                row,
                text,
                length: form.width as usize / 8,
                distance,
            });
        }
    }
    cases
}

/// Why GNU `as` refuses some texts of a row, or makes other bytes of them.
fn excuse(isa: Isa, case: &Case) -> Option<&'static str> {
    let text = case.text.as_str();
    let both_15 = ["%a15,[%a15]", "%d15,[%a15]"]
        .iter()
        .any(|t| text.contains(t))
        || text.contains("[%a15]") && (text.ends_with(",%d15") || text.ends_with(",%a15"));
    let d15_with_0 = ["jz %d15,", "jnz %d15,", "jeq %d15,0,", "jne %d15,0,"]
        .iter()
        .any(|t| text.starts_with(t));
    Some(match (isa, case.row) {
        (Isa::Sparc, "Fpop1Unknown" | "Fpop2Unknown" | "Cpop1" | "Cpop2") => {
            "the text of an operation without a name is our own"
        }
        (Isa::TriCore, _) if d15_with_0 => "a comparison of %d15 with 0 has 32 bits there",
        (Isa::TriCore, "UpdflRr") => "reserved bits are 1 there",
        (Isa::TriCore, "MfcrRlc" | "MtcrRlc") => "core registers of another derivative",
        (Isa::TriCore, _) if both_15 => "of two equal forms of 16 bits another one is taken there",
        (Isa::Epiphany, "Fabs16") => "only the form of 32 bits has operands there",
        (Isa::Epiphany, "Swi") => "a code is refused there",
        (Isa::Epiphany, "Movts32" | "Movfs32") => {
            "special registers without a name are refused there"
        }
        _ => return None,
    })
}

fn ours(isa: Isa, source: &str) -> Result<Vec<u8>, String> {
    let placement = Placement {
        code: AT,
        data: None,
    };
    let made = assemble_at(isa, placement, "t.s", source);
    let text =
        |e: Vec<trueboard_asm::Diagnostic>| e.iter().map(|e| format!("{e}\n")).collect::<String>();
    Ok(made.map_err(text)?.sections[0].bytes.clone())
}

/// The tools of a target.
struct Gnu<'a> {
    prefix: &'a str,
    assembler: &'a [&'a str],
    linker: &'a [&'a str],
    dir: &'a Path,
}

impl Gnu<'_> {
    fn is_there(&self) -> bool {
        let there = |tool: &str| {
            let mut command = Command::new(format!("{}{tool}", self.prefix));
            command.arg("--version").output().is_ok()
        };
        ["as", "ld", "objcopy"].into_iter().all(there)
    }

    fn run(&self, tool: &str, options: &[&str], files: &[&str]) -> Result<(), String> {
        let mut command = Command::new(format!("{}{tool}", self.prefix));
        let out = command
            .current_dir(self.dir)
            .args(options)
            .args(files)
            .output();
        let out = out.expect("the tool starts");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        if out.status.success() {
            Ok(())
        } else {
            Err(said)
        }
    }

    /// The bytes of `.text`, or what the assembler says.
    fn text(&self, source: &str) -> Result<Vec<u8>, String> {
        std::fs::write(self.dir.join("t.s"), source).expect("a source is written");
        self.run("as", self.assembler, &["-o", "t.o", "t.s"])?;
        let place = format!("-Ttext={AT:#x}");
        let linked = self.run(
            "ld",
            self.linker,
            &[&place, "-e", "0", "-o", "t.elf", "t.o"],
        );
        linked.expect("it can be linked");
        let copied = self.run(
            "objcopy",
            &["-O", "binary", "-j", ".text"],
            &["t.elf", "t.bin"],
        );
        copied.expect("it can be copied");
        Ok(std::fs::read(self.dir.join("t.bin")).expect("the bytes are read"))
    }

    /// The first four bytes of each text, alone in a place of four bytes; none of those that are refused.
    fn each(&self, texts: &[&str]) -> Vec<Option<Vec<u8>>> {
        let mut refused = BTreeSet::new();
        loop {
            let line = |(i, text): (usize, &&str)| {
                let text = if refused.contains(&i) { "" } else { text };
                format!("{text}\n.org {}\n", 4 * (i + 1))
            };
            let source: String = texts.iter().enumerate().map(line).collect();
            match self.text(&source) {
                Ok(bytes) => {
                    let all = bytes.chunks(4).enumerate();
                    return all
                        .map(|(i, b)| (!refused.contains(&i)).then(|| b.to_vec()))
                        .collect();
                }
                Err(said) => {
                    let before = refused.len();
                    let number = |line: &str| -> Option<usize> {
                        let rest = line.strip_prefix("t.s:")?;
                        let (number, rest) = rest.split_once(':')?;
                        rest.contains("Error")
                            .then(|| number.parse().ok())
                            .flatten()
                    };
                    refused.extend(said.lines().filter_map(number).map(|n| (n - 1) / 2));
                    assert!(refused.len() > before, "{said}");
                }
            }
        }
    }
}

/// What GNU's TriCore assembler makes of texts (`tests/oracle/tricore-gnu`): none where there is no such program.
fn tricore_gnu(texts: &[&str]) -> Option<Vec<Option<Vec<u8>>>> {
    let started = Command::new("tricore-gnu")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut judge) = started else {
        skip::skipped("there is no tricore-gnu (tests/oracle/tricore-gnu/install)");
        return None;
    };
    let mut input = judge.stdin.take().expect("it has an input");
    let lines: String = texts.iter().map(|t| format!("0\t{t}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = judge.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");
    let text = String::from_utf8(output.stdout).expect("text");
    let bytes = |line: &str| {
        let hex = line.split_once('\t').expect("two fields").1.trim();
        let byte = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal");
        (hex != "-").then(|| (0..hex.len()).step_by(2).map(byte).collect())
    };
    Some(text.lines().map(bytes).collect())
}

/// Compares the bytes of each case; `theirs` may have further bytes behind them.
fn compare(isa: Isa, cases: &[Case], theirs: Option<&[Option<Vec<u8>>]>) {
    let mut wrong = Vec::new();
    let mut same = 0;
    for (i, case) in cases.iter().enumerate() {
        let ours = match ours(isa, &case.text) {
            Ok(ours) => ours,
            Err(e) => {
                wrong.push(format!("{}: {e}", case.row));
                continue;
            }
        };
        let theirs = theirs.map(|t| t[i].as_ref().and_then(|b| b.get(..ours.len())));
        if theirs == Some(Some(&ours[..])) {
            same += 1;
            continue;
        }
        // Without a judge, or where it differs: our text of our bytes is the text, unless a shorter form was taken.
        let again = isa.disassembled(&ours, AT);
        let own = again == case.text || ours.len() < case.length;
        if !own || theirs.is_some() && excuse(isa, case).is_none() {
            wrong.push(format!(
                "{} {}: {ours:02x?} {again} / {theirs:02x?}",
                case.row, case.text
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
    assert!(
        theirs.is_none() || same > cases.len() / 2,
        "only {same} of {}",
        cases.len()
    );
}

/// Programs of branches to labels, with instructions and room between them: random, near and far.
fn program(isa: Isa, random: &mut Random) -> String {
    let (branches, others, far): (&[&str], &[&str], usize) = match isa {
        Isa::Sparc => (
            &["ba", "bne,a", "be", "fbe", "call", "bgu"],
            &[
                "add %g1, 5, %g2",
                "nop",
                "ld [%g1 + %g2], %g3",
                "set 0x12345678, %l3",
                ".word 1, 2",
            ],
            20_000,
        ),
        Isa::TriCore => (
            &[
                "j",
                "jl",
                "call",
                "jeq %d2,%d3,",
                "jne %d1,5,",
                "jz.a %a3,",
                "jge %d4,%d5,",
                "loop %a4,",
                "jltz %d3,",
            ],
            &[
                "add %d1,%d2,%d3",
                "nop",
                "mov %d4,1000",
                "ld.w %d3,[%a2]4",
                "add %d1,5",
            ],
            700,
        ),
        Isa::Epiphany => (
            &["b", "beq", "bne", "bl", "bgtu", "bblte"],
            &[
                "add r0,r1,r2",
                "nop",
                "add r20,r1,r2",
                "mov r0,0x1234",
                "ldr r1,[r2,0x3]",
            ],
            700,
        ),
    };
    let count = 4 + random.below(12);
    let mut lines = Vec::new();
    for label in 0..count {
        lines.push(format!("l{label}:"));
        for _ in 0..random.below(6) {
            lines.push(match random.below(3) {
                0 => {
                    let to = random.below(count);
                    format!("{} l{to}", branches[random.below(branches.len())])
                }
                _ => others[random.below(others.len())].to_owned(),
            });
        }
        if random.below(3) == 0 {
            lines.push(format!(".space {}", 4 * random.below(far / 4)));
        }
    }
    lines.push("nop".to_owned());
    lines.join("\n") + "\n"
}

fn programs(isa: Isa) -> Vec<String> {
    let mut random = Random(0x1234_5678);
    (0..60).map(|_| program(isa, &mut random)).collect()
}

/// Programs whose bytes differ, with the first place.
fn differing(
    isa: Isa,
    sources: &[String],
    theirs: impl Fn(usize, &str) -> Vec<u8>,
) -> BTreeMap<usize, String> {
    let mut wrong = BTreeMap::new();
    for (i, source) in sources.iter().enumerate() {
        let theirs = theirs(i, source);
        match ours(isa, source) {
            Ok(ours) if ours == theirs => {}
            Ok(ours) => {
                let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
                let place = format!(
                    "at {at:#x}: {:02x?} / {:02x?}\n{source}",
                    &ours[at..ours.len().min(at + 8)],
                    &theirs[at.min(theirs.len())..theirs.len().min(at + 8)]
                );
                wrong.insert(i, place);
            }
            Err(e) => {
                wrong.insert(i, e);
            }
        }
    }
    wrong
}

fn against_gnu(isa: Isa, (prefix, assembler, linker): Tools) {
    let dir = tempfile::tempdir().expect("a folder");
    let gnu = Gnu {
        prefix,
        assembler,
        linker,
        dir: dir.path(),
    };
    let cases = cases(isa);
    if !gnu.is_there() {
        compare(isa, &cases, None);
        skip::skipped(&format!("there is no {prefix}as"));
        return;
    }
    let texts: Vec<String> = cases.iter().map(anywhere).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    compare(isa, &cases, Some(&gnu.each(&texts)));
    let sources = programs(isa);
    let wrong = differing(isa, &sources, |_, source| {
        gnu.text(source).expect("GNU takes it")
    });
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        sources.len()
    );
}

/// The text of a case for any address: its target is a distance.
fn anywhere(case: &Case) -> String {
    let Some(distance) = case.distance else {
        return case.text.clone();
    };
    let (front, _) = case.text.rsplit_once("0x").expect("a target");
    format!("{front}.{distance:+}")
}

/// A source for TriCore's judge, which takes no distances: a label is the target. The instruction has so many bytes in
/// front of it; behind it there are as many as our form leaves.
fn labelled(case: &Case) -> (String, usize) {
    let Some(distance) = case.distance else {
        return (case.text.clone(), 0);
    };
    let (front, _) = case.text.rsplit_once("0x").expect("a target");
    let apart = distance.unsigned_abs() as usize;
    if distance <= 0 {
        return (format!("l:.space {apart};{front}l"), apart);
    }
    let length = ours(Isa::TriCore, &case.text).map_or(0, |b| b.len());
    let text = match apart.checked_sub(length) {
        Some(between) => format!("{front}l;.space {between};l:"),
        None => format!("{front}l-{};l:", length - apart),
    };
    (text, 0)
}

/// Prefix of the tools, options of the assembler and of the linker.
type Tools = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);
const SPARC: Tools = (
    "sparc64-linux-gnu-",
    &["-32", "-Aleon"],
    &["-m", "elf32_sparc"],
);
const EPIPHANY: Tools = ("epiphany-elf-", &[], &[]);

#[test]
fn sparc_is_assembled_as_by_gnu() {
    against_gnu(Isa::Sparc, SPARC);
}

#[test]
fn epiphany_is_assembled_as_by_gnu() {
    against_gnu(Isa::Epiphany, EPIPHANY);
}

#[test]
fn tricore_is_assembled_as_by_gnu() {
    let cases = cases(Isa::TriCore);
    let texts: Vec<(String, usize)> = cases.iter().map(labelled).collect();
    let lines: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    let mut theirs = tricore_gnu(&lines);
    for (bytes, (_, skip)) in theirs.iter_mut().flatten().zip(&texts) {
        *bytes = bytes
            .take()
            .map(|b| b.get(*skip..).unwrap_or_default().to_vec());
    }
    compare(Isa::TriCore, &cases, theirs.as_deref());
    let sources = programs(Isa::TriCore);
    let lines: Vec<String> = sources.iter().map(|s| s.replace('\n', ";")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    if let Some(theirs) = tricore_gnu(&lines) {
        let bytes = |i: usize, _: &str| theirs[i].clone().unwrap_or_default();
        let wrong = differing(Isa::TriCore, &sources, bytes);
        assert!(
            wrong.is_empty(),
            "{} of {}: {wrong:#?}",
            wrong.len(),
            sources.len()
        );
    }
}

/// Texts that GNU `as` refuses or takes, and so do we: registers that make no pair, bases that are changed twice, shifts
/// of products, numbers of 32 bits in the place of negative ones.
const VERDICTS: &[(Isa, &str, bool)] = &[
    (Isa::Sparc, "faddd %f1, %f2, %f4", false),
    (Isa::Sparc, "faddq %f2, %f8, %f12", false),
    (Isa::Sparc, "faddq %f4, %f8, %f12", true),
    (Isa::Sparc, "ldd [ %g1 ], %f3", false),
    (Isa::Sparc, "fmovs %f33, %f1", false),
    (Isa::Sparc, "faddd %f34, %f2, %f4", false),
    (Isa::Sparc, "add %g1, 0xffffffff, %g2", true),
    (Isa::Sparc, "add %g1, 0xfffff000, %g2", true),
    (Isa::Epiphany, "ldrd r1,[r2,0x1]", false),
    (Isa::Epiphany, "strd r1,[r2]", false),
    (Isa::Epiphany, "strd r3,[r2,r4]", false),
    (Isa::Epiphany, "ldr r1,[r1],0x1", false),
    (Isa::Epiphany, "ldr r1,[r1],r2", false),
    (Isa::Epiphany, "ldrb r63,[r63],0x1", false),
    (Isa::Epiphany, "ldrd r2,[r3],0x1", false),
    (Isa::Epiphany, "ldrd r2,[r2,0x1]", true),
    (Isa::Epiphany, "str r1,[r1],0x1", true),
    (Isa::Epiphany, "strd r2,[r2],0x1", true),
    (Isa::Epiphany, "add r0,r1,0xffffffff", true),
    (Isa::Epiphany, "add r0,r1,0xfffffc00", true),
    (Isa::Epiphany, "ldr r0,[r1,0xffffffff]", false),
    (Isa::TriCore, "mul.h %e0,%d2,%d3ll,2", false),
    (Isa::TriCore, "madd.q %d0,%d1,%d2,%d3,3", false),
    (Isa::TriCore, "addsc.a %a1,%a2,%d3,2", true),
    (Isa::TriCore, "addsc.a %a1,%a2,%d15,3", true),
    (Isa::TriCore, "add %d1,%d2,0xffffffff", false),
    (Isa::TriCore, "mov %d1,0xffff8000", false),
    (Isa::TriCore, "mov %d1,0xffff", false),
    (Isa::TriCore, "ld.w %d1,[%a2]0xffffffff", false),
    (Isa::TriCore, "add %d1,%d2,-1", true),
    (Isa::TriCore, "ja 0x80000100", true),
];

/// The bytes that GNU makes of texts, none where it refuses; nothing where it is not there.
fn judged(isa: Isa, texts: &[&str]) -> Option<Vec<Option<Vec<u8>>>> {
    let dir = tempfile::tempdir().expect("a folder");
    let (prefix, assembler, linker) = match isa {
        Isa::TriCore => return tricore_gnu(texts),
        Isa::Sparc => SPARC,
        Isa::Epiphany => EPIPHANY,
    };
    let gnu = Gnu {
        prefix,
        assembler,
        linker,
        dir: dir.path(),
    };
    gnu.is_there().then(|| gnu.each(texts))
}

#[test]
fn what_gnu_refuses_is_refused() {
    for isa in Isa::ALL {
        let cases: Vec<(&str, bool)> = VERDICTS
            .iter()
            .filter(|v| v.0 == isa)
            .map(|v| (v.1, v.2))
            .collect();
        let texts: Vec<&str> = cases.iter().map(|c| c.0).collect();
        let theirs = judged(isa, &texts);
        for (i, (text, taken)) in cases.iter().enumerate() {
            let ours = ours(isa, text);
            assert_eq!(ours.is_ok(), *taken, "{text}: {ours:?}");
            let Some(theirs) = theirs.as_ref().map(|t| &t[i]) else {
                continue;
            };
            assert_eq!(theirs.is_some(), *taken, "{text}: {theirs:02x?}");
            if let (Ok(ours), Some(theirs)) = (&ours, theirs) {
                assert_eq!(Some(&ours[..]), theirs.get(..ours.len()), "{text}");
            }
        }
    }
}
