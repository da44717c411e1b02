//! What instructions do, apart from how they are encoded: several encodings share one meaning.

/// Makes [`Sem`] of rows: a meaning, its timing class, and `+ d` if the destination is a source too.
macro_rules! meanings {
    (
        $(#[$of_enum:meta])*
        pub enum Sem {
            $( $(#[$doc:meta])* $name:ident: $class:ident $(+ $also:ident)?, )*
        }
    ) => {
        $(#[$of_enum])*
        pub enum Sem {
            $( $(#[$doc])* $name, )*
        }

        impl Sem {
            /// Its timing class.
            #[must_use]
            pub const fn class(self) -> Class {
                match self {
                    $( Self::$name => Class::$class, )*
                }
            }

            /// Whether the destination is a source too: comparisons and bit operations that accumulate.
            #[must_use]
            pub const fn accumulates(self) -> bool {
                match self {
                    $( Self::$name => meanings!(@reads_destination $($also)?), )*
                }
            }
        }
    };
    (@reads_destination d) => { true };
    (@reads_destination) => { false };
}

meanings! {
/// The meaning of an instruction. `d`, `a`, `b`, `c` and so on are the operands as
/// [`table`](super::table) names them; `b` is a register or a constant, and `D[b]` then stands for
/// the constant.
///
/// Suffixes: `E` the destination is a 64-bit pair; `Ul`, `Lu`, `Ll`, `Uu`, `U`, `L` the halves that
/// are multiplied; `C` the third source is a pair while the destination is not; `Pw` position and
/// width are constants, `W` the width is; `P` the position is.
///
/// In the sentences:
/// - `E[n]` is `{hi: D[n+1], lo: D[n]}`, `P[n]` the same of address registers; `{x, y}` joins bits;
///   `sx`, `zx` extend by sign or zero (`sx6`: from the low 6 bits); `>>s` and `>>u` shift right by
///   sign or zero; `.U` and `.L` are the upper and lower half of a word; `!` negates a bit.
/// - `M8`, `M16`, `M32`, `M64` is memory at EA, the address by [`Mode`](super::operands::Mode),
///   which also says how the base register changes.
/// - `ssov` and `suov` saturate to a signed or unsigned number of so many bits; `rnd16(x)` is
///   `(x + 0x8000)[31:16]`, but 0x7FFF of 0x7FFFFFFF; `rnd` rounds a float as PSW.RM says.
/// - `q16(x, y, n)` is `(x * y) << n` of two signed half-words, but 0x7FFFFFFF of -0x8000 *
///   -0x8000 with n = 1.
/// - `prods_XY(x, y, n)` are two such products: H of `x.U` with the half X of y, L of `x.L` with
///   the half Y; but of `UU` H is of `x.L` and L of `x.U`, both with `y.U`.
/// - Flags V and AV (bit 31 differs from bit 30 of the result) set the sticky SV and SAV too; those
///   of the FPU are sticky but FS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u16)]
pub enum Sem {
    /// ABS: `D[d] = |D[b]|`; flags V, AV.
    Abs: Alu,
    /// ABS.B: per byte `D[d] = |D[b]|`; flags V, AV (of any lane).
    AbsB: Alu,
    /// ABS.H: per half-word `D[d] = |D[b]|`; flags V, AV (of any lane).
    AbsH: Alu,
    /// ABSDIF: `D[d] = |D[a] - D[b]|`; flags V, AV.
    Absdif: Alu,
    /// ABSDIF.B: per byte `D[d] = |D[a] - D[b]|`; flags V, AV (of any lane).
    AbsdifB: Alu,
    /// ABSDIF.H: per half-word `D[d] = |D[a] - D[b]|`; flags V, AV (of any lane).
    AbsdifH: Alu,
    /// ABSDIFS: `D[d] = ssov32(|D[a] - D[b]|)`; flags V, AV.
    Absdifs: Alu2,
    /// ABSDIFS.H: per half-word `D[d] = ssov16(|D[a] - D[b]|)`; flags V, AV (of any lane).
    AbsdifsH: Alu2,
    /// ABSS: `D[d] = ssov32(|D[b]|)`; flags V, AV.
    Abss: Alu2,
    /// ABSS.H: per half-word `D[d] = ssov16(|D[b]|)`; flags V, AV (of any lane).
    AbssH: Alu2,
    /// ADD: `D[d] = D[a] + D[b]`; flags V, AV.
    Add: Alu,
    /// ADD.A: `A[d] = A[a] + A[b]`.
    AddA: Addr,
    /// ADD.B: per byte `D[d][i] = wrap(D[a][i] + D[b][i])`; flags V, AV (of any lane).
    AddB: Alu,
    /// ADD.F: `D[d] = rnd(D[c] + D[a])`; flags FS, FI, FV, FU, FX.
    AddF: Fp,
    /// ADD.H: per half-word `D[d][i] = wrap(D[a][i] + D[b][i])`; flags V, AV (of any lane).
    AddH: Alu,
    /// ADDC: `D[d] = D[a] + D[b] + PSW.C`; flags C, V, AV.
    Addc: Alu,
    /// ADDI: `D[d] = D[a] + b`; flags V, AV.
    Addi: Alu,
    /// ADDIH: `D[d] = D[a] + (b << 16)`; flags V, AV.
    Addih: Alu,
    /// ADDIH.A: `A[d] = A[a] + (b << 16)`.
    AddihA: Addr,
    /// ADDS: `D[d] = ssov32(D[a] + D[b])`; flags V, AV.
    Adds: Alu2,
    /// ADDS.H: per half-word `D[d][i] = ssov16(D[a][i] + D[b][i])`; flags V, AV (of any lane).
    AddsH: Alu2,
    /// ADDS.HU: per unsigned half-word `D[d][i] = suov16(D[a][i] + D[b][i])`; flags V, AV (of any
    /// lane).
    AddsHu: Alu2,
    /// ADDS.U: `D[d] = suov32(zx(D[a]) + zx(D[b]))`; flags V, AV.
    AddsU: Alu2,
    /// ADDSC.A: `A[d] = A[b] + (D[a] << n)`.
    AddscA: ScaledAddr,
    /// ADDSC.AT: `A[d] = (A[b] + (D[a] >>s 3)) & ~3`.
    AddscAt: ScaledAddr,
    /// ADDX: `D[d] = D[a] + D[b]`; flags C, V, AV.
    Addx: Alu,
    /// AND: `D[d] = D[a] & D[b]`.
    And: Alu,
    /// AND.AND.T: `D[d][0] = D[d][0] & (D[a][p] & D[b][q])`.
    AndAndT: Alu + d,
    /// AND.ANDN.T: `D[d][0] = D[d][0] & (D[a][p] & !D[b][q])`.
    AndAndnT: Alu + d,
    /// AND.EQ: `D[d][0] = D[d][0] & (D[a] == D[b])`.
    AndEq: Alu + d,
    /// AND.GE: `D[d][0] = D[d][0] & (D[a] >= D[b] signed)`.
    AndGe: Alu + d,
    /// AND.GE.U: `D[d][0] = D[d][0] & (D[a] >= D[b] unsigned)`.
    AndGeU: Alu + d,
    /// AND.LT: `D[d][0] = D[d][0] & (D[a] < D[b] signed)`.
    AndLt: Alu + d,
    /// AND.LT.U: `D[d][0] = D[d][0] & (D[a] < D[b] unsigned)`.
    AndLtU: Alu + d,
    /// AND.NE: `D[d][0] = D[d][0] & (D[a] != D[b])`.
    AndNe: Alu + d,
    /// AND.NOR.T: `D[d][0] = D[d][0] & !(D[a][p] | D[b][q])`.
    AndNorT: Alu + d,
    /// AND.OR.T: `D[d][0] = D[d][0] & (D[a][p] | D[b][q])`.
    AndOrT: Alu + d,
    /// AND.T: `D[d] = D[a][p] & D[b][q]`.
    AndT: Alu,
    /// ANDN: `D[d] = D[a] & ~D[b]`.
    Andn: Alu,
    /// ANDN.T: `D[d] = D[a][p] & !D[b][q]`.
    AndnT: Alu,
    /// BISR: saves the lower context to a CSA; `ICR.IE = 1; ICR.CCPN = b`; supervisor only; traps
    /// FCU, FCD.
    Bisr: Context,
    /// BMERGE: for i = 0 to 15: `D[d][2i+1] = D[a][i], D[d][2i] = D[b][i]`.
    Bmerge: Mul,
    /// BSPLIT: `E[d].hi` = the 16 odd-numbered bits of `D[a]`, `E[d].lo` = the 16 even-numbered
    /// ones; upper halves 0.
    Bsplit: Mul,
    /// CACHEA.I: invalidates the line of the data cache that holds EA; supervisor only.
    CacheaI: CacheOp,
    /// CACHEA.W: writes back, if dirty, the line of the data cache that holds EA.
    CacheaW: CacheOp,
    /// CACHEA.WI: writes back, if dirty, and invalidates the line of the data cache that holds EA.
    CacheaWi: CacheOp,
    /// CACHEI.I: invalidates the line of the data cache that has the index and way of EA;
    /// supervisor only.
    CacheiI: CacheOp,
    /// CACHEI.W: writes back, if dirty, the line of the data cache that has the index and way of
    /// EA.
    CacheiW: CacheOp,
    /// CACHEI.WI: writes back, if dirty, and invalidates the line of the data cache that has the
    /// index and way of EA.
    CacheiWi: CacheOp,
    /// CADD: `D[d] = (D[c] != 0) ? D[a] + D[b] : D[a]`; flags V, AV if the condition holds.
    Cadd: Alu,
    /// CADDN: `D[d] = (D[c] == 0) ? D[a] + D[b] : D[a]`; flags V, AV if the condition holds.
    Caddn: Alu,
    /// CALL: checks and counts the call depth, saves the upper context to a CSA; `A[11] = PC +
    /// len; PC = PC + t`; traps FCU, CDO, FCD.
    Call: Context,
    /// CALLA: as CALL; `PC = t`.
    Calla: Context,
    /// CALLI: as CALL; `PC = A[a] & ~1`.
    Calli: Context,
    /// CLO: `D[d]` = number of leading ones of `D[a]` (0..32).
    Clo: Alu,
    /// CLO.H: `D[d]` = number of leading ones of `D[a]` per half-word.
    CloH: Alu,
    /// CLS: `D[d]` = number of leading sign-copy bits below the sign bit of `D[a]` (0..31).
    Cls: Alu,
    /// CLS.H: `D[d]` = number of leading sign-copy bits below the sign bit of `D[a]` per
    /// half-word.
    ClsH: Alu,
    /// CLZ: `D[d]` = number of leading zeros of `D[a]` (0..32).
    Clz: Alu,
    /// CLZ.H: `D[d]` = number of leading zeros of `D[a]` per half-word.
    ClzH: Alu,
    /// CMOV: `D[d] = (D[c] != 0) ? D[b] : D[a]`.
    Cmov: Alu,
    /// CMOVN: `D[d] = (D[c] == 0) ? D[b] : D[a]`.
    Cmovn: Alu,
    /// CMP.F: `D[d]` bit 0 less, 1 equal, 2 greater, 3 unordered, 4 `D[a]` denormal, 5 `D[b]`
    /// denormal; flags FS, FI (of a signalling NaN).
    CmpF: Fp1,
    /// CMPSWAP.W: `t = M32[EA]; M32[EA] = (t == E[a].hi) ? E[a].lo : t; D[d] = t`, atomic.
    CmpswapW: Swap,
    /// CRC32: `D[d]` = IEEE CRC-32 (reflected 0xEDB88320, inverted before and after) continued
    /// from `D[b]` over the 4 bytes of `D[a]`, most significant byte first.
    Crc32: Mul,
    /// CSUB: `D[d] = (D[c] != 0) ? D[a] - D[b] : D[a]`; flags V, AV if the condition holds.
    Csub: Alu,
    /// CSUBN: `D[d] = (D[c] == 0) ? D[a] - D[b] : D[a]`; flags V, AV if the condition holds.
    Csubn: Alu,
    /// DEBUG: software debug event if DBGSR.DE is set (what SWEVT says, as a halt), else nothing.
    Debug: System,
    /// DEXTR: `D[d]` = upper word of `{D[a], D[b]} << D[c][4:0]`.
    Dextr: Alu2,
    /// DEXTR: `D[d]` = upper word of `{D[a], D[b]} << p`.
    DextrP: Alu2,
    /// DISABLE: `D[d] = ICR.IE`, if there is a destination; `ICR.IE = 0`; at least user-1.
    Disable: System,
    /// DIV: `E[d].lo` = quotient (toward zero), `E[d].hi` = remainder of `D[a] / D[b]`, signed;
    /// V = 0. Divisor 0: lo = 0x7FFFFFFF, or 0x80000000 for a negative dividend, hi = 0, V = 1.
    /// 0x80000000 / -1: lo = 0x7FFFFFFF, hi = 0, V = 1. Flags V, SV; AV = 0.
    Div: Div,
    /// DIV.F: `D[d] = rnd(D[a] / D[b])`; flags FS, FI, FV, FZ, FU, FX.
    DivF: FpDiv,
    /// DIV.U: `E[d].lo` = quotient, `E[d].hi` = remainder of `D[a] / D[b]`, unsigned; V = 0.
    /// Divisor 0: lo = 0xFFFFFFFF, hi = 0, V = 1. Flags V, SV; AV = 0.
    DivU: Div,
    /// DSYNC: waits until all earlier data accesses have completed.
    Dsync: System,
    /// DVADJ: `x = E[c]`, `xs = x < 0`, `eqp = xs && x.hi == D[b]`, `eqn = xs && x.hi ==
    /// -D[b]`: quotient `E[d].lo = x.lo + ((((xs ^ (D[b] < 0)) && !eqn) || eqp) ? 1 : 0)`;
    /// remainder `E[d].hi = (eqp || eqn) ? 0 : x.hi`.
    Dvadj: Mul,
    /// DVINIT: `E[d]` = `D[a]` extended by sign to 64 bits; V = divisor 0, or -1 and dividend
    /// 0x80000000 (divisor `D[b]`). Flags V, SV; AV = 0.
    Dvinit: Mul,
    /// DVINIT.B: `E[d]` = `D[a]` extended by sign to 64 bits << 24, the low 24 bits all ones if
    /// the signs differ; V = divisor 0, or -1 and dividend 0xFFFFFF80 (divisor `D[b]`). Flags V,
    /// SV; AV = 0.
    DvinitB: Mul,
    /// DVINIT.BU: `E[d]` = `D[a]` extended by zero to 64 bits << 24; V = divisor 0 (divisor
    /// `D[b]`). Flags V, SV; AV = 0.
    DvinitBu: Mul,
    /// DVINIT.H: `E[d]` = `D[a]` extended by sign to 64 bits << 16, the low 16 bits all ones if
    /// the signs differ; V = divisor 0, or -1 and dividend 0xFFFF8000 (divisor `D[b]`). Flags V,
    /// SV; AV = 0.
    DvinitH: Mul,
    /// DVINIT.HU: `E[d]` = `D[a]` extended by zero to 64 bits << 16; V = divisor 0 (divisor
    /// `D[b]`). Flags V, SV; AV = 0.
    DvinitHu: Mul,
    /// DVINIT.U: `E[d]` = `D[a]` extended by zero to 64 bits; V = divisor 0 (divisor `D[b]`).
    /// Flags V, SV; AV = 0.
    DvinitU: Mul,
    /// DVSTEP: 8 steps of signed division of `E[c] = {rem, quo}` by `D[b]`: `sgn` = sign of
    /// `E[c].hi`, `differs` = it is not that of `D[b]`; each step `{rem, quo} <<= 1; t =
    /// differs ? rem + D[b] : rem - D[b]`; if `(t < 0) == sgn` then `rem = t, quo |=
    /// !differs` else `quo |= differs`.
    Dvstep: Dvstep,
    /// DVSTEP.U: 8 steps of unsigned restoring division of `E[c] = {rem, quo}` by `D[b]`: `{rem,
    /// quo} <<= 1`; if `rem >= D[b]` then `rem -= D[b], quo |= 1`.
    DvstepU: Dvstep,
    /// ENABLE: `ICR.IE = 1`; at least user-1.
    Enable: System,
    /// EQ: `D[d] = (D[a] == D[b]) ? 1 : 0`.
    Eq: Alu,
    /// EQ.A: `D[d] = (A[a] == A[b]) ? 1 : 0`.
    EqA: Addr,
    /// EQ.B: per byte `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
    EqB: Alu,
    /// EQ.H: per half-word `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
    EqH: Alu,
    /// EQ.W: per word `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
    EqW: Alu,
    /// EQANY.B: `D[d]` = 1 if any byte of `D[a]` equals the same one of `D[b]`, else 0.
    EqanyB: Alu,
    /// EQANY.H: `D[d]` = 1 if any half-word of `D[a]` equals the same one of `D[b]`, else 0.
    EqanyH: Alu,
    /// EQZ.A: `D[d] = (A[a] == 0) ? 1 : 0`.
    EqzA: Addr,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]`; 0 if w is
    /// 0; undefined beyond bit 31.
    Extr: Alu2,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p])`; 0 if w is 0; undefined beyond bit 31.
    ExtrPw: Alu2,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = D[c][4:0]`; 0 if w is 0; undefined beyond
    /// bit 31.
    ExtrW: Alu2,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]`; 0 if w
    /// is 0; undefined beyond bit 31.
    ExtrU: Alu2,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p])`; 0 if w is 0; undefined beyond bit 31.
    ExtrUPw: Alu2,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = D[c][4:0]`; 0 if w is 0; undefined beyond
    /// bit 31.
    ExtrUW: Alu2,
    /// FCALL: `M32[A[10] - 4] = A[11]; A[10] -= 4; A[11] = PC + 4; PC = PC + t`.
    Fcall: Jump,
    /// FCALLA: as FCALL; `PC = t`.
    Fcalla: Jump,
    /// FCALLI: as FCALL; `PC = A[a] & ~1`.
    Fcalli: Jump,
    /// FRET: `PC = A[11] & ~1; A[11] = M32[A[10]]; A[10] += 4`.
    Fret: Jump,
    /// FTOI: `D[d] = D[a] as a signed integer`, rounded as PSW.RM says, saturated; 0 of a NaN;
    /// flags FS, FI, FX.
    Ftoi: Fp,
    /// FTOIZ: `D[d] = D[a] as a signed integer`, toward zero, saturated; 0 of a NaN; flags FS, FI,
    /// FX.
    Ftoiz: Fp,
    /// FTOQ31: `D[d] = sat_q31(D[a] * 2^-sx9(D[b]))`, rounded as PSW.RM says; 0 of a NaN; flags
    /// FS, FI, FX.
    Ftoq31: Fp,
    /// FTOQ31Z: `D[d] = sat_q31(D[a] * 2^-sx9(D[b]))`, toward zero; 0 of a NaN; flags FS, FI, FX.
    Ftoq31z: Fp,
    /// FTOU: `D[d] = D[a] as an unsigned integer`, rounded as PSW.RM says, saturated; 0 of a NaN;
    /// flags FS, FI, FX.
    Ftou: Fp,
    /// FTOUZ: `D[d] = D[a] as an unsigned integer`, toward zero, saturated; 0 of a NaN; flags FS,
    /// FI, FX.
    Ftouz: Fp,
    /// GE: `D[d] = (D[a] >= D[b] signed) ? 1 : 0`.
    Ge: Alu,
    /// GE.A: `D[d] = (A[a] >= A[b]) ? 1 : 0` (unsigned).
    GeA: Addr,
    /// GE.U: `D[d] = (D[a] >= D[b] unsigned) ? 1 : 0`.
    GeU: Alu,
    /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p`; undefined beyond bit 31.
    ImaskEPw: Alu2,
    /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p, p = D[c][4:0]`; undefined
    /// beyond bit 31.
    ImaskEW: Alu2,
    /// INS.T: `D[d] = D[a] with bit p replaced by D[b][q]`.
    InsT: Alu,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p =
    /// E[c].lo[4:0], w = E[c].hi[4:0]`; undefined beyond bit 31.
    Insert: Alu2,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m)`;
    /// undefined beyond bit 31.
    InsertPw: Alu2,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p =
    /// D[c][4:0]`; undefined beyond bit 31.
    InsertW: Alu2,
    /// INSN.T: `D[d] = D[a] with bit p replaced by ~D[b][q]`.
    InsnT: Alu,
    /// ISYNC: finishes all earlier instructions, flushes the pipeline and fetches the next
    /// instruction anew.
    Isync: System,
    /// ITOF: `D[d] = float(signed D[a])`, rounded as PSW.RM says; flags FS, FX.
    Itof: Fp,
    /// IXMAX: `x = E[c]`, lo and hi = halves of `D[b]` (signed): `E[d][15:0] = x[15:0] + 2`; if
    /// `lo >= hi && lo > x[47:32]` then value = lo, index = `x[15:0]`; else if `hi > lo &&
    /// hi > x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x. `E[d][31:16]` =
    /// index, `[47:32]` = value, `[63:48]` = 0.
    Ixmax: Mul,
    /// IXMAX.U: `x = E[c]`, lo and hi = halves of `D[b]` (unsigned): `E[d][15:0] = x[15:0] +
    /// 2`; if `lo >= hi && lo > x[47:32]` then value = lo, index = `x[15:0]`; else if `hi >
    /// lo && hi > x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x.
    /// `E[d][31:16]` = index, `[47:32]` = value, `[63:48]` = 0.
    IxmaxU: Mul,
    /// IXMIN: `x = E[c]`, lo and hi = halves of `D[b]` (signed): `E[d][15:0] = x[15:0] + 2`; if
    /// `lo <= hi && lo < x[47:32]` then value = lo, index = `x[15:0]`; else if `hi < lo &&
    /// hi < x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x. `E[d][31:16]` =
    /// index, `[47:32]` = value, `[63:48]` = 0.
    Ixmin: Mul,
    /// IXMIN.U: `x = E[c]`, lo and hi = halves of `D[b]` (unsigned): `E[d][15:0] = x[15:0] +
    /// 2`; if `lo <= hi && lo < x[47:32]` then value = lo, index = `x[15:0]`; else if `hi <
    /// lo && hi < x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x.
    /// `E[d][31:16]` = index, `[47:32]` = value, `[63:48]` = 0.
    IxminU: Mul,
    /// J: `PC = PC + t`.
    J: Jump,
    /// JA: `PC = t`.
    Ja: Jump,
    /// JEQ: `if D[a] == D[b] then PC = PC + t`.
    Jeq: JumpD,
    /// JEQ.A: `if A[a] == A[b] then PC = PC + t`.
    JeqA: Jump,
    /// JGE: `if D[a] >= (signed) D[b] then PC = PC + t`.
    Jge: JumpD,
    /// JGE.U: `if D[a] >= (unsigned) D[b] then PC = PC + t`.
    JgeU: JumpD,
    /// JGEZ: `if D[a] >= 0 (signed) then PC = PC + t`.
    Jgez: JumpD,
    /// JGTZ: `if D[a] > 0 (signed) then PC = PC + t`.
    Jgtz: JumpD,
    /// JI: `PC = A[a] & ~1`.
    Ji: Jump,
    /// JL: `A[11] = PC + 4; PC = PC + t`.
    Jl: Jump,
    /// JLA: `A[11] = PC + 4; PC = t`.
    Jla: Jump,
    /// JLEZ: `if D[a] <= 0 (signed) then PC = PC + t`.
    Jlez: JumpD,
    /// JLI: `A[11] = PC + 4; PC = A[a] & ~1`.
    Jli: Jump,
    /// JLT: `if D[a] < (signed) D[b] then PC = PC + t`.
    Jlt: JumpD,
    /// JLT.U: `if D[a] < (unsigned) D[b] then PC = PC + t`.
    JltU: JumpD,
    /// JLTZ: `if D[a] < 0 (signed) then PC = PC + t`.
    Jltz: JumpD,
    /// JNE: `if D[a] != D[b] then PC = PC + t`.
    Jne: JumpD,
    /// JNE.A: `if A[a] != A[b] then PC = PC + t`.
    JneA: Jump,
    /// JNED: `if D[a] != D[b] (old value) then PC = PC + t; D[a] -= 1` always.
    Jned: JumpD,
    /// JNEI: `if D[a] != D[b] (old value) then PC = PC + t; D[a] += 1` always.
    Jnei: JumpD,
    /// JNZ: `if D[a] != 0 then PC = PC + t`.
    Jnz: JumpD,
    /// JNZ.A: `if A[a] != 0 then PC = PC + t`.
    JnzA: Jump,
    /// JNZ.T: `if D[a][p] == 1 then PC = PC + t`.
    JnzT: JumpD,
    /// JZ: `if D[a] == 0 then PC = PC + t`.
    Jz: JumpD,
    /// JZ.A: `if A[a] == 0 then PC = PC + t`.
    JzA: Jump,
    /// JZ.T: `if D[a][p] == 0 then PC = PC + t`.
    JzT: JumpD,
    /// LD.A: `A[d] = M32[EA]`.
    LdA: LoadA,
    /// LD.B: `D[d] = sx(M8[EA])`.
    LdB: LoadD,
    /// LD.BU: `D[d] = zx(M8[EA])`.
    LdBu: LoadD,
    /// LD.D: `E[d] = M64[EA]`.
    LdD: LoadD,
    /// LD.DA: `P[d] = M64[EA]`.
    LdDa: LoadA,
    /// LD.H: `D[d] = sx(M16[EA])`.
    LdH: LoadD,
    /// LD.HU: `D[d] = zx(M16[EA])`.
    LdHu: LoadD,
    /// LD.Q: `D[d] = M16[EA] << 16`.
    LdQ: LoadD,
    /// LD.W: `D[d] = M32[EA]`.
    LdW: LoadD,
    /// LDLCX: loads the 14 registers of the lower context from words 2 to 15 at EA; PCXI and A11
    /// stay. EA is a multiple of 64 in a scratchpad or cached memory.
    Ldlcx: LoadContext,
    /// LDMST: `M32[EA] = (M32[EA] & ~E[a].hi) | (E[a].lo & E[a].hi)`, atomic.
    Ldmst: Ldmst,
    /// LDUCX: loads the 14 registers of the upper context from words 2 to 15 at EA; PCXI and PSW
    /// stay. EA as for LDLCX.
    Lducx: LoadContext,
    /// LEA: `A[d] = EA`.
    Lea: Addr,
    /// LOOP: `if A[a] != 0 then PC = PC + t; A[a] -= 1` always; the test is of the old value.
    Loop: Loop,
    /// LOOPU: `PC = PC + t`.
    Loopu: Loop,
    /// LT: `D[d] = (D[a] < D[b] signed) ? 1 : 0`.
    Lt: Alu,
    /// LT.A: `D[d] = (A[a] < A[b]) ? 1 : 0` (unsigned).
    LtA: Addr,
    /// LT.B: per signed byte `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtB: Alu,
    /// LT.BU: per unsigned byte `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtBu: Alu,
    /// LT.H: per signed half-word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtH: Alu,
    /// LT.HU: per unsigned half-word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtHu: Alu,
    /// LT.U: `D[d] = (D[a] < D[b] unsigned) ? 1 : 0`.
    LtU: Alu,
    /// LT.W: per signed word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtW: Alu,
    /// LT.WU: per unsigned word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtWu: Alu,
    /// MADD: `D[d] = D[c] + D[a] * D[b] (signed)`; flags V, AV.
    Madd: Mac,
    /// MADD: `E[d] = E[c] + D[a] * D[b] (signed)`; flags V, AV.
    MaddE: Mac,
    /// MADD.F: `D[d] = rnd(D[c] + D[a] * D[b])`, rounded once; flags FS, FI, FV, FU, FX.
    MaddF: FpMac,
    /// MADD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHEUl: Mac,
    /// MADD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHELu: Mac,
    /// MADD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHELl: Mac,
    /// MADD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHEUu: Mac,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].U) << n) >> 16)`; flags V, AV.
    MaddQU: Mac,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].L) << n) >> 16)`; flags V, AV.
    MaddQL: Mac,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b]) << n) >> 32)`; flags V, AV.
    MaddQ: Mac,
    /// MADD.Q: `D[d] = D[c] + q16(D[a].U, D[b].U, n)`; flags V, AV.
    MaddQUU: Mac,
    /// MADD.Q: `D[d] = D[c] + q16(D[a].L, D[b].L, n)`; flags V, AV.
    MaddQLL: Mac,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].U) << n)`; flags V, AV.
    MaddQEU: Mac,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].L) << n)`; flags V, AV.
    MaddQEL: Mac,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b]) << n)`; flags V, AV.
    MaddQE: Mac,
    /// MADD.Q: `E[d] = E[c] + (q16(D[a].U, D[b].U, n) << 16)`; flags V, AV.
    MaddQEUU: Mac,
    /// MADD.Q: `E[d] = E[c] + (q16(D[a].L, D[b].L, n) << 16)`; flags V, AV.
    MaddQELL: Mac,
    /// MADD.U: `E[d] = E[c] + D[a] * D[b] (unsigned)`; flags V, AV.
    MaddU: Mac,
    /// MADDM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHEUl: Mac,
    /// MADDM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHELu: Mac,
    /// MADDM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHELl: Mac,
    /// MADDM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHEUu: Mac,
    /// MADDMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHEUl: Mac,
    /// MADDMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHELu: Mac,
    /// MADDMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHELl: Mac,
    /// MADDMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHEUu: Mac,
    /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi + H + 0x8000)[31:16],
    /// (E[c].lo + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHUlC: Mac,
    /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHUl: Mac,
    /// MADDR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHLu: Mac,
    /// MADDR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHLl: Mac,
    /// MADDR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHUu: Mac,
    /// MADDR.Q: `D[d] = (D[c] + q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MaddrQUU: Mac,
    /// MADDR.Q: `D[d] = (D[c] + q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MaddrQLL: Mac,
    /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi + H +
    /// 0x8000))[31:16], (ssov32(E[c].lo + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHUlC: Mac,
    /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHUl: Mac,
    /// MADDRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHLu: Mac,
    /// MADDRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHLl: Mac,
    /// MADDRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHUu: Mac,
    /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MaddrsQUU: Mac,
    /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MaddrsQLL: Mac,
    /// MADDS: `D[d] = ssov32(D[c] + D[a] * D[b]) (signed)`; flags V, AV.
    Madds: Mac,
    /// MADDS: `E[d] = ssov64(E[c] + D[a] * D[b]) (signed)`; flags V, AV.
    MaddsE: Mac,
    /// MADDS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHEUl: Mac,
    /// MADDS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHELu: Mac,
    /// MADDS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHELl: Mac,
    /// MADDS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHEUu: Mac,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].U) << n) >> 16))`; flags V, AV.
    MaddsQU: Mac,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].L) << n) >> 16))`; flags V, AV.
    MaddsQL: Mac,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b]) << n) >> 32))`; flags V, AV.
    MaddsQ: Mac,
    /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].U, D[b].U, n))`; flags V, AV.
    MaddsQUU: Mac,
    /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].L, D[b].L, n))`; flags V, AV.
    MaddsQLL: Mac,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].U) << n))`; flags V, AV.
    MaddsQEU: Mac,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].L) << n))`; flags V, AV.
    MaddsQEL: Mac,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b]) << n))`; flags V, AV.
    MaddsQE: Mac,
    /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].U, D[b].U, n) << 16))`; flags V, AV.
    MaddsQEUU: Mac,
    /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].L, D[b].L, n) << 16))`; flags V, AV.
    MaddsQELL: Mac,
    /// MADDS.U: `D[d] = suov32(D[c] + D[a] * D[b]) (unsigned)`; flags V, AV.
    MaddsU: Mac,
    /// MADDS.U: `E[d] = suov64(E[c] + D[a] * D[b]) (unsigned)`; flags V, AV.
    MaddsUE: Mac,
    /// MADDSU.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHEUl: Mac,
    /// MADDSU.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHELu: Mac,
    /// MADDSU.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHELl: Mac,
    /// MADDSU.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHEUu: Mac,
    /// MADDSUM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHEUl: Mac,
    /// MADDSUM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHELu: Mac,
    /// MADDSUM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHELl: Mac,
    /// MADDSUM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHEUu: Mac,
    /// MADDSUMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHEUl: Mac,
    /// MADDSUMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHELu: Mac,
    /// MADDSUMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHELl: Mac,
    /// MADDSUMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHEUu: Mac,
    /// MADDSUR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHUl: Mac,
    /// MADDSUR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHLu: Mac,
    /// MADDSUR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHLl: Mac,
    /// MADDSUR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHUu: Mac,
    /// MADDSURS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHUl: Mac,
    /// MADDSURS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHLu: Mac,
    /// MADDSURS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHLl: Mac,
    /// MADDSURS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHUu: Mac,
    /// MADDSUS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHEUl: Mac,
    /// MADDSUS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHELu: Mac,
    /// MADDSUS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHELl: Mac,
    /// MADDSUS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHEUu: Mac,
    /// MAX: `D[d] = max(D[a], D[b])` (signed).
    Max: Alu,
    /// MAX.B: per byte `D[d] = max(D[a], D[b])` (signed).
    MaxB: Alu,
    /// MAX.BU: per byte `D[d] = max(D[a], D[b])` (unsigned).
    MaxBu: Alu,
    /// MAX.H: per half-word `D[d] = max(D[a], D[b])` (signed).
    MaxH: Alu,
    /// MAX.HU: per half-word `D[d] = max(D[a], D[b])` (unsigned).
    MaxHu: Alu,
    /// MAX.U: `D[d] = max(D[a], D[b])` (unsigned).
    MaxU: Alu,
    /// MFCR: `D[d] = CSFR[b]`; undefined numbers read 0.
    Mfcr: System,
    /// MIN: `D[d] = min(D[a], D[b])` (signed).
    Min: Alu,
    /// MIN.B: per byte `D[d] = min(D[a], D[b])` (signed).
    MinB: Alu,
    /// MIN.BU: per byte `D[d] = min(D[a], D[b])` (unsigned).
    MinBu: Alu,
    /// MIN.H: per half-word `D[d] = min(D[a], D[b])` (signed).
    MinH: Alu,
    /// MIN.HU: per half-word `D[d] = min(D[a], D[b])` (unsigned).
    MinHu: Alu,
    /// MIN.U: `D[d] = min(D[a], D[b])` (unsigned).
    MinU: Alu,
    /// MOV: `D[d] = D[b]`.
    Mov: Alu,
    /// MOV: `E[d] = sign-extend-64(D[b])`.
    MovE: Mul,
    /// MOV: `E[d] = {hi: D[a], lo: D[b]}`.
    MovEd: Mul,
    /// MOV.A: `A[d] = D[b]`.
    MovA: Addr,
    /// MOV.AA: `A[d] = A[b]`.
    MovAa: Addr,
    /// MOV.D: `D[d] = A[b]`.
    MovD: Addr,
    /// MOV.U: `D[d] = b`.
    MovU: Alu,
    /// MOVH: `D[d] = b << 16`.
    Movh: Alu,
    /// MOVH.A: `A[d] = b << 16`.
    MovhA: Addr,
    /// MSUB: `D[d] = D[c] - D[a] * D[b] (signed)`; flags V, AV.
    Msub: Mac,
    /// MSUB: `E[d] = E[c] - D[a] * D[b] (signed)`; flags V, AV.
    MsubE: Mac,
    /// MSUB.F: `D[d] = rnd(D[c] - D[a] * D[b])`, rounded once; flags FS, FI, FV, FU, FX.
    MsubF: FpMac,
    /// MSUB.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHEUl: Mac,
    /// MSUB.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHELu: Mac,
    /// MSUB.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHELl: Mac,
    /// MSUB.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHEUu: Mac,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].U) << n) >> 16)`; flags V, AV.
    MsubQU: Mac,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].L) << n) >> 16)`; flags V, AV.
    MsubQL: Mac,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b]) << n) >> 32)`; flags V, AV.
    MsubQ: Mac,
    /// MSUB.Q: `D[d] = D[c] - q16(D[a].U, D[b].U, n)`; flags V, AV.
    MsubQUU: Mac,
    /// MSUB.Q: `D[d] = D[c] - q16(D[a].L, D[b].L, n)`; flags V, AV.
    MsubQLL: Mac,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].U) << n)`; flags V, AV.
    MsubQEU: Mac,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].L) << n)`; flags V, AV.
    MsubQEL: Mac,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b]) << n)`; flags V, AV.
    MsubQE: Mac,
    /// MSUB.Q: `E[d] = E[c] - (q16(D[a].U, D[b].U, n) << 16)`; flags V, AV.
    MsubQEUU: Mac,
    /// MSUB.Q: `E[d] = E[c] - (q16(D[a].L, D[b].L, n) << 16)`; flags V, AV.
    MsubQELL: Mac,
    /// MSUB.U: `E[d] = E[c] - D[a] * D[b] (unsigned)`; flags V, AV.
    MsubU: Mac,
    /// MSUBAD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHEUl: Mac,
    /// MSUBAD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHELu: Mac,
    /// MSUBAD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHELl: Mac,
    /// MSUBAD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHEUu: Mac,
    /// MSUBADM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHEUl: Mac,
    /// MSUBADM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHELu: Mac,
    /// MSUBADM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHELl: Mac,
    /// MSUBADM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHEUu: Mac,
    /// MSUBADMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHEUl: Mac,
    /// MSUBADMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHELu: Mac,
    /// MSUBADMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHELl: Mac,
    /// MSUBADMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHEUu: Mac,
    /// MSUBADR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHUl: Mac,
    /// MSUBADR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHLu: Mac,
    /// MSUBADR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHLl: Mac,
    /// MSUBADR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHUu: Mac,
    /// MSUBADRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHUl: Mac,
    /// MSUBADRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHLu: Mac,
    /// MSUBADRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHLl: Mac,
    /// MSUBADRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHUu: Mac,
    /// MSUBADS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHEUl: Mac,
    /// MSUBADS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHELu: Mac,
    /// MSUBADS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHELl: Mac,
    /// MSUBADS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHEUu: Mac,
    /// MSUBM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHEUl: Mac,
    /// MSUBM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHELu: Mac,
    /// MSUBM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHELl: Mac,
    /// MSUBM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHEUu: Mac,
    /// MSUBMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHEUl: Mac,
    /// MSUBMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHELu: Mac,
    /// MSUBMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHELl: Mac,
    /// MSUBMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHEUu: Mac,
    /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi - H + 0x8000)[31:16],
    /// (E[c].lo - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHUlC: Mac,
    /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHUl: Mac,
    /// MSUBR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHLu: Mac,
    /// MSUBR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHLl: Mac,
    /// MSUBR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHUu: Mac,
    /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MsubrQUU: Mac,
    /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MsubrQLL: Mac,
    /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi - H +
    /// 0x8000))[31:16], (ssov32(E[c].lo - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHUlC: Mac,
    /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHUl: Mac,
    /// MSUBRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHLu: Mac,
    /// MSUBRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHLl: Mac,
    /// MSUBRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHUu: Mac,
    /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MsubrsQUU: Mac,
    /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MsubrsQLL: Mac,
    /// MSUBS: `D[d] = ssov32(D[c] - D[a] * D[b]) (signed)`; flags V, AV.
    Msubs: Mac,
    /// MSUBS: `E[d] = ssov64(E[c] - D[a] * D[b]) (signed)`; flags V, AV.
    MsubsE: Mac,
    /// MSUBS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHEUl: Mac,
    /// MSUBS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHELu: Mac,
    /// MSUBS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHELl: Mac,
    /// MSUBS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHEUu: Mac,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].U) << n) >> 16))`; flags V, AV.
    MsubsQU: Mac,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].L) << n) >> 16))`; flags V, AV.
    MsubsQL: Mac,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b]) << n) >> 32))`; flags V, AV.
    MsubsQ: Mac,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].U, D[b].U, n))`; flags V, AV.
    MsubsQUU: Mac,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].L, D[b].L, n))`; flags V, AV.
    MsubsQLL: Mac,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].U) << n))`; flags V, AV.
    MsubsQEU: Mac,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].L) << n))`; flags V, AV.
    MsubsQEL: Mac,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b]) << n))`; flags V, AV.
    MsubsQE: Mac,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].U, D[b].U, n) << 16))`; flags V, AV.
    MsubsQEUU: Mac,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].L, D[b].L, n) << 16))`; flags V, AV.
    MsubsQELL: Mac,
    /// MSUBS.U: `D[d] = suov32(D[c] - D[a] * D[b]) (unsigned)`; flags V, AV.
    MsubsU: Mac,
    /// MSUBS.U: `E[d] = suov64(E[c] - D[a] * D[b]) (unsigned)`; flags V, AV.
    MsubsUE: Mac,
    /// MTCR: `CSFR[b] = D[a]`; supervisor only.
    Mtcr: System,
    /// MUL: `D[d] = D[a] * D[b] (signed)`; flags V, AV.
    Mul: Mul,
    /// MUL: `E[d] = D[a] * D[b] (signed)`; flags V = 0, AV.
    MulE: Mul,
    /// MUL.F: `D[d] = rnd(D[a] * D[b])`; flags FS, FI, FV, FU, FX.
    MulF: Fp,
    /// MUL.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHEUl: Mac,
    /// MUL.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHELu: Mac,
    /// MUL.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHELl: Mac,
    /// MUL.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHEUu: Mac,
    /// MUL.Q: `D[d] = ((D[a] * D[b].U) << n) >> 16`; flags V, AV.
    MulQU: Mac,
    /// MUL.Q: `D[d] = ((D[a] * D[b].L) << n) >> 16`; flags V, AV.
    MulQL: Mac,
    /// MUL.Q: `D[d] = ((D[a] * D[b]) << n) >> 32`; flags V, AV.
    MulQ: Mac,
    /// MUL.Q: `D[d] = q16(D[a].U, D[b].U, n)`; flags V, AV.
    MulQUU: Mac,
    /// MUL.Q: `D[d] = q16(D[a].L, D[b].L, n)`; flags V, AV.
    MulQLL: Mac,
    /// MUL.Q: `E[d] = (D[a] * D[b].U) << n`; flags V, AV.
    MulQEU: Mac,
    /// MUL.Q: `E[d] = (D[a] * D[b].L) << n`; flags V, AV.
    MulQEL: Mac,
    /// MUL.Q: `E[d] = (D[a] * D[b]) << n`; flags V, AV.
    MulQE: Mac,
    /// MUL.U: `E[d] = D[a] * D[b] (unsigned)`; flags V = 0, AV.
    MulU: Mul,
    /// MULM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHEUl: Mac,
    /// MULM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHELu: Mac,
    /// MULM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHELl: Mac,
    /// MULM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHEUu: Mac,
    /// MULMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHEUl: Mac,
    /// MULMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHELu: Mac,
    /// MULMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHELl: Mac,
    /// MULMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHEUu: Mac,
    /// MULR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHUl: Mac,
    /// MULR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHLu: Mac,
    /// MULR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHLl: Mac,
    /// MULR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHUu: Mac,
    /// MULR.Q: `D[d] = (q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; 0x7FFF0000 of -1 * -1
    /// with n = 1; flags V, AV.
    MulrQUU: Mac,
    /// MULR.Q: `D[d] = (q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; 0x7FFF0000 of -1 * -1
    /// with n = 1; flags V, AV.
    MulrQLL: Mac,
    /// MULS: `D[d] = ssov32(D[a] * D[b] (signed))`; flags V, AV.
    Muls: Mac,
    /// MULS.U: `D[d] = suov32(D[a] * D[b] (unsigned))`; flags V, AV.
    MulsU: Mac,
    /// NAND: `D[d] = ~(D[a] & D[b])`.
    Nand: Alu,
    /// NAND.T: `D[d] = !(D[a][p] & D[b][q])`.
    NandT: Alu,
    /// NE: `D[d] = (D[a] != D[b]) ? 1 : 0`.
    Ne: Alu,
    /// NE.A: `D[d] = (A[a] != A[b]) ? 1 : 0`.
    NeA: Addr,
    /// NEZ.A: `D[d] = (A[a] != 0) ? 1 : 0`.
    NezA: Addr,
    /// NOP: nothing.
    Nop: Nop,
    /// NOR: `D[d] = ~(D[a] | D[b])`.
    Nor: Alu,
    /// NOR.T: `D[d] = !(D[a][p] | D[b][q])`.
    NorT: Alu,
    /// NOT: `D[d] = ~D[a]`.
    Not: Alu,
    /// OR: `D[d] = D[a] | D[b]`.
    Or: Alu,
    /// OR.AND.T: `D[d][0] = D[d][0] | (D[a][p] & D[b][q])`.
    OrAndT: Alu + d,
    /// OR.ANDN.T: `D[d][0] = D[d][0] | (D[a][p] & !D[b][q])`.
    OrAndnT: Alu + d,
    /// OR.EQ: `D[d][0] = D[d][0] | (D[a] == D[b])`.
    OrEq: Alu + d,
    /// OR.GE: `D[d][0] = D[d][0] | (D[a] >= D[b] signed)`.
    OrGe: Alu + d,
    /// OR.GE.U: `D[d][0] = D[d][0] | (D[a] >= D[b] unsigned)`.
    OrGeU: Alu + d,
    /// OR.LT: `D[d][0] = D[d][0] | (D[a] < D[b] signed)`.
    OrLt: Alu + d,
    /// OR.LT.U: `D[d][0] = D[d][0] | (D[a] < D[b] unsigned)`.
    OrLtU: Alu + d,
    /// OR.NE: `D[d][0] = D[d][0] | (D[a] != D[b])`.
    OrNe: Alu + d,
    /// OR.NOR.T: `D[d][0] = D[d][0] | !(D[a][p] | D[b][q])`.
    OrNorT: Alu + d,
    /// OR.OR.T: `D[d][0] = D[d][0] | (D[a][p] | D[b][q])`.
    OrOrT: Alu + d,
    /// OR.T: `D[d] = D[a][p] | D[b][q]`.
    OrT: Alu,
    /// ORN: `D[d] = D[a] | ~D[b]`.
    Orn: Alu,
    /// ORN.T: `D[d] = D[a][p] | !D[b][q]`.
    OrnT: Alu,
    /// PACK: `m = E[c].lo, e = signed E[c].hi, sign = D[a][31]; r = m[7] & (m[8] |
    /// (m[6:0] != 0) | PSW.C)`. Exponent and fraction: `{255, m[30:8]}` if `m[31] == 0 && e ==
    /// 255`; `{255, 0}` if `m[31] && e >= 127`; `{0, 0}` if `(m[31] && e <= -128) || m == 0`;
    /// else `{m[31] ? (e + 128)[7:0] : 0, m[30:8]} + r` as one number of 31 bits. `D[d]` is
    /// these behind the sign.
    Pack: Mul,
    /// PARITY: `D[d]` bits 24, 16, 8, 0 = XOR of the bits of byte 3, 2, 1, 0 of `D[a]`; other bits
    /// 0.
    Parity: Mul,
    /// Q31TOF: `D[d] = float(q31(D[a]) * 2^sx9(D[b]))`, rounded as PSW.RM says; flags FS, FV, FU,
    /// FX.
    Q31tof: Fp,
    /// QSEED.F: `D[d]` = seed for the reciprocal square root of `D[a]`, by a table of 8 bits;
    /// flags FS, FI.
    QseedF: Fp1,
    /// RESTORE: `ICR.IE = D[a][0]`; at least user-1.
    Restore: System,
    /// RET: checks and counts the call depth; `PC = A[11] & ~1`; restores the upper context from
    /// the CSA that PCXI names (PSW.RM stays) and frees it; traps CDU, CSU, CTYP.
    Ret: Context,
    /// RFE: `PC = A[11] & ~1; ICR.IE = PCXI.PIE; ICR.CCPN = PCXI.PCPN`; restores the upper
    /// context (the whole PSW) from the CSA that PCXI names and frees it; traps CSU, CTYP, NEST.
    Rfe: Context,
    /// RFM: nothing if `DBGTCR.DTA == 0`, else `PC = A[11] & ~1; ICR.IE = PCXI.PIE; ICR.CCPN =
    /// PCXI.PCPN; {PCXI, PSW, A[10], A[11]} = M32[DCX + 0, 4, 8, 12]; DBGTCR.DTA = 0`;
    /// supervisor only.
    Rfm: Context,
    /// RSLCX: restores the lower context, A11 too, from the CSA that PCXI names and frees it; traps
    /// CSU, CTYP.
    Rslcx: Context,
    /// RSTV: `PSW.V = SV = AV = SAV = 0`.
    Rstv: System,
    /// RSUB: `D[d] = b - D[a]`; flags V, AV.
    Rsub: Alu,
    /// RSUBS: `D[d] = ssov32(b - D[a])`; flags V, AV.
    Rsubs: Alu2,
    /// RSUBS.U: `D[d] = suov32(b - D[a])`, both unsigned; flags V, AV.
    RsubsU: Alu2,
    /// SAT.B: `D[d] = clamp(signed D[a], -128, 127)`.
    SatB: Alu,
    /// SAT.BU: `D[d] = min(unsigned D[a], 255)`.
    SatBu: Alu,
    /// SAT.H: `D[d] = clamp(signed D[a], -32768, 32767)`.
    SatH: Alu,
    /// SAT.HU: `D[d] = min(unsigned D[a], 65535)`.
    SatHu: Alu,
    /// SEL: `D[d] = (D[c] != 0) ? D[a] : D[b]`.
    Sel: Alu,
    /// SELN: `D[d] = (D[c] == 0) ? D[a] : D[b]`.
    Seln: Alu,
    /// SH: `s = sx6(D[b]): D[d] = (s >= 0) ? D[a] << s : D[a] >>u -s`; 0 for s = -32.
    Sh: Alu,
    /// SH.AND.T: `D[d] = (D[d] << 1) | (D[a][p] & D[b][q])`.
    ShAndT: Alu + d,
    /// SH.ANDN.T: `D[d] = (D[d] << 1) | (D[a][p] & !D[b][q])`.
    ShAndnT: Alu + d,
    /// SH.EQ: `D[d] = (D[d] << 1) | (D[a] == D[b])`.
    ShEq: Alu + d,
    /// SH.GE: `D[d] = (D[d] << 1) | (D[a] >= D[b] signed)`.
    ShGe: Alu + d,
    /// SH.GE.U: `D[d] = (D[d] << 1) | (D[a] >= D[b] unsigned)`.
    ShGeU: Alu + d,
    /// SH.H: `s = sx5(D[b])`; per half-word `D[d] = (s >= 0) ? D[a] << s : D[a] >>u -s`; 0
    /// for s = -16.
    ShH: Alu,
    /// SH.LT: `D[d] = (D[d] << 1) | (D[a] < D[b] signed)`.
    ShLt: Alu + d,
    /// SH.LT.U: `D[d] = (D[d] << 1) | (D[a] < D[b] unsigned)`.
    ShLtU: Alu + d,
    /// SH.NAND.T: `D[d] = (D[d] << 1) | !(D[a][p] & D[b][q])`.
    ShNandT: Alu + d,
    /// SH.NE: `D[d] = (D[d] << 1) | (D[a] != D[b])`.
    ShNe: Alu + d,
    /// SH.NOR.T: `D[d] = (D[d] << 1) | !(D[a][p] | D[b][q])`.
    ShNorT: Alu + d,
    /// SH.OR.T: `D[d] = (D[d] << 1) | (D[a][p] | D[b][q])`.
    ShOrT: Alu + d,
    /// SH.ORN.T: `D[d] = (D[d] << 1) | (D[a][p] | !D[b][q])`.
    ShOrnT: Alu + d,
    /// SH.XNOR.T: `D[d] = (D[d] << 1) | !(D[a][p] ^ D[b][q])`.
    ShXnorT: Alu + d,
    /// SH.XOR.T: `D[d] = (D[d] << 1) | (D[a][p] ^ D[b][q])`.
    ShXorT: Alu + d,
    /// SHA: `s = sx6(D[b]): D[d] = (s >= 0) ? D[a] << s : D[a] >>s -s`; C = a bit shifted
    /// out is 1 (left: the s upper bits; right: the -s lower bits); V = signed overflow of a left
    /// shift; flags C, V, AV.
    Sha: Alu,
    /// SHA.H: `s = sx5(D[b])`; per half-word `D[d] = (s >= 0) ? D[a] << s : D[a] >>s -s`.
    ShaH: Alu,
    /// SHAS: `s = sx6(D[b]): D[d] = (s >= 0) ? ssov32(D[a] << s) : D[a] >>s -s`; flags V,
    /// AV.
    Shas: Alu2,
    /// ST.A: `M32[EA] = A[a]`.
    StA: Store,
    /// ST.B: `M8[EA] = D[a][7:0]`.
    StB: Store,
    /// ST.D: `M64[EA] = E[a]`.
    StD: Store,
    /// ST.DA: `M64[EA] = P[a]`.
    StDa: Store,
    /// ST.H: `M16[EA] = D[a][15:0]`.
    StH: Store,
    /// ST.Q: `M16[EA] = D[a][31:16]`.
    StQ: Store,
    /// ST.T: `M8[EA]` with bit p replaced by q, atomic.
    StT: Ldmst,
    /// ST.W: `M32[EA] = D[a]`.
    StW: Store,
    /// STLCX: stores the 16 words of the lower context at EA; EA as for LDLCX.
    Stlcx: StoreContext,
    /// STUCX: stores the 16 words of the upper context at EA; EA as for LDLCX.
    Stucx: StoreContext,
    /// SUB: `D[d] = D[a] - D[b]`; flags V, AV.
    Sub: Alu,
    /// SUB.A: `A[d] = A[a] - A[b]`.
    SubA: Addr,
    /// SUB.B: per byte `D[d][i] = wrap(D[a][i] - D[b][i])`; flags V, AV (of any lane).
    SubB: Alu,
    /// SUB.F: `D[d] = rnd(D[c] - D[a])`; flags FS, FI, FV, FU, FX.
    SubF: Fp,
    /// SUB.H: per half-word `D[d][i] = wrap(D[a][i] - D[b][i])`; flags V, AV (of any lane).
    SubH: Alu,
    /// SUBC: `D[d] = D[a] - D[b] - (1 - PSW.C)`; C = carry of `D[a] + ~D[b] + C`; flags C,
    /// V, AV.
    Subc: Alu,
    /// SUBS: `D[d] = ssov32(D[a] - D[b])`; flags V, AV.
    Subs: Alu2,
    /// SUBS.H: per half-word `D[d][i] = ssov16(D[a][i] - D[b][i])`; flags V, AV (of any lane).
    SubsH: Alu2,
    /// SUBS.HU: per unsigned half-word `D[d][i] = suov16(D[a][i] - D[b][i])`; flags V, AV (of any
    /// lane).
    SubsHu: Alu2,
    /// SUBS.U: `D[d] = suov32(zx(D[a]) - zx(D[b]))`; flags V, AV.
    SubsU: Alu2,
    /// SUBX: `D[d] = D[a] - D[b]`; C = no borrow; flags C, V, AV.
    Subx: Alu,
    /// SVLCX: saves the lower context to a CSA; `PCXI.UL = 0, PCXI.PIE = ICR.IE, PCXI.PCPN =
    /// ICR.CCPN`; traps FCU, FCD.
    Svlcx: Context,
    /// SWAP.W: `t = M32[EA]; M32[EA] = D[a]; D[d] = t`, atomic.
    SwapW: Swap,
    /// SWAPMSK.W: `t = M32[EA]; M32[EA] = (t & ~E[a].hi) | (E[a].lo & E[a].hi); D[d] = t`,
    /// atomic.
    SwapmskW: Swap,
    /// SYSCALL: trap of class 6, TIN = `b[7:0]`, returns to the next instruction.
    Syscall: Context,
    /// TLBDEMAP: IOPC trap, as there is no MMU.
    Tlbdemap: System,
    /// TLBFLUSH.A: IOPC trap, as there is no MMU.
    TlbflushA: System,
    /// TLBFLUSH.B: IOPC trap, as there is no MMU.
    TlbflushB: System,
    /// TLBMAP: IOPC trap, as there is no MMU.
    Tlbmap: System,
    /// TLBPROBE.A: IOPC trap, as there is no MMU.
    TlbprobeA: System,
    /// TLBPROBE.I: IOPC trap, as there is no MMU.
    TlbprobeI: System,
    /// TRAPSV: trap of class 5, TIN 2, if PSW.SV is set.
    Trapsv: System,
    /// TRAPV: trap of class 5, TIN 1, if PSW.V is set.
    Trapv: System,
    /// UNPACK: `E[d].hi` = exponent of `D[a]` without bias (255 of infinity and NaN, -127 of zero,
    /// -126 of a denormal), `E[d].lo` = fraction << 7, with bit 30 set for a normal number.
    Unpack: Mul,
    /// UPDFL: `m = D[a][15:8], v = D[a][7:0]: PSW[31:24] = (PSW[31:24] & ~m) | (v & m)`.
    Updfl: Fp1,
    /// UTOF: `D[d] = float(unsigned D[a])`, rounded as PSW.RM says; flags FS, FX.
    Utof: Fp,
    /// WAIT: stops until an interrupt request, a trap or a debug event, then goes on.
    Wait: System,
    /// XNOR: `D[d] = ~(D[a] ^ D[b])`.
    Xnor: Alu,
    /// XNOR.T: `D[d] = !(D[a][p] ^ D[b][q])`.
    XnorT: Alu,
    /// XOR: `D[d] = D[a] ^ D[b]`.
    Xor: Alu,
    /// XOR.EQ: `D[d][0] = D[d][0] ^ (D[a] == D[b])`.
    XorEq: Alu + d,
    /// XOR.GE: `D[d][0] = D[d][0] ^ (D[a] >= D[b] signed)`.
    XorGe: Alu + d,
    /// XOR.GE.U: `D[d][0] = D[d][0] ^ (D[a] >= D[b] unsigned)`.
    XorGeU: Alu + d,
    /// XOR.LT: `D[d][0] = D[d][0] ^ (D[a] < D[b] signed)`.
    XorLt: Alu + d,
    /// XOR.LT.U: `D[d][0] = D[d][0] ^ (D[a] < D[b] unsigned)`.
    XorLtU: Alu + d,
    /// XOR.NE: `D[d][0] = D[d][0] ^ (D[a] != D[b])`.
    XorNe: Alu + d,
    /// XOR.T: `D[d] = D[a][p] ^ D[b][q]`.
    XorT: Alu,
}
}

/// Timing class: pipe, latency and issue interval are the same for all instructions of a class.
/// The numbers are parameters of the core.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Class {
    /// Integer pipe, one cycle.
    Alu,
    /// Integer pipe, saturating and bit-field operations: two cycles on the TC1.6P, one on the TC1.6E.
    Alu2,
    /// Load/store pipe: address arithmetic.
    Addr,
    /// FPU: additions, multiplications, conversions.
    Fp,
    /// Load/store pipe: scaled address arithmetic.
    ScaledAddr,
    /// Calls, returns and other moves of a whole context.
    Context,
    /// Integer pipe, two cycles: 32-bit multiplications and what takes as long.
    Mul,
    /// Cache maintenance.
    CacheOp,
    /// FPU, one cycle.
    Fp1,
    /// Atomic exchanges.
    Swap,
    /// Core control.
    System,
    /// Integer division.
    Div,
    /// FPU division.
    FpDiv,
    /// Division steps.
    Dvstep,
    /// Jumps of the load/store pipe: unconditional, or on an address register.
    Jump,
    /// Jumps of the integer pipe: on a data register.
    JumpD,
    /// Loads to address registers.
    LoadA,
    /// Loads to data registers.
    LoadD,
    /// Loads of a context from any address.
    LoadContext,
    /// Read-modify-write of a word or a bit.
    Ldmst,
    /// LOOP and LOOPU.
    Loop,
    /// Multiply-accumulate, fractional and saturating multiplications.
    Mac,
    /// FPU multiply-accumulate.
    FpMac,
    /// Nothing.
    Nop,
    /// Stores.
    Store,
    /// Stores of a context to any address.
    StoreContext,
}
