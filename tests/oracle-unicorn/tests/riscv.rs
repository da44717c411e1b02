//! Random straight programs of the teaching instruction set (`tests/teaching`) in its semantics and in unicorn.

use teaching::exec::{Flow, Port, Registers, execute};
use teaching::isa::{Class, Decoded, ROWS, Reg};
use unicorn_engine::{Arch, Mode, Prot, RegisterRISCV, Unicorn};

/// Where programs lie, and the data, of which x31 has the middle.
const CODE: u32 = 0x1000;
const DATA: u32 = 0x8000;
const SIZE: usize = 0x2000;
/// Instructions of a program, and programs.
const LENGTH: usize = 64;
const PROGRAMS: usize = 2000;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }
}

/// An instruction of a random row at place `at` of a program: loads and stores are of the data, branches go forward.
fn insn(random: &mut Random, at: usize) -> u32 {
    loop {
        let row = &ROWS[random.next() as usize % ROWS.len()];
        let fixed = row.form.fixed;
        let mut word = fixed.value | random.next() & !fixed.mask;
        match row.class {
            Class::System => continue,
            Class::Load | Class::Store => word |= 31 << 15,
            Class::Branch | Class::Jump if row.name == "Jalr" => continue,
            Class::Branch | Class::Jump => {
                // One to four instructions ahead: bits 4 to 1 of the distance, in the place of the form.
                let ahead = 4 * (1 + random.next() % 4).min((LENGTH - at) as u32);
                word = match row.class {
                    Class::Jump => word & 0xfff | ahead << 20,
                    _ => word & 0x01ff_f07f | (ahead >> 1 & 15) << 8 | ahead >> 5 << 25,
                };
            }
            Class::Alu => {}
        }
        let d = Decoded::of(word).expect("its row");
        // x31 stays.
        if d.rd != Reg(31) || matches!(row.class, Class::Store | Class::Branch) {
            return word;
        }
    }
}

struct Data<'a>(&'a mut [u8]);

impl Port for Data<'_> {
    type Fault = u32;

    fn load<const N: usize>(&mut self, at: u32) -> Result<[u8; N], u32> {
        let off = at.wrapping_sub(DATA) as usize;
        let bytes = self.0.get(off..off + N).ok_or(at)?;
        bytes.try_into().map_err(|_| at)
    }

    fn store<const N: usize>(&mut self, at: u32, bytes: [u8; N]) -> Result<(), u32> {
        let off = at.wrapping_sub(DATA) as usize;
        self.0
            .get_mut(off..off + N)
            .ok_or(at)?
            .copy_from_slice(&bytes);
        Ok(())
    }
}

#[test]
fn random_programs_do_the_same() {
    let mut engine = Unicorn::new(Arch::RISCV, Mode::RISCV32).expect("unicorn");
    for at in [CODE, DATA] {
        engine
            .mem_map(at.into(), SIZE as u64, Prot::ALL)
            .expect("memory");
    }
    let register = |n: u8| i32::from(RegisterRISCV::X0) + i32::from(n);
    let mut random = Random(0x5eed_0032);
    let mut executed = 0;
    for n in 0..PROGRAMS {
        let words: Vec<u32> = (0..LENGTH).map(|at| insn(&mut random, at)).collect();
        let code: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let mut x = Registers::default();
        let mut data: Vec<u8> = (0..SIZE).map(|_| random.next() as u8).collect();
        engine.mem_write(CODE.into(), &code).expect("room");
        engine.mem_write(DATA.into(), &data).expect("room");
        for r in 1..32 {
            let value = match r {
                31 => DATA + 0x1000,
                // Small numbers and edges, too.
                _ => random.next() >> (random.next() % 32) ^ (0u32.wrapping_sub(random.next() & 1)),
            };
            x.set(Reg(r), value);
            engine
                .reg_write(register(r), value.into())
                .expect("a register");
        }
        let end = CODE + 4 * LENGTH as u32;
        engine.ctl_flush_tb().expect("unicorn");
        engine
            .emu_start(CODE.into(), end.into(), 0, 0)
            .expect("no trap");
        let mut pc = CODE;
        while pc != end {
            let d = Decoded::of(words[((pc - CODE) / 4) as usize]).expect("an instruction");
            executed += 1;
            pc = match execute(&d, &mut x, pc, &mut Data(&mut data)) {
                Ok(Flow::To(to)) => to,
                Ok(_) => pc + 4,
                Err(at) => panic!("program {n}: an access of {at:#x} at {pc:#x}"),
            };
        }
        for r in 0..32 {
            let theirs = engine.reg_read(register(r)).expect("a register") as u32;
            assert_eq!(x.get(Reg(r)), theirs, "program {n}: x{r} of {words:08x?}");
        }
        let mut theirs = vec![0; SIZE];
        engine.mem_read(DATA.into(), &mut theirs).expect("room");
        assert!(data == theirs, "program {n}: memory of {words:08x?}");
    }
    assert!(executed > PROGRAMS * LENGTH / 2, "{executed}");
}
