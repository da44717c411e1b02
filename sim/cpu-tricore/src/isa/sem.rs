//! What instructions do, apart from how they are encoded: several encodings share one meaning.

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
    Abs,
    /// ABS.B: per byte `D[d] = |D[b]|`; flags V, AV (of any lane).
    AbsB,
    /// ABS.H: per half-word `D[d] = |D[b]|`; flags V, AV (of any lane).
    AbsH,
    /// ABSDIF: `D[d] = |D[a] - D[b]|`; flags V, AV.
    Absdif,
    /// ABSDIF.B: per byte `D[d] = |D[a] - D[b]|`; flags V, AV (of any lane).
    AbsdifB,
    /// ABSDIF.H: per half-word `D[d] = |D[a] - D[b]|`; flags V, AV (of any lane).
    AbsdifH,
    /// ABSDIFS: `D[d] = ssov32(|D[a] - D[b]|)`; flags V, AV.
    Absdifs,
    /// ABSDIFS.H: per half-word `D[d] = ssov16(|D[a] - D[b]|)`; flags V, AV (of any lane).
    AbsdifsH,
    /// ABSS: `D[d] = ssov32(|D[b]|)`; flags V, AV.
    Abss,
    /// ABSS.H: per half-word `D[d] = ssov16(|D[b]|)`; flags V, AV (of any lane).
    AbssH,
    /// ADD: `D[d] = D[a] + D[b]`; flags V, AV.
    Add,
    /// ADD.A: `A[d] = A[a] + A[b]`.
    AddA,
    /// ADD.B: per byte `D[d][i] = wrap(D[a][i] + D[b][i])`; flags V, AV (of any lane).
    AddB,
    /// ADD.F: `D[d] = rnd(D[c] + D[a])`; flags FS, FI, FV, FU, FX.
    AddF,
    /// ADD.H: per half-word `D[d][i] = wrap(D[a][i] + D[b][i])`; flags V, AV (of any lane).
    AddH,
    /// ADDC: `D[d] = D[a] + D[b] + PSW.C`; flags C, V, AV.
    Addc,
    /// ADDI: `D[d] = D[a] + b`; flags V, AV.
    Addi,
    /// ADDIH: `D[d] = D[a] + (b << 16)`; flags V, AV.
    Addih,
    /// ADDIH.A: `A[d] = A[a] + (b << 16)`.
    AddihA,
    /// ADDS: `D[d] = ssov32(D[a] + D[b])`; flags V, AV.
    Adds,
    /// ADDS.H: per half-word `D[d][i] = ssov16(D[a][i] + D[b][i])`; flags V, AV (of any lane).
    AddsH,
    /// ADDS.HU: per unsigned half-word `D[d][i] = suov16(D[a][i] + D[b][i])`; flags V, AV (of any
    /// lane).
    AddsHu,
    /// ADDS.U: `D[d] = suov32(zx(D[a]) + zx(D[b]))`; flags V, AV.
    AddsU,
    /// ADDSC.A: `A[d] = A[b] + (D[a] << n)`.
    AddscA,
    /// ADDSC.AT: `A[d] = (A[b] + (D[a] >>s 3)) & ~3`.
    AddscAt,
    /// ADDX: `D[d] = D[a] + D[b]`; flags C, V, AV.
    Addx,
    /// AND: `D[d] = D[a] & D[b]`.
    And,
    /// AND.AND.T: `D[d][0] = D[d][0] & (D[a][p] & D[b][q])`.
    AndAndT,
    /// AND.ANDN.T: `D[d][0] = D[d][0] & (D[a][p] & !D[b][q])`.
    AndAndnT,
    /// AND.EQ: `D[d][0] = D[d][0] & (D[a] == D[b])`.
    AndEq,
    /// AND.GE: `D[d][0] = D[d][0] & (D[a] >= D[b] signed)`.
    AndGe,
    /// AND.GE.U: `D[d][0] = D[d][0] & (D[a] >= D[b] unsigned)`.
    AndGeU,
    /// AND.LT: `D[d][0] = D[d][0] & (D[a] < D[b] signed)`.
    AndLt,
    /// AND.LT.U: `D[d][0] = D[d][0] & (D[a] < D[b] unsigned)`.
    AndLtU,
    /// AND.NE: `D[d][0] = D[d][0] & (D[a] != D[b])`.
    AndNe,
    /// AND.NOR.T: `D[d][0] = D[d][0] & !(D[a][p] | D[b][q])`.
    AndNorT,
    /// AND.OR.T: `D[d][0] = D[d][0] & (D[a][p] | D[b][q])`.
    AndOrT,
    /// AND.T: `D[d] = D[a][p] & D[b][q]`.
    AndT,
    /// ANDN: `D[d] = D[a] & ~D[b]`.
    Andn,
    /// ANDN.T: `D[d] = D[a][p] & !D[b][q]`.
    AndnT,
    /// BISR: saves the lower context to a CSA; `ICR.IE = 1; ICR.CCPN = b`; supervisor only; traps
    /// FCU, FCD.
    Bisr,
    /// BMERGE: for i = 0 to 15: `D[d][2i+1] = D[a][i], D[d][2i] = D[b][i]`.
    Bmerge,
    /// BSPLIT: `E[d].hi` = the 16 odd-numbered bits of `D[a]`, `E[d].lo` = the 16 even-numbered
    /// ones; upper halves 0.
    Bsplit,
    /// CACHEA.I: invalidates the line of the data cache that holds EA; supervisor only.
    CacheaI,
    /// CACHEA.W: writes back, if dirty, the line of the data cache that holds EA.
    CacheaW,
    /// CACHEA.WI: writes back, if dirty, and invalidates the line of the data cache that holds EA.
    CacheaWi,
    /// CACHEI.I: invalidates the line of the data cache that has the index and way of EA;
    /// supervisor only.
    CacheiI,
    /// CACHEI.W: writes back, if dirty, the line of the data cache that has the index and way of
    /// EA.
    CacheiW,
    /// CACHEI.WI: writes back, if dirty, and invalidates the line of the data cache that has the
    /// index and way of EA.
    CacheiWi,
    /// CADD: `D[d] = (D[c] != 0) ? D[a] + D[b] : D[a]`; flags V, AV if the condition holds.
    Cadd,
    /// CADDN: `D[d] = (D[c] == 0) ? D[a] + D[b] : D[a]`; flags V, AV if the condition holds.
    Caddn,
    /// CALL: checks and counts the call depth, saves the upper context to a CSA; `A[11] = PC +
    /// len; PC = PC + t`; traps FCU, CDO, FCD.
    Call,
    /// CALLA: as CALL; `PC = t`.
    Calla,
    /// CALLI: as CALL; `PC = A[a] & ~1`.
    Calli,
    /// CLO: `D[d]` = number of leading ones of `D[a]` (0..32).
    Clo,
    /// CLO.H: `D[d]` = number of leading ones of `D[a]` per half-word.
    CloH,
    /// CLS: `D[d]` = number of leading sign-copy bits below the sign bit of `D[a]` (0..31).
    Cls,
    /// CLS.H: `D[d]` = number of leading sign-copy bits below the sign bit of `D[a]` per
    /// half-word.
    ClsH,
    /// CLZ: `D[d]` = number of leading zeros of `D[a]` (0..32).
    Clz,
    /// CLZ.H: `D[d]` = number of leading zeros of `D[a]` per half-word.
    ClzH,
    /// CMOV: `D[d] = (D[c] != 0) ? D[b] : D[a]`.
    Cmov,
    /// CMOVN: `D[d] = (D[c] == 0) ? D[b] : D[a]`.
    Cmovn,
    /// CMP.F: `D[d]` bit 0 less, 1 equal, 2 greater, 3 unordered, 4 `D[a]` denormal, 5 `D[b]`
    /// denormal; flags FS, FI (of a signalling NaN).
    CmpF,
    /// CMPSWAP.W: `t = M32[EA]; M32[EA] = (t == E[a].hi) ? E[a].lo : t; D[d] = t`, atomic.
    CmpswapW,
    /// CRC32: `D[d]` = IEEE CRC-32 (reflected 0xEDB88320, inverted before and after) continued
    /// from `D[b]` over the 4 bytes of `D[a]`, most significant byte first.
    Crc32,
    /// CSUB: `D[d] = (D[c] != 0) ? D[a] - D[b] : D[a]`; flags V, AV if the condition holds.
    Csub,
    /// CSUBN: `D[d] = (D[c] == 0) ? D[a] - D[b] : D[a]`; flags V, AV if the condition holds.
    Csubn,
    /// DEBUG: software debug event if DBGSR.DE is set (what SWEVT says, as a halt), else nothing.
    Debug,
    /// DEXTR: `D[d]` = upper word of `{D[a], D[b]} << D[c][4:0]`.
    Dextr,
    /// DEXTR: `D[d]` = upper word of `{D[a], D[b]} << p`.
    DextrP,
    /// DISABLE: `D[d] = ICR.IE`, if there is a destination; `ICR.IE = 0`; at least user-1.
    Disable,
    /// DIV: `E[d].lo` = quotient (toward zero), `E[d].hi` = remainder of `D[a] / D[b]`, signed;
    /// V = 0. Divisor 0: lo = 0x7FFFFFFF, or 0x80000000 for a negative dividend, hi = 0, V = 1.
    /// 0x80000000 / -1: lo = 0x7FFFFFFF, hi = 0, V = 1. Flags V, SV; AV = 0.
    Div,
    /// DIV.F: `D[d] = rnd(D[a] / D[b])`; flags FS, FI, FV, FZ, FU, FX.
    DivF,
    /// DIV.U: `E[d].lo` = quotient, `E[d].hi` = remainder of `D[a] / D[b]`, unsigned; V = 0.
    /// Divisor 0: lo = 0xFFFFFFFF, hi = 0, V = 1. Flags V, SV; AV = 0.
    DivU,
    /// DSYNC: waits until all earlier data accesses have completed.
    Dsync,
    /// DVADJ: `x = E[c]`, `xs = x < 0`, `eqp = xs && x.hi == D[b]`, `eqn = xs && x.hi ==
    /// -D[b]`: quotient `E[d].lo = x.lo + ((((xs ^ (D[b] < 0)) && !eqn) || eqp) ? 1 : 0)`;
    /// remainder `E[d].hi = (eqp || eqn) ? 0 : x.hi`.
    Dvadj,
    /// DVINIT: `E[d]` = `D[a]` extended by sign to 64 bits; V = divisor 0, or -1 and dividend
    /// 0x80000000 (divisor `D[b]`). Flags V, SV; AV = 0.
    Dvinit,
    /// DVINIT.B: `E[d]` = `D[a]` extended by sign to 64 bits << 24, the low 24 bits all ones if
    /// the signs differ; V = divisor 0, or -1 and dividend 0xFFFFFF80 (divisor `D[b]`). Flags V,
    /// SV; AV = 0.
    DvinitB,
    /// DVINIT.BU: `E[d]` = `D[a]` extended by zero to 64 bits << 24; V = divisor 0 (divisor
    /// `D[b]`). Flags V, SV; AV = 0.
    DvinitBu,
    /// DVINIT.H: `E[d]` = `D[a]` extended by sign to 64 bits << 16, the low 16 bits all ones if
    /// the signs differ; V = divisor 0, or -1 and dividend 0xFFFF8000 (divisor `D[b]`). Flags V,
    /// SV; AV = 0.
    DvinitH,
    /// DVINIT.HU: `E[d]` = `D[a]` extended by zero to 64 bits << 16; V = divisor 0 (divisor
    /// `D[b]`). Flags V, SV; AV = 0.
    DvinitHu,
    /// DVINIT.U: `E[d]` = `D[a]` extended by zero to 64 bits; V = divisor 0 (divisor `D[b]`).
    /// Flags V, SV; AV = 0.
    DvinitU,
    /// DVSTEP: 8 steps of signed division of `E[c] = {rem, quo}` by `D[b]`: `sgn` = sign of
    /// `E[c].hi`, `differs` = it is not that of `D[b]`; each step `{rem, quo} <<= 1; t =
    /// differs ? rem + D[b] : rem - D[b]`; if `(t < 0) == sgn` then `rem = t, quo |=
    /// !differs` else `quo |= differs`.
    Dvstep,
    /// DVSTEP.U: 8 steps of unsigned restoring division of `E[c] = {rem, quo}` by `D[b]`: `{rem,
    /// quo} <<= 1`; if `rem >= D[b]` then `rem -= D[b], quo |= 1`.
    DvstepU,
    /// ENABLE: `ICR.IE = 1`; at least user-1.
    Enable,
    /// EQ: `D[d] = (D[a] == D[b]) ? 1 : 0`.
    Eq,
    /// EQ.A: `D[d] = (A[a] == A[b]) ? 1 : 0`.
    EqA,
    /// EQ.B: per byte `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
    EqB,
    /// EQ.H: per half-word `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
    EqH,
    /// EQ.W: per word `D[d] = (D[a][i] == D[b][i]) ? all ones : 0`.
    EqW,
    /// EQANY.B: `D[d]` = 1 if any byte of `D[a]` equals the same one of `D[b]`, else 0.
    EqanyB,
    /// EQANY.H: `D[d]` = 1 if any half-word of `D[a]` equals the same one of `D[b]`, else 0.
    EqanyH,
    /// EQZ.A: `D[d] = (A[a] == 0) ? 1 : 0`.
    EqzA,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]`; 0 if w is
    /// 0; undefined beyond bit 31.
    Extr,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p])`; 0 if w is 0; undefined beyond bit 31.
    ExtrPw,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = D[c][4:0]`; 0 if w is 0; undefined beyond
    /// bit 31.
    ExtrW,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]`; 0 if w
    /// is 0; undefined beyond bit 31.
    ExtrU,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p])`; 0 if w is 0; undefined beyond bit 31.
    ExtrUPw,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = D[c][4:0]`; 0 if w is 0; undefined beyond
    /// bit 31.
    ExtrUW,
    /// FCALL: `M32[A[10] - 4] = A[11]; A[10] -= 4; A[11] = PC + 4; PC = PC + t`.
    Fcall,
    /// FCALLA: as FCALL; `PC = t`.
    Fcalla,
    /// FCALLI: as FCALL; `PC = A[a] & ~1`.
    Fcalli,
    /// FRET: `PC = A[11] & ~1; A[11] = M32[A[10]]; A[10] += 4`.
    Fret,
    /// FTOI: `D[d] = D[a] as a signed integer`, rounded as PSW.RM says, saturated; 0 of a NaN;
    /// flags FS, FI, FX.
    Ftoi,
    /// FTOIZ: `D[d] = D[a] as a signed integer`, toward zero, saturated; 0 of a NaN; flags FS, FI,
    /// FX.
    Ftoiz,
    /// FTOQ31: `D[d] = sat_q31(D[a] * 2^-sx9(D[b]))`, rounded as PSW.RM says; 0 of a NaN; flags
    /// FS, FI, FX.
    Ftoq31,
    /// FTOQ31Z: `D[d] = sat_q31(D[a] * 2^-sx9(D[b]))`, toward zero; 0 of a NaN; flags FS, FI, FX.
    Ftoq31z,
    /// FTOU: `D[d] = D[a] as an unsigned integer`, rounded as PSW.RM says, saturated; 0 of a NaN;
    /// flags FS, FI, FX.
    Ftou,
    /// FTOUZ: `D[d] = D[a] as an unsigned integer`, toward zero, saturated; 0 of a NaN; flags FS,
    /// FI, FX.
    Ftouz,
    /// GE: `D[d] = (D[a] >= D[b] signed) ? 1 : 0`.
    Ge,
    /// GE.A: `D[d] = (A[a] >= A[b]) ? 1 : 0` (unsigned).
    GeA,
    /// GE.U: `D[d] = (D[a] >= D[b] unsigned) ? 1 : 0`.
    GeU,
    /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p`; undefined beyond bit 31.
    ImaskEPw,
    /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p, p = D[c][4:0]`; undefined
    /// beyond bit 31.
    ImaskEW,
    /// INS.T: `D[d] = D[a] with bit p replaced by D[b][q]`.
    InsT,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p =
    /// E[c].lo[4:0], w = E[c].hi[4:0]`; undefined beyond bit 31.
    Insert,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m)`;
    /// undefined beyond bit 31.
    InsertPw,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p =
    /// D[c][4:0]`; undefined beyond bit 31.
    InsertW,
    /// INSN.T: `D[d] = D[a] with bit p replaced by ~D[b][q]`.
    InsnT,
    /// ISYNC: finishes all earlier instructions, flushes the pipeline and fetches the next
    /// instruction anew.
    Isync,
    /// ITOF: `D[d] = float(signed D[a])`, rounded as PSW.RM says; flags FS, FX.
    Itof,
    /// IXMAX: `x = E[c]`, lo and hi = halves of `D[b]` (signed): `E[d][15:0] = x[15:0] + 2`; if
    /// `lo >= hi && lo > x[47:32]` then value = lo, index = `x[15:0]`; else if `hi > lo &&
    /// hi > x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x. `E[d][31:16]` =
    /// index, `[47:32]` = value, `[63:48]` = 0.
    Ixmax,
    /// IXMAX.U: `x = E[c]`, lo and hi = halves of `D[b]` (unsigned): `E[d][15:0] = x[15:0] +
    /// 2`; if `lo >= hi && lo > x[47:32]` then value = lo, index = `x[15:0]`; else if `hi >
    /// lo && hi > x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x.
    /// `E[d][31:16]` = index, `[47:32]` = value, `[63:48]` = 0.
    IxmaxU,
    /// IXMIN: `x = E[c]`, lo and hi = halves of `D[b]` (signed): `E[d][15:0] = x[15:0] + 2`; if
    /// `lo <= hi && lo < x[47:32]` then value = lo, index = `x[15:0]`; else if `hi < lo &&
    /// hi < x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x. `E[d][31:16]` =
    /// index, `[47:32]` = value, `[63:48]` = 0.
    Ixmin,
    /// IXMIN.U: `x = E[c]`, lo and hi = halves of `D[b]` (unsigned): `E[d][15:0] = x[15:0] +
    /// 2`; if `lo <= hi && lo < x[47:32]` then value = lo, index = `x[15:0]`; else if `hi <
    /// lo && hi < x[47:32]` then value = hi, index = `x[15:0] + 1`; else those of x.
    /// `E[d][31:16]` = index, `[47:32]` = value, `[63:48]` = 0.
    IxminU,
    /// J: `PC = PC + t`.
    J,
    /// JA: `PC = t`.
    Ja,
    /// JEQ: `if D[a] == D[b] then PC = PC + t`.
    Jeq,
    /// JEQ.A: `if A[a] == A[b] then PC = PC + t`.
    JeqA,
    /// JGE: `if D[a] >= (signed) D[b] then PC = PC + t`.
    Jge,
    /// JGE.U: `if D[a] >= (unsigned) D[b] then PC = PC + t`.
    JgeU,
    /// JGEZ: `if D[a] >= 0 (signed) then PC = PC + t`.
    Jgez,
    /// JGTZ: `if D[a] > 0 (signed) then PC = PC + t`.
    Jgtz,
    /// JI: `PC = A[a] & ~1`.
    Ji,
    /// JL: `A[11] = PC + 4; PC = PC + t`.
    Jl,
    /// JLA: `A[11] = PC + 4; PC = t`.
    Jla,
    /// JLEZ: `if D[a] <= 0 (signed) then PC = PC + t`.
    Jlez,
    /// JLI: `A[11] = PC + 4; PC = A[a] & ~1`.
    Jli,
    /// JLT: `if D[a] < (signed) D[b] then PC = PC + t`.
    Jlt,
    /// JLT.U: `if D[a] < (unsigned) D[b] then PC = PC + t`.
    JltU,
    /// JLTZ: `if D[a] < 0 (signed) then PC = PC + t`.
    Jltz,
    /// JNE: `if D[a] != D[b] then PC = PC + t`.
    Jne,
    /// JNE.A: `if A[a] != A[b] then PC = PC + t`.
    JneA,
    /// JNED: `if D[a] != D[b] (old value) then PC = PC + t; D[a] -= 1` always.
    Jned,
    /// JNEI: `if D[a] != D[b] (old value) then PC = PC + t; D[a] += 1` always.
    Jnei,
    /// JNZ: `if D[a] != 0 then PC = PC + t`.
    Jnz,
    /// JNZ.A: `if A[a] != 0 then PC = PC + t`.
    JnzA,
    /// JNZ.T: `if D[a][p] == 1 then PC = PC + t`.
    JnzT,
    /// JZ: `if D[a] == 0 then PC = PC + t`.
    Jz,
    /// JZ.A: `if A[a] == 0 then PC = PC + t`.
    JzA,
    /// JZ.T: `if D[a][p] == 0 then PC = PC + t`.
    JzT,
    /// LD.A: `A[d] = M32[EA]`.
    LdA,
    /// LD.B: `D[d] = sx(M8[EA])`.
    LdB,
    /// LD.BU: `D[d] = zx(M8[EA])`.
    LdBu,
    /// LD.D: `E[d] = M64[EA]`.
    LdD,
    /// LD.DA: `P[d] = M64[EA]`.
    LdDa,
    /// LD.H: `D[d] = sx(M16[EA])`.
    LdH,
    /// LD.HU: `D[d] = zx(M16[EA])`.
    LdHu,
    /// LD.Q: `D[d] = M16[EA] << 16`.
    LdQ,
    /// LD.W: `D[d] = M32[EA]`.
    LdW,
    /// LDLCX: loads the 14 registers of the lower context from words 2 to 15 at EA; PCXI and A11
    /// stay. EA is a multiple of 64 in a scratchpad or cached memory.
    Ldlcx,
    /// LDMST: `M32[EA] = (M32[EA] & ~E[a].hi) | (E[a].lo & E[a].hi)`, atomic.
    Ldmst,
    /// LDUCX: loads the 14 registers of the upper context from words 2 to 15 at EA; PCXI and PSW
    /// stay. EA as for LDLCX.
    Lducx,
    /// LEA: `A[d] = EA`.
    Lea,
    /// LOOP: `if A[a] != 0 then PC = PC + t; A[a] -= 1` always; the test is of the old value.
    Loop,
    /// LOOPU: `PC = PC + t`.
    Loopu,
    /// LT: `D[d] = (D[a] < D[b] signed) ? 1 : 0`.
    Lt,
    /// LT.A: `D[d] = (A[a] < A[b]) ? 1 : 0` (unsigned).
    LtA,
    /// LT.B: per signed byte `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtB,
    /// LT.BU: per unsigned byte `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtBu,
    /// LT.H: per signed half-word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtH,
    /// LT.HU: per unsigned half-word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtHu,
    /// LT.U: `D[d] = (D[a] < D[b] unsigned) ? 1 : 0`.
    LtU,
    /// LT.W: per signed word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtW,
    /// LT.WU: per unsigned word `D[d] = (D[a][i] < D[b][i]) ? all ones : 0`.
    LtWu,
    /// MADD: `D[d] = D[c] + D[a] * D[b] (signed)`; flags V, AV.
    Madd,
    /// MADD: `E[d] = E[c] + D[a] * D[b] (signed)`; flags V, AV.
    MaddE,
    /// MADD.F: `D[d] = rnd(D[c] + D[a] * D[b])`, rounded once; flags FS, FI, FV, FU, FX.
    MaddF,
    /// MADD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHEUl,
    /// MADD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHELu,
    /// MADD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHELl,
    /// MADD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MaddHEUu,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].U) << n) >> 16)`; flags V, AV.
    MaddQU,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].L) << n) >> 16)`; flags V, AV.
    MaddQL,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b]) << n) >> 32)`; flags V, AV.
    MaddQ,
    /// MADD.Q: `D[d] = D[c] + q16(D[a].U, D[b].U, n)`; flags V, AV.
    MaddQUU,
    /// MADD.Q: `D[d] = D[c] + q16(D[a].L, D[b].L, n)`; flags V, AV.
    MaddQLL,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].U) << n)`; flags V, AV.
    MaddQEU,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].L) << n)`; flags V, AV.
    MaddQEL,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b]) << n)`; flags V, AV.
    MaddQE,
    /// MADD.Q: `E[d] = E[c] + (q16(D[a].U, D[b].U, n) << 16)`; flags V, AV.
    MaddQEUU,
    /// MADD.Q: `E[d] = E[c] + (q16(D[a].L, D[b].L, n) << 16)`; flags V, AV.
    MaddQELL,
    /// MADD.U: `E[d] = E[c] + D[a] * D[b] (unsigned)`; flags V, AV.
    MaddU,
    /// MADDM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHEUl,
    /// MADDM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHELu,
    /// MADDM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHELl,
    /// MADDM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MaddmHEUu,
    /// MADDMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHEUl,
    /// MADDMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHELu,
    /// MADDMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHELl,
    /// MADDMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MaddmsHEUu,
    /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi + H + 0x8000)[31:16],
    /// (E[c].lo + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHUlC,
    /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHUl,
    /// MADDR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHLu,
    /// MADDR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHLl,
    /// MADDR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddrHUu,
    /// MADDR.Q: `D[d] = (D[c] + q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MaddrQUU,
    /// MADDR.Q: `D[d] = (D[c] + q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MaddrQLL,
    /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi + H +
    /// 0x8000))[31:16], (ssov32(E[c].lo + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHUlC,
    /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHUl,
    /// MADDRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHLu,
    /// MADDRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHLl,
    /// MADDRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddrsHUu,
    /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MaddrsQUU,
    /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MaddrsQLL,
    /// MADDS: `D[d] = ssov32(D[c] + D[a] * D[b]) (signed)`; flags V, AV.
    Madds,
    /// MADDS: `E[d] = ssov64(E[c] + D[a] * D[b]) (signed)`; flags V, AV.
    MaddsE,
    /// MADDS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHEUl,
    /// MADDS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHELu,
    /// MADDS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHELl,
    /// MADDS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MaddsHEUu,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].U) << n) >> 16))`; flags V, AV.
    MaddsQU,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].L) << n) >> 16))`; flags V, AV.
    MaddsQL,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b]) << n) >> 32))`; flags V, AV.
    MaddsQ,
    /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].U, D[b].U, n))`; flags V, AV.
    MaddsQUU,
    /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].L, D[b].L, n))`; flags V, AV.
    MaddsQLL,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].U) << n))`; flags V, AV.
    MaddsQEU,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].L) << n))`; flags V, AV.
    MaddsQEL,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b]) << n))`; flags V, AV.
    MaddsQE,
    /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].U, D[b].U, n) << 16))`; flags V, AV.
    MaddsQEUU,
    /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].L, D[b].L, n) << 16))`; flags V, AV.
    MaddsQELL,
    /// MADDS.U: `D[d] = suov32(D[c] + D[a] * D[b]) (unsigned)`; flags V, AV.
    MaddsU,
    /// MADDS.U: `E[d] = suov64(E[c] + D[a] * D[b]) (unsigned)`; flags V, AV.
    MaddsUE,
    /// MADDSU.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHEUl,
    /// MADDSU.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHELu,
    /// MADDSU.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHELl,
    /// MADDSU.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MaddsuHEUu,
    /// MADDSUM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHEUl,
    /// MADDSUM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHELu,
    /// MADDSUM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHELl,
    /// MADDSUM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MaddsumHEUu,
    /// MADDSUMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHEUl,
    /// MADDSUMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHELu,
    /// MADDSUMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHELl,
    /// MADDSUMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MaddsumsHEUu,
    /// MADDSUR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHUl,
    /// MADDSUR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHLu,
    /// MADDSUR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHLl,
    /// MADDSUR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MaddsurHUu,
    /// MADDSURS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHUl,
    /// MADDSURS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHLu,
    /// MADDSURS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHLl,
    /// MADDSURS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MaddsursHUu,
    /// MADDSUS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHEUl,
    /// MADDSUS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHELu,
    /// MADDSUS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHELl,
    /// MADDSUS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MaddsusHEUu,
    /// MAX: `D[d] = max(D[a], D[b])` (signed).
    Max,
    /// MAX.B: per byte `D[d] = max(D[a], D[b])` (signed).
    MaxB,
    /// MAX.BU: per byte `D[d] = max(D[a], D[b])` (unsigned).
    MaxBu,
    /// MAX.H: per half-word `D[d] = max(D[a], D[b])` (signed).
    MaxH,
    /// MAX.HU: per half-word `D[d] = max(D[a], D[b])` (unsigned).
    MaxHu,
    /// MAX.U: `D[d] = max(D[a], D[b])` (unsigned).
    MaxU,
    /// MFCR: `D[d] = CSFR[b]`; undefined numbers read 0.
    Mfcr,
    /// MIN: `D[d] = min(D[a], D[b])` (signed).
    Min,
    /// MIN.B: per byte `D[d] = min(D[a], D[b])` (signed).
    MinB,
    /// MIN.BU: per byte `D[d] = min(D[a], D[b])` (unsigned).
    MinBu,
    /// MIN.H: per half-word `D[d] = min(D[a], D[b])` (signed).
    MinH,
    /// MIN.HU: per half-word `D[d] = min(D[a], D[b])` (unsigned).
    MinHu,
    /// MIN.U: `D[d] = min(D[a], D[b])` (unsigned).
    MinU,
    /// MOV: `D[d] = D[b]`.
    Mov,
    /// MOV: `E[d] = sign-extend-64(D[b])`.
    MovE,
    /// MOV: `E[d] = {hi: D[a], lo: D[b]}`.
    MovEd,
    /// MOV.A: `A[d] = D[b]`.
    MovA,
    /// MOV.AA: `A[d] = A[b]`.
    MovAa,
    /// MOV.D: `D[d] = A[b]`.
    MovD,
    /// MOV.U: `D[d] = b`.
    MovU,
    /// MOVH: `D[d] = b << 16`.
    Movh,
    /// MOVH.A: `A[d] = b << 16`.
    MovhA,
    /// MSUB: `D[d] = D[c] - D[a] * D[b] (signed)`; flags V, AV.
    Msub,
    /// MSUB: `E[d] = E[c] - D[a] * D[b] (signed)`; flags V, AV.
    MsubE,
    /// MSUB.F: `D[d] = rnd(D[c] - D[a] * D[b])`, rounded once; flags FS, FI, FV, FU, FX.
    MsubF,
    /// MSUB.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHEUl,
    /// MSUB.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHELu,
    /// MSUB.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHELl,
    /// MSUB.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo -
    /// L`; flags V, AV (of either).
    MsubHEUu,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].U) << n) >> 16)`; flags V, AV.
    MsubQU,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].L) << n) >> 16)`; flags V, AV.
    MsubQL,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b]) << n) >> 32)`; flags V, AV.
    MsubQ,
    /// MSUB.Q: `D[d] = D[c] - q16(D[a].U, D[b].U, n)`; flags V, AV.
    MsubQUU,
    /// MSUB.Q: `D[d] = D[c] - q16(D[a].L, D[b].L, n)`; flags V, AV.
    MsubQLL,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].U) << n)`; flags V, AV.
    MsubQEU,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].L) << n)`; flags V, AV.
    MsubQEL,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b]) << n)`; flags V, AV.
    MsubQE,
    /// MSUB.Q: `E[d] = E[c] - (q16(D[a].U, D[b].U, n) << 16)`; flags V, AV.
    MsubQEUU,
    /// MSUB.Q: `E[d] = E[c] - (q16(D[a].L, D[b].L, n) << 16)`; flags V, AV.
    MsubQELL,
    /// MSUB.U: `E[d] = E[c] - D[a] * D[b] (unsigned)`; flags V, AV.
    MsubU,
    /// MSUBAD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHEUl,
    /// MSUBAD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHELu,
    /// MSUBAD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHELl,
    /// MSUBAD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo +
    /// L`; flags V, AV (of either).
    MsubadHEUu,
    /// MSUBADM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHEUl,
    /// MSUBADM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHELu,
    /// MSUBADM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHELl,
    /// MSUBADM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`;
    /// flags V, AV.
    MsubadmHEUu,
    /// MSUBADMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHEUl,
    /// MSUBADMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHELu,
    /// MSUBADMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHELl,
    /// MSUBADMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V, AV.
    MsubadmsHEUu,
    /// MSUBADR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHUl,
    /// MSUBADR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHLu,
    /// MSUBADR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHLl,
    /// MSUBADR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubadrHUu,
    /// MSUBADRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHUl,
    /// MSUBADRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHLu,
    /// MSUBADRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHLl,
    /// MSUBADRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubadrsHUu,
    /// MSUBADS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHEUl,
    /// MSUBADS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHELu,
    /// MSUBADS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHELl,
    /// MSUBADS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V, AV (of either).
    MsubadsHEUu,
    /// MSUBM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHEUl,
    /// MSUBM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHELu,
    /// MSUBM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHELl,
    /// MSUBM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`;
    /// flags V, AV.
    MsubmHEUu,
    /// MSUBMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHEUl,
    /// MSUBMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHELu,
    /// MSUBMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHELl,
    /// MSUBMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) <<
    /// 16))`; flags V, AV.
    MsubmsHEUu,
    /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi - H + 0x8000)[31:16],
    /// (E[c].lo - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHUlC,
    /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHUl,
    /// MSUBR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHLu,
    /// MSUBR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHLl,
    /// MSUBR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V, AV (of either).
    MsubrHUu,
    /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MsubrQUU,
    /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V, AV.
    MsubrQLL,
    /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi - H +
    /// 0x8000))[31:16], (ssov32(E[c].lo - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHUlC,
    /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHUl,
    /// MSUBRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHLu,
    /// MSUBRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHLl,
    /// MSUBRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V, AV (of either).
    MsubrsHUu,
    /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MsubrsQUU,
    /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V, AV.
    MsubrsQLL,
    /// MSUBS: `D[d] = ssov32(D[c] - D[a] * D[b]) (signed)`; flags V, AV.
    Msubs,
    /// MSUBS: `E[d] = ssov64(E[c] - D[a] * D[b]) (signed)`; flags V, AV.
    MsubsE,
    /// MSUBS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHEUl,
    /// MSUBS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHELu,
    /// MSUBS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHELl,
    /// MSUBS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V, AV (of either).
    MsubsHEUu,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].U) << n) >> 16))`; flags V, AV.
    MsubsQU,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].L) << n) >> 16))`; flags V, AV.
    MsubsQL,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b]) << n) >> 32))`; flags V, AV.
    MsubsQ,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].U, D[b].U, n))`; flags V, AV.
    MsubsQUU,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].L, D[b].L, n))`; flags V, AV.
    MsubsQLL,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].U) << n))`; flags V, AV.
    MsubsQEU,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].L) << n))`; flags V, AV.
    MsubsQEL,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b]) << n))`; flags V, AV.
    MsubsQE,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].U, D[b].U, n) << 16))`; flags V, AV.
    MsubsQEUU,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].L, D[b].L, n) << 16))`; flags V, AV.
    MsubsQELL,
    /// MSUBS.U: `D[d] = suov32(D[c] - D[a] * D[b]) (unsigned)`; flags V, AV.
    MsubsU,
    /// MSUBS.U: `E[d] = suov64(E[c] - D[a] * D[b]) (unsigned)`; flags V, AV.
    MsubsUE,
    /// MTCR: `CSFR[b] = D[a]`; supervisor only.
    Mtcr,
    /// MUL: `D[d] = D[a] * D[b] (signed)`; flags V, AV.
    Mul,
    /// MUL: `E[d] = D[a] * D[b] (signed)`; flags V = 0, AV.
    MulE,
    /// MUL.F: `D[d] = rnd(D[a] * D[b])`; flags FS, FI, FV, FU, FX.
    MulF,
    /// MUL.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHEUl,
    /// MUL.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHELu,
    /// MUL.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHELl,
    /// MUL.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V = 0, AV.
    MulHEUu,
    /// MUL.Q: `D[d] = ((D[a] * D[b].U) << n) >> 16`; flags V, AV.
    MulQU,
    /// MUL.Q: `D[d] = ((D[a] * D[b].L) << n) >> 16`; flags V, AV.
    MulQL,
    /// MUL.Q: `D[d] = ((D[a] * D[b]) << n) >> 32`; flags V, AV.
    MulQ,
    /// MUL.Q: `D[d] = q16(D[a].U, D[b].U, n)`; flags V, AV.
    MulQUU,
    /// MUL.Q: `D[d] = q16(D[a].L, D[b].L, n)`; flags V, AV.
    MulQLL,
    /// MUL.Q: `E[d] = (D[a] * D[b].U) << n`; flags V, AV.
    MulQEU,
    /// MUL.Q: `E[d] = (D[a] * D[b].L) << n`; flags V, AV.
    MulQEL,
    /// MUL.Q: `E[d] = (D[a] * D[b]) << n`; flags V, AV.
    MulQE,
    /// MUL.U: `E[d] = D[a] * D[b] (unsigned)`; flags V = 0, AV.
    MulU,
    /// MULM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHEUl,
    /// MULM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHELu,
    /// MULM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHELl,
    /// MULM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V = 0,
    /// AV.
    MulmHEUu,
    /// MULMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHEUl,
    /// MULMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHELu,
    /// MULMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHELl,
    /// MULMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`, saturated to
    /// 64 bits; flags V = 0, AV.
    MulmsHEUu,
    /// MULR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHUl,
    /// MULR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHLu,
    /// MULR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHLl,
    /// MULR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V = 0, AV.
    MulrHUu,
    /// MULR.Q: `D[d] = (q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; 0x7FFF0000 of -1 * -1
    /// with n = 1; flags V, AV.
    MulrQUU,
    /// MULR.Q: `D[d] = (q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; 0x7FFF0000 of -1 * -1
    /// with n = 1; flags V, AV.
    MulrQLL,
    /// MULS: `D[d] = ssov32(D[a] * D[b] (signed))`; flags V, AV.
    Muls,
    /// MULS.U: `D[d] = suov32(D[a] * D[b] (unsigned))`; flags V, AV.
    MulsU,
    /// NAND: `D[d] = ~(D[a] & D[b])`.
    Nand,
    /// NAND.T: `D[d] = !(D[a][p] & D[b][q])`.
    NandT,
    /// NE: `D[d] = (D[a] != D[b]) ? 1 : 0`.
    Ne,
    /// NE.A: `D[d] = (A[a] != A[b]) ? 1 : 0`.
    NeA,
    /// NEZ.A: `D[d] = (A[a] != 0) ? 1 : 0`.
    NezA,
    /// NOP: nothing.
    Nop,
    /// NOR: `D[d] = ~(D[a] | D[b])`.
    Nor,
    /// NOR.T: `D[d] = !(D[a][p] | D[b][q])`.
    NorT,
    /// NOT: `D[d] = ~D[a]`.
    Not,
    /// OR: `D[d] = D[a] | D[b]`.
    Or,
    /// OR.AND.T: `D[d][0] = D[d][0] | (D[a][p] & D[b][q])`.
    OrAndT,
    /// OR.ANDN.T: `D[d][0] = D[d][0] | (D[a][p] & !D[b][q])`.
    OrAndnT,
    /// OR.EQ: `D[d][0] = D[d][0] | (D[a] == D[b])`.
    OrEq,
    /// OR.GE: `D[d][0] = D[d][0] | (D[a] >= D[b] signed)`.
    OrGe,
    /// OR.GE.U: `D[d][0] = D[d][0] | (D[a] >= D[b] unsigned)`.
    OrGeU,
    /// OR.LT: `D[d][0] = D[d][0] | (D[a] < D[b] signed)`.
    OrLt,
    /// OR.LT.U: `D[d][0] = D[d][0] | (D[a] < D[b] unsigned)`.
    OrLtU,
    /// OR.NE: `D[d][0] = D[d][0] | (D[a] != D[b])`.
    OrNe,
    /// OR.NOR.T: `D[d][0] = D[d][0] | !(D[a][p] | D[b][q])`.
    OrNorT,
    /// OR.OR.T: `D[d][0] = D[d][0] | (D[a][p] | D[b][q])`.
    OrOrT,
    /// OR.T: `D[d] = D[a][p] | D[b][q]`.
    OrT,
    /// ORN: `D[d] = D[a] | ~D[b]`.
    Orn,
    /// ORN.T: `D[d] = D[a][p] | !D[b][q]`.
    OrnT,
    /// PACK: `m = E[c].lo, e = signed E[c].hi, sign = D[a][31]; r = m[7] & (m[8] |
    /// (m[6:0] != 0) | PSW.C)`. Exponent and fraction: `{255, m[30:8]}` if `m[31] == 0 && e ==
    /// 255`; `{255, 0}` if `m[31] && e >= 127`; `{0, 0}` if `(m[31] && e <= -128) || m == 0`;
    /// else `{m[31] ? (e + 128)[7:0] : 0, m[30:8]} + r` as one number of 31 bits. `D[d]` is
    /// these behind the sign.
    Pack,
    /// PARITY: `D[d]` bits 24, 16, 8, 0 = XOR of the bits of byte 3, 2, 1, 0 of `D[a]`; other bits
    /// 0.
    Parity,
    /// Q31TOF: `D[d] = float(q31(D[a]) * 2^sx9(D[b]))`, rounded as PSW.RM says; flags FS, FV, FU,
    /// FX.
    Q31tof,
    /// QSEED.F: `D[d]` = seed for the reciprocal square root of `D[a]`, by a table of 8 bits;
    /// flags FS, FI.
    QseedF,
    /// RESTORE: `ICR.IE = D[a][0]`; at least user-1.
    Restore,
    /// RET: checks and counts the call depth; `PC = A[11] & ~1`; restores the upper context from
    /// the CSA that PCXI names (PSW.RM stays) and frees it; traps CDU, CSU, CTYP.
    Ret,
    /// RFE: `PC = A[11] & ~1; ICR.IE = PCXI.PIE; ICR.CCPN = PCXI.PCPN`; restores the upper
    /// context (the whole PSW) from the CSA that PCXI names and frees it; traps CSU, CTYP, NEST.
    Rfe,
    /// RFM: nothing if `DBGTCR.DTA == 0`, else `PC = A[11] & ~1; ICR.IE = PCXI.PIE; ICR.CCPN =
    /// PCXI.PCPN; {PCXI, PSW, A[10], A[11]} = M32[DCX + 0, 4, 8, 12]; DBGTCR.DTA = 0`;
    /// supervisor only.
    Rfm,
    /// RSLCX: restores the lower context, A11 too, from the CSA that PCXI names and frees it; traps
    /// CSU, CTYP.
    Rslcx,
    /// RSTV: `PSW.V = SV = AV = SAV = 0`.
    Rstv,
    /// RSUB: `D[d] = b - D[a]`; flags V, AV.
    Rsub,
    /// RSUBS: `D[d] = ssov32(b - D[a])`; flags V, AV.
    Rsubs,
    /// RSUBS.U: `D[d] = suov32(b - D[a])`, both unsigned; flags V, AV.
    RsubsU,
    /// SAT.B: `D[d] = clamp(signed D[a], -128, 127)`.
    SatB,
    /// SAT.BU: `D[d] = min(unsigned D[a], 255)`.
    SatBu,
    /// SAT.H: `D[d] = clamp(signed D[a], -32768, 32767)`.
    SatH,
    /// SAT.HU: `D[d] = min(unsigned D[a], 65535)`.
    SatHu,
    /// SEL: `D[d] = (D[c] != 0) ? D[a] : D[b]`.
    Sel,
    /// SELN: `D[d] = (D[c] == 0) ? D[a] : D[b]`.
    Seln,
    /// SH: `s = sx6(D[b]): D[d] = (s >= 0) ? D[a] << s : D[a] >>u -s`; 0 for s = -32.
    Sh,
    /// SH.AND.T: `D[d] = (D[d] << 1) | (D[a][p] & D[b][q])`.
    ShAndT,
    /// SH.ANDN.T: `D[d] = (D[d] << 1) | (D[a][p] & !D[b][q])`.
    ShAndnT,
    /// SH.EQ: `D[d] = (D[d] << 1) | (D[a] == D[b])`.
    ShEq,
    /// SH.GE: `D[d] = (D[d] << 1) | (D[a] >= D[b] signed)`.
    ShGe,
    /// SH.GE.U: `D[d] = (D[d] << 1) | (D[a] >= D[b] unsigned)`.
    ShGeU,
    /// SH.H: `s = sx5(D[b])`; per half-word `D[d] = (s >= 0) ? D[a] << s : D[a] >>u -s`; 0
    /// for s = -16.
    ShH,
    /// SH.LT: `D[d] = (D[d] << 1) | (D[a] < D[b] signed)`.
    ShLt,
    /// SH.LT.U: `D[d] = (D[d] << 1) | (D[a] < D[b] unsigned)`.
    ShLtU,
    /// SH.NAND.T: `D[d] = (D[d] << 1) | !(D[a][p] & D[b][q])`.
    ShNandT,
    /// SH.NE: `D[d] = (D[d] << 1) | (D[a] != D[b])`.
    ShNe,
    /// SH.NOR.T: `D[d] = (D[d] << 1) | !(D[a][p] | D[b][q])`.
    ShNorT,
    /// SH.OR.T: `D[d] = (D[d] << 1) | (D[a][p] | D[b][q])`.
    ShOrT,
    /// SH.ORN.T: `D[d] = (D[d] << 1) | (D[a][p] | !D[b][q])`.
    ShOrnT,
    /// SH.XNOR.T: `D[d] = (D[d] << 1) | !(D[a][p] ^ D[b][q])`.
    ShXnorT,
    /// SH.XOR.T: `D[d] = (D[d] << 1) | (D[a][p] ^ D[b][q])`.
    ShXorT,
    /// SHA: `s = sx6(D[b]): D[d] = (s >= 0) ? D[a] << s : D[a] >>s -s`; C = a bit shifted
    /// out is 1 (left: the s upper bits; right: the -s lower bits); V = signed overflow of a left
    /// shift; flags C, V, AV.
    Sha,
    /// SHA.H: `s = sx5(D[b])`; per half-word `D[d] = (s >= 0) ? D[a] << s : D[a] >>s -s`.
    ShaH,
    /// SHAS: `s = sx6(D[b]): D[d] = (s >= 0) ? ssov32(D[a] << s) : D[a] >>s -s`; flags V,
    /// AV.
    Shas,
    /// ST.A: `M32[EA] = A[a]`.
    StA,
    /// ST.B: `M8[EA] = D[a][7:0]`.
    StB,
    /// ST.D: `M64[EA] = E[a]`.
    StD,
    /// ST.DA: `M64[EA] = P[a]`.
    StDa,
    /// ST.H: `M16[EA] = D[a][15:0]`.
    StH,
    /// ST.Q: `M16[EA] = D[a][31:16]`.
    StQ,
    /// ST.T: `M8[EA]` with bit p replaced by q, atomic.
    StT,
    /// ST.W: `M32[EA] = D[a]`.
    StW,
    /// STLCX: stores the 16 words of the lower context at EA; EA as for LDLCX.
    Stlcx,
    /// STUCX: stores the 16 words of the upper context at EA; EA as for LDLCX.
    Stucx,
    /// SUB: `D[d] = D[a] - D[b]`; flags V, AV.
    Sub,
    /// SUB.A: `A[d] = A[a] - A[b]`.
    SubA,
    /// SUB.B: per byte `D[d][i] = wrap(D[a][i] - D[b][i])`; flags V, AV (of any lane).
    SubB,
    /// SUB.F: `D[d] = rnd(D[c] - D[a])`; flags FS, FI, FV, FU, FX.
    SubF,
    /// SUB.H: per half-word `D[d][i] = wrap(D[a][i] - D[b][i])`; flags V, AV (of any lane).
    SubH,
    /// SUBC: `D[d] = D[a] - D[b] - (1 - PSW.C)`; C = carry of `D[a] + ~D[b] + C`; flags C,
    /// V, AV.
    Subc,
    /// SUBS: `D[d] = ssov32(D[a] - D[b])`; flags V, AV.
    Subs,
    /// SUBS.H: per half-word `D[d][i] = ssov16(D[a][i] - D[b][i])`; flags V, AV (of any lane).
    SubsH,
    /// SUBS.HU: per unsigned half-word `D[d][i] = suov16(D[a][i] - D[b][i])`; flags V, AV (of any
    /// lane).
    SubsHu,
    /// SUBS.U: `D[d] = suov32(zx(D[a]) - zx(D[b]))`; flags V, AV.
    SubsU,
    /// SUBX: `D[d] = D[a] - D[b]`; C = no borrow; flags C, V, AV.
    Subx,
    /// SVLCX: saves the lower context to a CSA; `PCXI.UL = 0, PCXI.PIE = ICR.IE, PCXI.PCPN =
    /// ICR.CCPN`; traps FCU, FCD.
    Svlcx,
    /// SWAP.W: `t = M32[EA]; M32[EA] = D[a]; D[d] = t`, atomic.
    SwapW,
    /// SWAPMSK.W: `t = M32[EA]; M32[EA] = (t & ~E[a].hi) | (E[a].lo & E[a].hi); D[d] = t`,
    /// atomic.
    SwapmskW,
    /// SYSCALL: trap of class 6, TIN = `b[7:0]`, returns to the next instruction.
    Syscall,
    /// TLBDEMAP: IOPC trap, as there is no MMU.
    Tlbdemap,
    /// TLBFLUSH.A: IOPC trap, as there is no MMU.
    TlbflushA,
    /// TLBFLUSH.B: IOPC trap, as there is no MMU.
    TlbflushB,
    /// TLBMAP: IOPC trap, as there is no MMU.
    Tlbmap,
    /// TLBPROBE.A: IOPC trap, as there is no MMU.
    TlbprobeA,
    /// TLBPROBE.I: IOPC trap, as there is no MMU.
    TlbprobeI,
    /// TRAPSV: trap of class 5, TIN 2, if PSW.SV is set.
    Trapsv,
    /// TRAPV: trap of class 5, TIN 1, if PSW.V is set.
    Trapv,
    /// UNPACK: `E[d].hi` = exponent of `D[a]` without bias (255 of infinity and NaN, -127 of zero,
    /// -126 of a denormal), `E[d].lo` = fraction << 7, with bit 30 set for a normal number.
    Unpack,
    /// UPDFL: `m = D[a][15:8], v = D[a][7:0]: PSW[31:24] = (PSW[31:24] & ~m) | (v & m)`.
    Updfl,
    /// UTOF: `D[d] = float(unsigned D[a])`, rounded as PSW.RM says; flags FS, FX.
    Utof,
    /// WAIT: stops until an interrupt request, a trap or a debug event, then goes on.
    Wait,
    /// XNOR: `D[d] = ~(D[a] ^ D[b])`.
    Xnor,
    /// XNOR.T: `D[d] = !(D[a][p] ^ D[b][q])`.
    XnorT,
    /// XOR: `D[d] = D[a] ^ D[b]`.
    Xor,
    /// XOR.EQ: `D[d][0] = D[d][0] ^ (D[a] == D[b])`.
    XorEq,
    /// XOR.GE: `D[d][0] = D[d][0] ^ (D[a] >= D[b] signed)`.
    XorGe,
    /// XOR.GE.U: `D[d][0] = D[d][0] ^ (D[a] >= D[b] unsigned)`.
    XorGeU,
    /// XOR.LT: `D[d][0] = D[d][0] ^ (D[a] < D[b] signed)`.
    XorLt,
    /// XOR.LT.U: `D[d][0] = D[d][0] ^ (D[a] < D[b] unsigned)`.
    XorLtU,
    /// XOR.NE: `D[d][0] = D[d][0] ^ (D[a] != D[b])`.
    XorNe,
    /// XOR.T: `D[d] = D[a][p] ^ D[b][q]`.
    XorT,
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

impl Sem {
    /// Whether the destination is a source too: comparisons and bit operations that accumulate.
    #[must_use]
    pub const fn accumulates(self) -> bool {
        matches!(
            self,
            Self::AndAndT
                | Self::AndAndnT
                | Self::AndEq
                | Self::AndGe
                | Self::AndGeU
                | Self::AndLt
                | Self::AndLtU
                | Self::AndNe
                | Self::AndNorT
                | Self::AndOrT
                | Self::OrAndT
                | Self::OrAndnT
                | Self::OrEq
                | Self::OrGe
                | Self::OrGeU
                | Self::OrLt
                | Self::OrLtU
                | Self::OrNe
                | Self::OrNorT
                | Self::OrOrT
                | Self::ShAndT
                | Self::ShAndnT
                | Self::ShEq
                | Self::ShGe
                | Self::ShGeU
                | Self::ShLt
                | Self::ShLtU
                | Self::ShNandT
                | Self::ShNe
                | Self::ShNorT
                | Self::ShOrT
                | Self::ShOrnT
                | Self::ShXnorT
                | Self::ShXorT
                | Self::XorEq
                | Self::XorGe
                | Self::XorGeU
                | Self::XorLt
                | Self::XorLtU
                | Self::XorNe
        )
    }

    /// Its timing class.
    #[must_use]
    pub const fn class(self) -> Class {
        match self {
            Self::Abs
            | Self::AbsB
            | Self::AbsH
            | Self::Absdif
            | Self::AbsdifB
            | Self::AbsdifH
            | Self::Add
            | Self::AddB
            | Self::AddH
            | Self::Addc
            | Self::Addi
            | Self::Addih
            | Self::Addx
            | Self::And
            | Self::AndAndT
            | Self::AndAndnT
            | Self::AndEq
            | Self::AndGe
            | Self::AndGeU
            | Self::AndLt
            | Self::AndLtU
            | Self::AndNe
            | Self::AndNorT
            | Self::AndOrT
            | Self::AndT
            | Self::Andn
            | Self::AndnT
            | Self::Cadd
            | Self::Caddn
            | Self::Clo
            | Self::CloH
            | Self::Cls
            | Self::ClsH
            | Self::Clz
            | Self::ClzH
            | Self::Cmov
            | Self::Cmovn
            | Self::Csub
            | Self::Csubn
            | Self::Eq
            | Self::EqB
            | Self::EqH
            | Self::EqW
            | Self::EqanyB
            | Self::EqanyH
            | Self::Ge
            | Self::GeU
            | Self::InsT
            | Self::InsnT
            | Self::Lt
            | Self::LtB
            | Self::LtBu
            | Self::LtH
            | Self::LtHu
            | Self::LtU
            | Self::LtW
            | Self::LtWu
            | Self::Max
            | Self::MaxB
            | Self::MaxBu
            | Self::MaxH
            | Self::MaxHu
            | Self::MaxU
            | Self::Min
            | Self::MinB
            | Self::MinBu
            | Self::MinH
            | Self::MinHu
            | Self::MinU
            | Self::Mov
            | Self::MovU
            | Self::Movh
            | Self::Nand
            | Self::NandT
            | Self::Ne
            | Self::Nor
            | Self::NorT
            | Self::Not
            | Self::Or
            | Self::OrAndT
            | Self::OrAndnT
            | Self::OrEq
            | Self::OrGe
            | Self::OrGeU
            | Self::OrLt
            | Self::OrLtU
            | Self::OrNe
            | Self::OrNorT
            | Self::OrOrT
            | Self::OrT
            | Self::Orn
            | Self::OrnT
            | Self::Rsub
            | Self::SatB
            | Self::SatBu
            | Self::SatH
            | Self::SatHu
            | Self::Sel
            | Self::Seln
            | Self::Sh
            | Self::ShAndT
            | Self::ShAndnT
            | Self::ShEq
            | Self::ShGe
            | Self::ShGeU
            | Self::ShH
            | Self::ShLt
            | Self::ShLtU
            | Self::ShNandT
            | Self::ShNe
            | Self::ShNorT
            | Self::ShOrT
            | Self::ShOrnT
            | Self::ShXnorT
            | Self::ShXorT
            | Self::Sha
            | Self::ShaH
            | Self::Sub
            | Self::SubB
            | Self::SubH
            | Self::Subc
            | Self::Subx
            | Self::Xnor
            | Self::XnorT
            | Self::Xor
            | Self::XorEq
            | Self::XorGe
            | Self::XorGeU
            | Self::XorLt
            | Self::XorLtU
            | Self::XorNe
            | Self::XorT => Class::Alu,
            Self::Absdifs
            | Self::AbsdifsH
            | Self::Abss
            | Self::AbssH
            | Self::Adds
            | Self::AddsH
            | Self::AddsHu
            | Self::AddsU
            | Self::Dextr
            | Self::DextrP
            | Self::Extr
            | Self::ExtrPw
            | Self::ExtrW
            | Self::ExtrU
            | Self::ExtrUPw
            | Self::ExtrUW
            | Self::ImaskEPw
            | Self::ImaskEW
            | Self::Insert
            | Self::InsertPw
            | Self::InsertW
            | Self::Rsubs
            | Self::RsubsU
            | Self::Shas
            | Self::Subs
            | Self::SubsH
            | Self::SubsHu
            | Self::SubsU => Class::Alu2,
            Self::AddA
            | Self::AddihA
            | Self::EqA
            | Self::EqzA
            | Self::GeA
            | Self::Lea
            | Self::LtA
            | Self::MovA
            | Self::MovAa
            | Self::MovD
            | Self::MovhA
            | Self::NeA
            | Self::NezA
            | Self::SubA => Class::Addr,
            Self::AddF
            | Self::Ftoi
            | Self::Ftoiz
            | Self::Ftoq31
            | Self::Ftoq31z
            | Self::Ftou
            | Self::Ftouz
            | Self::Itof
            | Self::MulF
            | Self::Q31tof
            | Self::SubF
            | Self::Utof => Class::Fp,
            Self::AddscA | Self::AddscAt => Class::ScaledAddr,
            Self::Bisr
            | Self::Call
            | Self::Calla
            | Self::Calli
            | Self::Ret
            | Self::Rfe
            | Self::Rfm
            | Self::Rslcx
            | Self::Svlcx
            | Self::Syscall => Class::Context,
            Self::Bmerge
            | Self::Bsplit
            | Self::Crc32
            | Self::Dvadj
            | Self::Dvinit
            | Self::DvinitB
            | Self::DvinitBu
            | Self::DvinitH
            | Self::DvinitHu
            | Self::DvinitU
            | Self::Ixmax
            | Self::IxmaxU
            | Self::Ixmin
            | Self::IxminU
            | Self::MovE
            | Self::MovEd
            | Self::Mul
            | Self::MulE
            | Self::MulU
            | Self::Pack
            | Self::Parity
            | Self::Unpack => Class::Mul,
            Self::CacheaI
            | Self::CacheaW
            | Self::CacheaWi
            | Self::CacheiI
            | Self::CacheiW
            | Self::CacheiWi => Class::CacheOp,
            Self::CmpF | Self::QseedF | Self::Updfl => Class::Fp1,
            Self::CmpswapW | Self::SwapW | Self::SwapmskW => Class::Swap,
            Self::Debug
            | Self::Disable
            | Self::Dsync
            | Self::Enable
            | Self::Isync
            | Self::Mfcr
            | Self::Mtcr
            | Self::Restore
            | Self::Rstv
            | Self::Tlbdemap
            | Self::TlbflushA
            | Self::TlbflushB
            | Self::Tlbmap
            | Self::TlbprobeA
            | Self::TlbprobeI
            | Self::Trapsv
            | Self::Trapv
            | Self::Wait => Class::System,
            Self::Div | Self::DivU => Class::Div,
            Self::DivF => Class::FpDiv,
            Self::Dvstep | Self::DvstepU => Class::Dvstep,
            Self::Fcall
            | Self::Fcalla
            | Self::Fcalli
            | Self::Fret
            | Self::J
            | Self::Ja
            | Self::JeqA
            | Self::Ji
            | Self::Jl
            | Self::Jla
            | Self::Jli
            | Self::JneA
            | Self::JnzA
            | Self::JzA => Class::Jump,
            Self::Jeq
            | Self::Jge
            | Self::JgeU
            | Self::Jgez
            | Self::Jgtz
            | Self::Jlez
            | Self::Jlt
            | Self::JltU
            | Self::Jltz
            | Self::Jne
            | Self::Jned
            | Self::Jnei
            | Self::Jnz
            | Self::JnzT
            | Self::Jz
            | Self::JzT => Class::JumpD,
            Self::LdA | Self::LdDa => Class::LoadA,
            Self::LdB | Self::LdBu | Self::LdD | Self::LdH | Self::LdHu | Self::LdQ | Self::LdW => {
                Class::LoadD
            }
            Self::Ldlcx | Self::Lducx => Class::LoadContext,
            Self::Ldmst | Self::StT => Class::Ldmst,
            Self::Loop | Self::Loopu => Class::Loop,
            Self::Madd
            | Self::MaddE
            | Self::MaddHEUl
            | Self::MaddHELu
            | Self::MaddHELl
            | Self::MaddHEUu
            | Self::MaddQU
            | Self::MaddQL
            | Self::MaddQ
            | Self::MaddQUU
            | Self::MaddQLL
            | Self::MaddQEU
            | Self::MaddQEL
            | Self::MaddQE
            | Self::MaddQEUU
            | Self::MaddQELL
            | Self::MaddU
            | Self::MaddmHEUl
            | Self::MaddmHELu
            | Self::MaddmHELl
            | Self::MaddmHEUu
            | Self::MaddmsHEUl
            | Self::MaddmsHELu
            | Self::MaddmsHELl
            | Self::MaddmsHEUu
            | Self::MaddrHUlC
            | Self::MaddrHUl
            | Self::MaddrHLu
            | Self::MaddrHLl
            | Self::MaddrHUu
            | Self::MaddrQUU
            | Self::MaddrQLL
            | Self::MaddrsHUlC
            | Self::MaddrsHUl
            | Self::MaddrsHLu
            | Self::MaddrsHLl
            | Self::MaddrsHUu
            | Self::MaddrsQUU
            | Self::MaddrsQLL
            | Self::Madds
            | Self::MaddsE
            | Self::MaddsHEUl
            | Self::MaddsHELu
            | Self::MaddsHELl
            | Self::MaddsHEUu
            | Self::MaddsQU
            | Self::MaddsQL
            | Self::MaddsQ
            | Self::MaddsQUU
            | Self::MaddsQLL
            | Self::MaddsQEU
            | Self::MaddsQEL
            | Self::MaddsQE
            | Self::MaddsQEUU
            | Self::MaddsQELL
            | Self::MaddsU
            | Self::MaddsUE
            | Self::MaddsuHEUl
            | Self::MaddsuHELu
            | Self::MaddsuHELl
            | Self::MaddsuHEUu
            | Self::MaddsumHEUl
            | Self::MaddsumHELu
            | Self::MaddsumHELl
            | Self::MaddsumHEUu
            | Self::MaddsumsHEUl
            | Self::MaddsumsHELu
            | Self::MaddsumsHELl
            | Self::MaddsumsHEUu
            | Self::MaddsurHUl
            | Self::MaddsurHLu
            | Self::MaddsurHLl
            | Self::MaddsurHUu
            | Self::MaddsursHUl
            | Self::MaddsursHLu
            | Self::MaddsursHLl
            | Self::MaddsursHUu
            | Self::MaddsusHEUl
            | Self::MaddsusHELu
            | Self::MaddsusHELl
            | Self::MaddsusHEUu
            | Self::Msub
            | Self::MsubE
            | Self::MsubHEUl
            | Self::MsubHELu
            | Self::MsubHELl
            | Self::MsubHEUu
            | Self::MsubQU
            | Self::MsubQL
            | Self::MsubQ
            | Self::MsubQUU
            | Self::MsubQLL
            | Self::MsubQEU
            | Self::MsubQEL
            | Self::MsubQE
            | Self::MsubQEUU
            | Self::MsubQELL
            | Self::MsubU
            | Self::MsubadHEUl
            | Self::MsubadHELu
            | Self::MsubadHELl
            | Self::MsubadHEUu
            | Self::MsubadmHEUl
            | Self::MsubadmHELu
            | Self::MsubadmHELl
            | Self::MsubadmHEUu
            | Self::MsubadmsHEUl
            | Self::MsubadmsHELu
            | Self::MsubadmsHELl
            | Self::MsubadmsHEUu
            | Self::MsubadrHUl
            | Self::MsubadrHLu
            | Self::MsubadrHLl
            | Self::MsubadrHUu
            | Self::MsubadrsHUl
            | Self::MsubadrsHLu
            | Self::MsubadrsHLl
            | Self::MsubadrsHUu
            | Self::MsubadsHEUl
            | Self::MsubadsHELu
            | Self::MsubadsHELl
            | Self::MsubadsHEUu
            | Self::MsubmHEUl
            | Self::MsubmHELu
            | Self::MsubmHELl
            | Self::MsubmHEUu
            | Self::MsubmsHEUl
            | Self::MsubmsHELu
            | Self::MsubmsHELl
            | Self::MsubmsHEUu
            | Self::MsubrHUlC
            | Self::MsubrHUl
            | Self::MsubrHLu
            | Self::MsubrHLl
            | Self::MsubrHUu
            | Self::MsubrQUU
            | Self::MsubrQLL
            | Self::MsubrsHUlC
            | Self::MsubrsHUl
            | Self::MsubrsHLu
            | Self::MsubrsHLl
            | Self::MsubrsHUu
            | Self::MsubrsQUU
            | Self::MsubrsQLL
            | Self::Msubs
            | Self::MsubsE
            | Self::MsubsHEUl
            | Self::MsubsHELu
            | Self::MsubsHELl
            | Self::MsubsHEUu
            | Self::MsubsQU
            | Self::MsubsQL
            | Self::MsubsQ
            | Self::MsubsQUU
            | Self::MsubsQLL
            | Self::MsubsQEU
            | Self::MsubsQEL
            | Self::MsubsQE
            | Self::MsubsQEUU
            | Self::MsubsQELL
            | Self::MsubsU
            | Self::MsubsUE
            | Self::MulHEUl
            | Self::MulHELu
            | Self::MulHELl
            | Self::MulHEUu
            | Self::MulQU
            | Self::MulQL
            | Self::MulQ
            | Self::MulQUU
            | Self::MulQLL
            | Self::MulQEU
            | Self::MulQEL
            | Self::MulQE
            | Self::MulmHEUl
            | Self::MulmHELu
            | Self::MulmHELl
            | Self::MulmHEUu
            | Self::MulmsHEUl
            | Self::MulmsHELu
            | Self::MulmsHELl
            | Self::MulmsHEUu
            | Self::MulrHUl
            | Self::MulrHLu
            | Self::MulrHLl
            | Self::MulrHUu
            | Self::MulrQUU
            | Self::MulrQLL
            | Self::Muls
            | Self::MulsU => Class::Mac,
            Self::MaddF | Self::MsubF => Class::FpMac,
            Self::Nop => Class::Nop,
            Self::StA | Self::StB | Self::StD | Self::StDa | Self::StH | Self::StQ | Self::StW => {
                Class::Store
            }
            Self::Stlcx | Self::Stucx => Class::StoreContext,
        }
    }
}
