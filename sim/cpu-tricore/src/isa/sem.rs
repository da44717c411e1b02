//! What instructions do, apart from how they are encoded: several encodings share one meaning.

/// The meaning of an instruction. `d`, `a`, `b`, `c` and so on are the operands as
/// [`table`](super::table) names them; `b` is a register or a constant.
///
/// Suffixes: `E` the destination is a 64-bit pair; `Ul`, `Lu`, `Ll`, `Uu`, `U`, `L` the halves that
/// are multiplied; `C` the third source is a pair while the destination is not; `Pw` position and
/// width are constants, `W` the width is; `P` the position is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u16)]
pub enum Sem {
    /// ABS: `D[d] = |D[b]|`; flags V,AV.
    Abs,
    /// ABS.B: `per byte: D[d] = |D[b]|`; flags V,AV (OR over lanes).
    AbsB,
    /// ABS.H: `per halfword: D[d] = |D[b]|`; flags V,AV (OR over lanes).
    AbsH,
    /// ABSDIF: `D[d] = |D[a] - D[b]| (larger minus smaller, signed)`; flags V,AV.
    Absdif,
    /// ABSDIF.B: `per byte: D[d] = |D[a] - D[b]| (larger minus smaller, signed)`; flags V,AV (OR
    /// over lanes).
    AbsdifB,
    /// ABSDIF.H: `per halfword: D[d] = |D[a] - D[b]| (larger minus smaller, signed)`; flags V,AV
    /// (OR over lanes).
    AbsdifH,
    /// ABSDIFS: `D[d] = ssov32(|D[a] - D[b]| (larger minus smaller, signed))`; flags V,AV.
    Absdifs,
    /// ABSDIFS.H: `per halfword: D[d] = ssov16(|D[a] - D[b]| (larger minus smaller, signed))`;
    /// flags V,AV (OR over lanes).
    AbsdifsH,
    /// ABSS: `D[d] = ssov32(|D[b]|)`; flags V,AV.
    Abss,
    /// ABSS.H: `per halfword: D[d] = ssov16(|D[b]|)`; flags V,AV (OR over lanes).
    AbssH,
    /// ADD: `D[d] = D[a] + D[b]`; flags V,AV.
    Add,
    /// ADD.A: `A[d] = A[a] + A[b]`.
    AddA,
    /// ADD.B: `per byte: D[d][i] = wrap(D[a][i] + D[b][i])`; flags V,AV (OR over lanes).
    AddB,
    /// ADD.F: `D[d] = rnd(D[c] + D[a])`; flags FS,FI,FV,FU,FX.
    AddF,
    /// ADD.H: `per halfword: D[d][i] = wrap(D[a][i] + D[b][i])`; flags V,AV (OR over lanes).
    AddH,
    /// ADDC: `D[d] = D[a] + D[b] + PSW.C`; flags C,V,AV.
    Addc,
    /// ADDI: `D[d] = D[a] + b`; flags V,AV.
    Addi,
    /// ADDIH: `D[d] = D[a] + (b << 16)`; flags V,AV.
    Addih,
    /// ADDIH.A: `A[d] = A[a] + (b << 16)`.
    AddihA,
    /// ADDS: `D[d] = ssov32(D[a] + D[b])`; flags V,AV.
    Adds,
    /// ADDS.H: `per halfword: D[d][i] = ssov16(D[a][i] + D[b][i])`; flags V,AV (OR over lanes).
    AddsH,
    /// ADDS.HU: `per unsigned halfword: D[d][i] = suov16(D[a][i] + D[b][i])`; flags V,AV (OR over
    /// lanes).
    AddsHu,
    /// ADDS.U: `D[d] = suov32(zx(D[a]) + zx(D[b]))`; flags V,AV.
    AddsU,
    /// ADDSC.A: `A[d] = A[b] + (D[a] << n)`.
    AddscA,
    /// ADDSC.AT: `A[d] = (A[b] + (D[a] >>s 3)) & ~3`.
    AddscAt,
    /// ADDX: `D[d] = D[a] + D[b]`; flags C,V,AV.
    Addx,
    /// AND: `D[d] = D[a] & D[b]`.
    And,
    /// AND.AND.T: `p = D[a][p], q = D[b][q], t = (p & q) & 1: D[d][0] = old D[d][0] & t; bits 31:1
    /// unchanged`.
    AndAndT,
    /// AND.ANDN.T: `p = D[a][p], q = D[b][q], t = (p & ~q) & 1: D[d][0] = old D[d][0] & t; bits
    /// 31:1 unchanged`.
    AndAndnT,
    /// AND.EQ: `D[d][0] = old D[d][0] & (D[a] == D[b]); bits 31:1 unchanged`.
    AndEq,
    /// AND.GE: `D[d][0] = old D[d][0] & (D[a] >= D[b] signed); bits 31:1 unchanged`.
    AndGe,
    /// AND.GE.U: `D[d][0] = old D[d][0] & (D[a] >= D[b] unsigned); bits 31:1 unchanged`.
    AndGeU,
    /// AND.LT: `D[d][0] = old D[d][0] & (D[a] < D[b] signed); bits 31:1 unchanged`.
    AndLt,
    /// AND.LT.U: `D[d][0] = old D[d][0] & (D[a] < D[b] unsigned); bits 31:1 unchanged`.
    AndLtU,
    /// AND.NE: `D[d][0] = old D[d][0] & (D[a] != D[b]); bits 31:1 unchanged`.
    AndNe,
    /// AND.NOR.T: `p = D[a][p], q = D[b][q], t = (~(p | q)) & 1: D[d][0] = old D[d][0] & t; bits
    /// 31:1 unchanged`.
    AndNorT,
    /// AND.OR.T: `p = D[a][p], q = D[b][q], t = (p | q) & 1: D[d][0] = old D[d][0] & t; bits 31:1
    /// unchanged`.
    AndOrT,
    /// AND.T: `p = D[a][p], q = D[b][q], t = (p & q) & 1: D[d] = t`.
    AndT,
    /// ANDN: `D[d] = D[a] & ~D[b]`.
    Andn,
    /// ANDN.T: `p = D[a][p], q = D[b][q], t = (p & ~q) & 1: D[d] = t`.
    AndnT,
    /// BISR: `save LOWER context to a CSA; ICR.IE = 1; ICR.CCPN = b`; flags supervisor; traps
    /// FCU,FCD.
    Bisr,
    /// BMERGE: `for i=0..15: D[d][2i+1] = D[a][i], D[d][2i] = D[b][i]`.
    Bmerge,
    /// BSPLIT: `E[d].hi = 16 odd-position bits of D[a], E[d].lo = 16 even-position bits (upper
    /// halves 0)`.
    Bsplit,
    /// CACHEA.I: `data cache: invalidate the line holding EA (post/pre update of A as for a
    /// store)`; flags i forms supervisor only.
    CacheaI,
    /// CACHEA.W: `data cache: write back if dirty the line holding EA (post/pre update of A as for
    /// a store)`.
    CacheaW,
    /// CACHEA.WI: `data cache: write back if dirty and invalidate the line holding EA (post/pre
    /// update of A as for a store)`.
    CacheaWi,
    /// CACHEI.I: `data cache: invalidate the line at index/way given by EA (post/pre update of A as
    /// for a store)`; flags i forms supervisor only.
    CacheiI,
    /// CACHEI.W: `data cache: write back if dirty the line at index/way given by EA (post/pre
    /// update of A as for a store)`.
    CacheiW,
    /// CACHEI.WI: `data cache: write back if dirty and invalidate the line at index/way given by EA
    /// (post/pre update of A as for a store)`.
    CacheiWi,
    /// CADD: `D[d] = (D[c] != 0) ? D[a] + D[b] : D[a]`; flags V,AV (only when the condition holds).
    Cadd,
    /// CADDN: `D[d] = (D[c] == 0) ? D[a] + D[b] : D[a]`; flags V,AV (only when the condition
    /// holds).
    Caddn,
    /// CALL: `t = PC + t; call_entry: CDC check/increment, save UPPER context to CSA, A[11] = PC +
    /// 4, PC = t`; flags PSW.CDC,CDE; traps FCU,CDO,FCD.
    Call,
    /// CALLA: `t = t; call_entry: CDC check/increment, save UPPER context to CSA, A[11] = PC + 4,
    /// PC = t`; flags PSW.CDC,CDE; traps FCU,CDO,FCD.
    Calla,
    /// CALLI: `t = A[a] & ~1; call_entry: CDC check/increment, save UPPER context to CSA, A[11] =
    /// PC + 4, PC = t`; flags PSW.CDC,CDE; traps FCU,CDO,FCD.
    Calli,
    /// CLO: `D[d] = number of leading ones of D[a] (0..32)`.
    Clo,
    /// CLO.H: `D[d] = number of leading ones of D[a] (per halfword, packed)`.
    CloH,
    /// CLS: `D[d] = number of leading sign-copy bits below the sign bit of D[a] (0..31)`.
    Cls,
    /// CLS.H: `D[d] = number of leading sign-copy bits below the sign bit of D[a] (per halfword,
    /// packed)`.
    ClsH,
    /// CLZ: `D[d] = number of leading zeros of D[a] (0..32)`.
    Clz,
    /// CLZ.H: `D[d] = number of leading zeros of D[a] (per halfword, packed)`.
    ClzH,
    /// CMOV: `if D[15] != 0 then D[d] = D[b]`.
    Cmov,
    /// CMOVN: `if D[15] == 0 then D[d] = D[b]`.
    Cmovn,
    /// CMP.F: `D[d] bits: 0 less, 1 equal, 2 greater, 3 unordered, 4 first operand denormal, 5
    /// second operand denormal`; flags FS,FI(signalling NaN).
    CmpF,
    /// CMPSWAP.W: `t = M32[EA]; if t == E.hi then M32[EA] = E.lo (else rewrite t); E.lo = t,
    /// atomic`.
    CmpswapW,
    /// CRC32: `D[d] = IEEE CRC-32 (reflected 0xEDB88320, pre/post inverted) continued from D[b]
    /// over the 4 bytes of D[a], most significant byte first`.
    Crc32,
    /// CSUB: `D[d] = (D[c] != 0) ? D[a] - D[b] : D[a]`; flags V,AV (only when the condition holds).
    Csub,
    /// CSUBN: `D[d] = (D[c] == 0) ? D[a] - D[b] : D[a]`; flags V,AV (only when the condition
    /// holds).
    Csubn,
    /// DEBUG: `if DBGSR.DE: software debug event (SWEVT action, e.g. halt); else nop`.
    Debug,
    /// DEXTR: `D[d] = upper word of ({D[a],D[b]} << s), s = D[c][4:0]`.
    Dextr,
    /// DEXTR: `D[d] = upper word of ({D[a],D[b]} << p)`.
    DextrP,
    /// DISABLE: `ICR.IE = 0`; flags user-1/supervisor.
    Disable,
    /// DIV: `E[d].lo = quotient (toward zero), E[d].hi = remainder of D[a] / D[b]; divisor 0: lo =
    /// dividend>=0 ? 0x7FFFFFFF : 0x80000000, hi = 0, V=1; 0x80000000/-1: lo = 0x7FFFFFFF, hi = 0,
    /// V=1`; flags V,SV, AV=0.
    Div,
    /// DIV.F: `D[d] = rnd(D[a] / D[b])`; flags FS,FI,FV,FZ,FU,FX.
    DivF,
    /// DIV.U: `E[d].lo = quotient (toward zero), E[d].hi = remainder of D[a] / D[b]; divisor 0: lo
    /// = 0xFFFFFFFF, hi = 0, V=1`; flags V,SV, AV=0.
    DivU,
    /// DSYNC: `wait until all earlier data accesses have completed`.
    Dsync,
    /// DVADJ: `x = E[c], b = D[b], xs = x<0, eqp = xs and x.hi==b, eqn = xs and x.hi==-b: quotient
    /// = x.lo + ((((xs xor b<0) and not eqn) or eqp) ? 1 : 0); remainder = (eqp or eqn) ? 0 :
    /// x.hi`.
    Dvadj,
    /// DVINIT: `E[d] = sign-extend-64(D[a]); V = divisor 0 or (-1 and dividend 0x80000000) (divisor
    /// D[b])`; flags V,SV, AV=0.
    Dvinit,
    /// DVINIT.B: `E[d] = sign-extend-64(D[a]) << 24, low 24 bits all ones if signs of the operands
    /// differ; V = divisor 0 or (-1 and dividend 0xFFFFFF80) (divisor D[b])`; flags V,SV, AV=0.
    DvinitB,
    /// DVINIT.BU: `E[d] = zero-extend-64(D[a]) << 24; V = divisor 0 (divisor D[b])`; flags V,SV,
    /// AV=0.
    DvinitBu,
    /// DVINIT.H: `E[d] = sign-extend-64(D[a]) << 16, low 16 bits all ones if signs of the operands
    /// differ; V = divisor 0 or (-1 and dividend 0xFFFF8000) (divisor D[b])`; flags V,SV, AV=0.
    DvinitH,
    /// DVINIT.HU: `E[d] = zero-extend-64(D[a]) << 16; V = divisor 0 (divisor D[b])`; flags V,SV,
    /// AV=0.
    DvinitHu,
    /// DVINIT.U: `E[d] = zero-extend-64(D[a]); V = divisor 0 (divisor D[b])`; flags V,SV, AV=0.
    DvinitU,
    /// DVSTEP: `8 steps of signed non-restoring-style division: sgn = sign(E[c].hi), add = sign
    /// differs from divisor ? +b : -b; each step: {rem,quo} <<= 1; t = rem + add; if (t<0)==sgn
    /// then rem = t and quo |= !differs else quo |= differs; b = D[b]`.
    Dvstep,
    /// DVSTEP.U: `8 steps of unsigned restoring division: {rem,quo} of E[c] <<= 1; if rem >= D[b]
    /// then rem -= it, quo |= 1`.
    DvstepU,
    /// ENABLE: `ICR.IE = 1`; flags user-1/supervisor.
    Enable,
    /// EQ: `D[d] = (D[a] == D[b]) ? 1 : 0`.
    Eq,
    /// EQ.A: `D[d] = (A[a] == A[b]) ? 1 : 0 (unsigned 32-bit)`.
    EqA,
    /// EQ.B: `per signed byte lane: all ones if D[a][i] == D[b][i] else 0`.
    EqB,
    /// EQ.H: `per signed halfword lane: all ones if D[a][i] == D[b][i] else 0`.
    EqH,
    /// EQ.W: `per signed word lane: all ones if D[a][i] == D[b][i] else 0`.
    EqW,
    /// EQANY.B: `D[d] = 1 if any byte of D[a] equals the same-position lane of D[b] else 0`.
    EqanyB,
    /// EQANY.H: `D[d] = 1 if any halfword of D[a] equals the same-position lane of D[b] else 0`.
    EqanyH,
    /// EQZ.A: `D[d] = (A[a] == 0) ? 1 : 0`.
    EqzA,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]; w = 0 gives
    /// 0`; flags p+w>32 undefined.
    Extr,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = p, w = w; w = 0 gives 0`; flags p+w>32
    /// undefined.
    ExtrPw,
    /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = D[c][4:0], w = w; w = 0 gives 0`; flags p+w>32
    /// undefined.
    ExtrW,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]; w = 0 gives
    /// 0`; flags p+w>32 undefined.
    ExtrU,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = p, w = w; w = 0 gives 0`; flags p+w>32
    /// undefined.
    ExtrUPw,
    /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = D[c][4:0], w = w; w = 0 gives 0`; flags
    /// p+w>32 undefined.
    ExtrUW,
    /// FCALL: `t = PC + t; M32[A[10]-4] = A[11]; A[10] -= 4; A[11] = PC + 4; PC = t`.
    Fcall,
    /// FCALLA: `t = t; M32[A[10]-4] = A[11]; A[10] -= 4; A[11] = PC + 4; PC = t`.
    Fcalla,
    /// FCALLI: `t = A[a] & ~1; M32[A[10]-4] = A[11]; A[10] -= 4; A[11] = PC + 4; PC = t`.
    Fcalli,
    /// FRET: `PC = A[11] & ~1; A[11] = M32[A[10]]; A[10] += 4`.
    Fret,
    /// FTOI: `D[d] = D[a] -> signed int, round PSW.RM, saturating; NaN gives 0`; flags FS,FI,FX.
    Ftoi,
    /// FTOIZ: `D[d] = D[a] -> signed int, toward zero, saturating; NaN gives 0`; flags FS,FI,FX.
    Ftoiz,
    /// FTOQ31: `D[d] = sat_q31(D[a] * 2^-sx9(D[b])) round PSW.RM; NaN gives 0`; flags FS,FI,FX.
    Ftoq31,
    /// FTOQ31Z: `D[d] = sat_q31(D[a] * 2^-sx9(D[b])) toward zero; NaN gives 0`; flags FS,FI,FX.
    Ftoq31z,
    /// FTOU: `D[d] = D[a] -> unsigned int, round PSW.RM, saturating; NaN gives 0`; flags FS,FI,FX.
    Ftou,
    /// FTOUZ: `D[d] = D[a] -> unsigned int, toward zero, saturating; NaN gives 0`; flags FS,FI,FX.
    Ftouz,
    /// GE: `D[d] = (D[a] >= D[b] signed) ? 1 : 0`.
    Ge,
    /// GE.A: `D[d] = (A[a] >= A[b]) ? 1 : 0 (unsigned 32-bit)`.
    GeA,
    /// GE.U: `D[d] = (D[a] >= D[b] unsigned) ? 1 : 0`.
    GeU,
    /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p, p = p`; flags p+w>32 undefined.
    ImaskEPw,
    /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p, p = D[c][4:0]`; flags p+w>32
    /// undefined.
    ImaskEW,
    /// INS.T: `D[d] = D[a] with bit p replaced by D[b][q]`.
    InsT,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p = E[c].lo[4:0],
    /// w = E[c].hi[4:0]`; flags p+w>32 undefined.
    Insert,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p = p, w = w`;
    /// flags p+w>32 undefined.
    InsertPw,
    /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p = D[c][4:0], w =
    /// w`; flags p+w>32 undefined.
    InsertW,
    /// INSN.T: `D[d] = D[a] with bit p replaced by ~D[b][q]`.
    InsnT,
    /// ISYNC: `finish all earlier instructions, flush pipeline, refetch next instruction`.
    Isync,
    /// ITOF: `D[d] = float(signed D[a]), round PSW.RM`; flags FS,FX.
    Itof,
    /// IXMAX: `x = E[c], lo/hi = halves of D[b] (signed): E[d].lo[15:0] = x[15:0]+2; if lo >= hi
    /// and lo > x[47:32]: value = lo, index = x[15:0]; else if hi > lo and hi > x[47:32]: value =
    /// hi, index = x[15:0]+1; else keep x; E[d][31:16] = index, [47:32] = value, [63:48] = 0`.
    Ixmax,
    /// IXMAX.U: `x = E[c], lo/hi = halves of D[b] (unsigned): E[d].lo[15:0] = x[15:0]+2; if lo >=
    /// hi and lo > x[47:32]: value = lo, index = x[15:0]; else if hi > lo and hi > x[47:32]: value
    /// = hi, index = x[15:0]+1; else keep x; E[d][31:16] = index, [47:32] = value, [63:48] = 0`.
    IxmaxU,
    /// IXMIN: `x = E[c], lo/hi = halves of D[b] (signed): E[d].lo[15:0] = x[15:0]+2; if lo <= hi
    /// and lo < x[47:32]: value = lo, index = x[15:0]; else if hi < lo and hi < x[47:32]: value =
    /// hi, index = x[15:0]+1; else keep x; E[d][31:16] = index, [47:32] = value, [63:48] = 0`.
    Ixmin,
    /// IXMIN.U: `x = E[c], lo/hi = halves of D[b] (unsigned): E[d].lo[15:0] = x[15:0]+2; if lo <=
    /// hi and lo < x[47:32]: value = lo, index = x[15:0]; else if hi < lo and hi < x[47:32]: value
    /// = hi, index = x[15:0]+1; else keep x; E[d][31:16] = index, [47:32] = value, [63:48] = 0`.
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
    /// JGEZ: `if D[b] >= 0 (signed) then PC = PC + t`.
    Jgez,
    /// JGTZ: `if D[b] > 0 (signed) then PC = PC + t`.
    Jgtz,
    /// JI: `PC = A[a] & ~1`.
    Ji,
    /// JL: `t = PC + t; A[11] = PC + 4; PC = t`.
    Jl,
    /// JLA: `t = t; A[11] = PC + 4; PC = t`.
    Jla,
    /// JLEZ: `if D[b] <= 0 (signed) then PC = PC + t`.
    Jlez,
    /// JLI: `t = A[a] & ~1; A[11] = PC + 4; PC = t`.
    Jli,
    /// JLT: `if D[a] < (signed) D[b] then PC = PC + t`.
    Jlt,
    /// JLT.U: `if D[a] < (unsigned) D[b] then PC = PC + t`.
    JltU,
    /// JLTZ: `if D[b] < 0 (signed) then PC = PC + t`.
    Jltz,
    /// JNE: `if D[a] != D[b] then PC = PC + t`.
    Jne,
    /// JNE.A: `if A[a] != A[b] then PC = PC + t`.
    JneA,
    /// JNED: `if D[a] != D[b] (old value) then PC = PC + t; D[a] -= 1 (always)`.
    Jned,
    /// JNEI: `if D[a] != D[b] (old value) then PC = PC + t; D[a] += 1 (always)`.
    Jnei,
    /// JNZ: `if D[15] != 0 then PC = PC + t`.
    Jnz,
    /// JNZ.A: `if A[a] != 0 then PC = PC + t`.
    JnzA,
    /// JNZ.T: `if bit n of D[a] is 1 then PC = PC + t`.
    JnzT,
    /// JZ: `if D[15] == 0 then PC = PC + t`.
    Jz,
    /// JZ.A: `if A[a] == 0 then PC = PC + t`.
    JzA,
    /// JZ.T: `if bit n of D[a] is 0 then PC = PC + t`.
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
    /// LDLCX: `load 14 lower-context registers from EA..EA+63 (words 0,1 skipped: PCXI and A11
    /// unchanged)`; flags EA must be 64-byte aligned, in DSPR/cached memory.
    Ldlcx,
    /// LDMST: `M32[EA] = (M32[EA] & ~E.hi) | (E.lo & E.hi), E = E[a], atomic`.
    Ldmst,
    /// LDUCX: `load 14 upper-context registers from EA..EA+63 (words 0,1 skipped: PCXI and PSW
    /// unchanged)`; flags EA must be 64-byte aligned, in DSPR/cached memory.
    Lducx,
    /// LEA: `A[d] = EA`.
    Lea,
    /// LOOP: `if A[b] != 0 then PC = PC + t; A[b] -= 1 (decrement always; test uses old value)`.
    Loop,
    /// LOOPU: `PC = PC + t`.
    Loopu,
    /// LT: `D[d] = (D[a] < D[b] signed) ? 1 : 0`.
    Lt,
    /// LT.A: `D[d] = (A[a] < A[b]) ? 1 : 0 (unsigned 32-bit)`.
    LtA,
    /// LT.B: `per signed byte lane: all ones if D[a][i] < D[b][i] else 0`.
    LtB,
    /// LT.BU: `per unsigned byte lane: all ones if D[a][i] < D[b][i] else 0`.
    LtBu,
    /// LT.H: `per signed halfword lane: all ones if D[a][i] < D[b][i] else 0`.
    LtH,
    /// LT.HU: `per unsigned halfword lane: all ones if D[a][i] < D[b][i] else 0`.
    LtHu,
    /// LT.U: `D[d] = (D[a] < D[b] unsigned) ? 1 : 0`.
    LtU,
    /// LT.W: `per signed word lane: all ones if D[a][i] < D[b][i] else 0`.
    LtW,
    /// LT.WU: `per unsigned word lane: all ones if D[a][i] < D[b][i] else 0`.
    LtWu,
    /// MADD: `D[d] = D[c] + D[a] * D[b] signed`; flags V,AV.
    Madd,
    /// MADD: `E[d] = E[c] + D[a] * D[b] signed`; flags V,AV.
    MaddE,
    /// MADD.F: `D[d] = rnd(D[c] + D[a] * D[b]) single rounding`; flags FS,FI,FV,FU,FX.
    MaddF,
    /// MADD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MaddHEUl,
    /// MADD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MaddHELu,
    /// MADD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MaddHELl,
    /// MADD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MaddHEUu,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].U) << n) >> 16)`; flags V,AV.
    MaddQU,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b].L) << n) >> 16)`; flags V,AV.
    MaddQL,
    /// MADD.Q: `D[d] = D[c] + (((D[a] * D[b]) << n) >> 32)`; flags V,AV.
    MaddQ,
    /// MADD.Q: `D[d] = D[c] + q16(D[a].U, D[b].U, n)`; flags V,AV.
    MaddQUU,
    /// MADD.Q: `D[d] = D[c] + q16(D[a].L, D[b].L, n)`; flags V,AV.
    MaddQLL,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].U) << n)`; flags V,AV.
    MaddQEU,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b].L) << n)`; flags V,AV.
    MaddQEL,
    /// MADD.Q: `E[d] = E[c] + ((D[a] * D[b]) << n)`; flags V,AV.
    MaddQE,
    /// MADD.Q: `E[d] = E[c] + (q16(D[a].U, D[b].U, n) << 16)`; flags V,AV.
    MaddQEUU,
    /// MADD.Q: `E[d] = E[c] + (q16(D[a].L, D[b].L, n) << 16)`; flags V,AV.
    MaddQELL,
    /// MADD.U: `E[d] = E[c] + D[a] * D[b] unsigned`; flags V,AV.
    MaddU,
    /// MADDM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MaddmHEUl,
    /// MADDM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MaddmHELu,
    /// MADDM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MaddmHELl,
    /// MADDM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MaddmHEUu,
    /// MADDMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MaddmsHEUl,
    /// MADDMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MaddmsHELu,
    /// MADDMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MaddmsHELl,
    /// MADDMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MaddmsHEUu,
    /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi + H + 0x8000)[31:16], (E[c].lo +
    /// L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddrHUlC,
    /// MADDR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddrHUl,
    /// MADDR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddrHLu,
    /// MADDR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddrHLl,
    /// MADDR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddrHUu,
    /// MADDR.Q: `D[d] = (D[c] + q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V,AV.
    MaddrQUU,
    /// MADDR.Q: `D[d] = (D[c] + q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V,AV.
    MaddrQLL,
    /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi + H + 0x8000))[31:16],
    /// (ssov32(E[c].lo + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddrsHUlC,
    /// MADDRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddrsHUl,
    /// MADDRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddrsHLu,
    /// MADDRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddrsHLl,
    /// MADDRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddrsHUu,
    /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V,AV.
    MaddrsQUU,
    /// MADDRS.Q: `D[d] = (ssov32(D[c] + q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V,AV.
    MaddrsQLL,
    /// MADDS: `D[d] = ssov32(D[c] + D[a] * D[b]) signed`; flags V,AV.
    Madds,
    /// MADDS: `E[d] = ssov64(E[c] + D[a] * D[b]) signed`; flags V,AV.
    MaddsE,
    /// MADDS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MaddsHEUl,
    /// MADDS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MaddsHELu,
    /// MADDS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MaddsHELl,
    /// MADDS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MaddsHEUu,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].U) << n) >> 16))`; flags V,AV.
    MaddsQU,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b].L) << n) >> 16))`; flags V,AV.
    MaddsQL,
    /// MADDS.Q: `D[d] = ssov32(D[c] + (((D[a] * D[b]) << n) >> 32))`; flags V,AV.
    MaddsQ,
    /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].U, D[b].U, n))`; flags V,AV.
    MaddsQUU,
    /// MADDS.Q: `D[d] = ssov32(D[c] + q16(D[a].L, D[b].L, n))`; flags V,AV.
    MaddsQLL,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].U) << n))`; flags V,AV.
    MaddsQEU,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b].L) << n))`; flags V,AV.
    MaddsQEL,
    /// MADDS.Q: `E[d] = ssov64(E[c] + ((D[a] * D[b]) << n))`; flags V,AV.
    MaddsQE,
    /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].U, D[b].U, n) << 16))`; flags V,AV.
    MaddsQEUU,
    /// MADDS.Q: `E[d] = ssov64(E[c] + (q16(D[a].L, D[b].L, n) << 16))`; flags V,AV.
    MaddsQELL,
    /// MADDS.U: `D[d] = suov32(D[c] + D[a] * D[b]) unsigned`; flags V,AV.
    MaddsU,
    /// MADDS.U: `E[d] = suov64(E[c] + D[a] * D[b]) unsigned`; flags V,AV.
    MaddsUE,
    /// MADDSU.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MaddsuHEUl,
    /// MADDSU.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MaddsuHELu,
    /// MADDSU.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MaddsuHELl,
    /// MADDSU.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi + H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MaddsuHEUu,
    /// MADDSUM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MaddsumHEUl,
    /// MADDSUM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MaddsumHELu,
    /// MADDSUM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MaddsumHELl,
    /// MADDSUM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] + ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MaddsumHEUu,
    /// MADDSUMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MaddsumsHEUl,
    /// MADDSUMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MaddsumsHELu,
    /// MADDSUMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MaddsumsHELl,
    /// MADDSUMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] + ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MaddsumsHEUu,
    /// MADDSUR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddsurHUl,
    /// MADDSUR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddsurHLu,
    /// MADDSUR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddsurHLl,
    /// MADDSUR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) + H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MaddsurHUu,
    /// MADDSURS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddsursHUl,
    /// MADDSURS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddsursHLu,
    /// MADDSURS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddsursHLl,
    /// MADDSURS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) + H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MaddsursHUu,
    /// MADDSUS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MaddsusHEUl,
    /// MADDSUS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MaddsusHELu,
    /// MADDSUS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MaddsusHELl,
    /// MADDSUS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi + H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MaddsusHEUu,
    /// MAX: `D[d] = signed max of D[a], D[b]`.
    Max,
    /// MAX.B: `per byte lane: D[d] = signed max of D[a], D[b]`.
    MaxB,
    /// MAX.BU: `per byte lane: D[d] = unsigned max of D[a], D[b]`.
    MaxBu,
    /// MAX.H: `per halfword lane: D[d] = signed max of D[a], D[b]`.
    MaxH,
    /// MAX.HU: `per halfword lane: D[d] = unsigned max of D[a], D[b]`.
    MaxHu,
    /// MAX.U: `D[d] = unsigned max of D[a], D[b]`.
    MaxU,
    /// MFCR: `D[d] = CSFR[b] (undefined numbers read 0)`.
    Mfcr,
    /// MIN: `D[d] = signed min of D[a], D[b]`.
    Min,
    /// MIN.B: `per byte lane: D[d] = signed min of D[a], D[b]`.
    MinB,
    /// MIN.BU: `per byte lane: D[d] = unsigned min of D[a], D[b]`.
    MinBu,
    /// MIN.H: `per halfword lane: D[d] = signed min of D[a], D[b]`.
    MinH,
    /// MIN.HU: `per halfword lane: D[d] = unsigned min of D[a], D[b]`.
    MinHu,
    /// MIN.U: `D[d] = unsigned min of D[a], D[b]`.
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
    /// MSUB: `D[d] = D[c] - D[a] * D[b] signed`; flags V,AV.
    Msub,
    /// MSUB: `E[d] = E[c] - D[a] * D[b] signed`; flags V,AV.
    MsubE,
    /// MSUB.F: `D[d] = rnd(D[c] - D[a] * D[b]) single rounding`; flags FS,FI,FV,FU,FX.
    MsubF,
    /// MSUB.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MsubHEUl,
    /// MSUB.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MsubHELu,
    /// MSUB.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MsubHELl,
    /// MSUB.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo - L`;
    /// flags V,AV (OR of both).
    MsubHEUu,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].U) << n) >> 16)`; flags V,AV.
    MsubQU,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b].L) << n) >> 16)`; flags V,AV.
    MsubQL,
    /// MSUB.Q: `D[d] = D[c] - (((D[a] * D[b]) << n) >> 32)`; flags V,AV.
    MsubQ,
    /// MSUB.Q: `D[d] = D[c] - q16(D[a].U, D[b].U, n)`; flags V,AV.
    MsubQUU,
    /// MSUB.Q: `D[d] = D[c] - q16(D[a].L, D[b].L, n)`; flags V,AV.
    MsubQLL,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].U) << n)`; flags V,AV.
    MsubQEU,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b].L) << n)`; flags V,AV.
    MsubQEL,
    /// MSUB.Q: `E[d] = E[c] - ((D[a] * D[b]) << n)`; flags V,AV.
    MsubQE,
    /// MSUB.Q: `E[d] = E[c] - (q16(D[a].U, D[b].U, n) << 16)`; flags V,AV.
    MsubQEUU,
    /// MSUB.Q: `E[d] = E[c] - (q16(D[a].L, D[b].L, n) << 16)`; flags V,AV.
    MsubQELL,
    /// MSUB.U: `E[d] = E[c] - D[a] * D[b] unsigned`; flags V,AV.
    MsubU,
    /// MSUBAD.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MsubadHEUl,
    /// MSUBAD.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MsubadHELu,
    /// MSUBAD.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MsubadHELl,
    /// MSUBAD.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = E[c].hi - H, E[d].lo = E[c].lo + L`;
    /// flags V,AV (OR of both).
    MsubadHEUu,
    /// MSUBADM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MsubadmHEUl,
    /// MSUBADM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MsubadmHELu,
    /// MSUBADM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MsubadmHELl,
    /// MSUBADM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) - sx(L)) << 16)`; flags
    /// V,AV.
    MsubadmHEUu,
    /// MSUBADMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MsubadmsHEUl,
    /// MSUBADMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MsubadmsHELu,
    /// MSUBADMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MsubadmsHELl,
    /// MSUBADMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) - sx(L)) <<
    /// 16))`; flags V,AV.
    MsubadmsHEUu,
    /// MSUBADR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubadrHUl,
    /// MSUBADR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubadrHLu,
    /// MSUBADR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubadrHLl,
    /// MSUBADR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) + L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubadrHUu,
    /// MSUBADRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubadrsHUl,
    /// MSUBADRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubadrsHLu,
    /// MSUBADRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubadrsHLl,
    /// MSUBADRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) + L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubadrsHUu,
    /// MSUBADS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MsubadsHEUl,
    /// MSUBADS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MsubadsHELu,
    /// MSUBADS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MsubadsHELl,
    /// MSUBADS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo + L)`; flags V,AV (OR of both).
    MsubadsHEUu,
    /// MSUBM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MsubmHEUl,
    /// MSUBM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MsubmHELu,
    /// MSUBM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MsubmHELl,
    /// MSUBM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = E[c] - ((sx(H) + sx(L)) << 16)`; flags
    /// V,AV.
    MsubmHEUu,
    /// MSUBMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MsubmsHEUl,
    /// MSUBMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MsubmsHELu,
    /// MSUBMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MsubmsHELl,
    /// MSUBMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = ssov64(E[c] - ((sx(H) + sx(L)) << 16))`;
    /// flags V,AV.
    MsubmsHEUu,
    /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(E[c].hi - H + 0x8000)[31:16], (E[c].lo -
    /// L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubrHUlC,
    /// MSUBR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubrHUl,
    /// MSUBR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubrHLu,
    /// MSUBR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubrHLl,
    /// MSUBR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {((D[c] & 0xFFFF0000) - H +
    /// 0x8000)[31:16], ((D[c] << 16) - L + 0x8000)[31:16]}`; flags V,AV (OR of both).
    MsubrHUu,
    /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000`; flags V,AV.
    MsubrQUU,
    /// MSUBR.Q: `D[d] = (D[c] - q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000`; flags V,AV.
    MsubrQLL,
    /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32(E[c].hi - H + 0x8000))[31:16],
    /// (ssov32(E[c].lo - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubrsHUlC,
    /// MSUBRS.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubrsHUl,
    /// MSUBRS.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubrsHLu,
    /// MSUBRS.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubrsHLl,
    /// MSUBRS.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {(ssov32((D[c] & 0xFFFF0000) - H +
    /// 0x8000))[31:16], (ssov32((D[c] << 16) - L + 0x8000))[31:16]}`; flags V,AV (OR of both).
    MsubrsHUu,
    /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].U, D[b].U, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V,AV.
    MsubrsQUU,
    /// MSUBRS.Q: `D[d] = (ssov32(D[c] - q16(D[a].L, D[b].L, n) + 0x8000)) & 0xFFFF0000`; flags
    /// V,AV.
    MsubrsQLL,
    /// MSUBS: `D[d] = ssov32(D[c] - D[a] * D[b]) signed`; flags V,AV.
    Msubs,
    /// MSUBS: `E[d] = ssov64(E[c] - D[a] * D[b]) signed`; flags V,AV.
    MsubsE,
    /// MSUBS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MsubsHEUl,
    /// MSUBS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MsubsHELu,
    /// MSUBS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MsubsHELl,
    /// MSUBS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = ssov32(E[c].hi - H), E[d].lo =
    /// ssov32(E[c].lo - L)`; flags V,AV (OR of both).
    MsubsHEUu,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].U) << n) >> 16))`; flags V,AV.
    MsubsQU,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b].L) << n) >> 16))`; flags V,AV.
    MsubsQL,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - (((D[a] * D[b]) << n) >> 32))`; flags V,AV.
    MsubsQ,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].U, D[b].U, n))`; flags V,AV.
    MsubsQUU,
    /// MSUBS.Q: `D[d] = ssov32(D[c] - q16(D[a].L, D[b].L, n))`; flags V,AV.
    MsubsQLL,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].U) << n))`; flags V,AV.
    MsubsQEU,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b].L) << n))`; flags V,AV.
    MsubsQEL,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - ((D[a] * D[b]) << n))`; flags V,AV.
    MsubsQE,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].U, D[b].U, n) << 16))`; flags V,AV.
    MsubsQEUU,
    /// MSUBS.Q: `E[d] = ssov64(E[c] - (q16(D[a].L, D[b].L, n) << 16))`; flags V,AV.
    MsubsQELL,
    /// MSUBS.U: `D[d] = suov32(D[c] - D[a] * D[b]) unsigned`; flags V,AV.
    MsubsU,
    /// MSUBS.U: `E[d] = suov64(E[c] - D[a] * D[b]) unsigned`; flags V,AV.
    MsubsUE,
    /// MTCR: `CSFR[b] = D[a] (follow by ISYNC)`; flags supervisor (PRIV trap).
    Mtcr,
    /// MUL: `D[d] = D[a] * D[b] (signed)`; flags V,AV.
    Mul,
    /// MUL: `E[d] = 64-bit D[a] * D[b] (signed)`; flags V,AV (V=0).
    MulE,
    /// MUL.F: `D[d] = rnd(D[a] * D[b])`; flags FS,FI,FV,FU,FX.
    MulF,
    /// MUL.H: `(H,L) = prods_UL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V,AV (V=0).
    MulHEUl,
    /// MUL.H: `(H,L) = prods_LU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V,AV (V=0).
    MulHELu,
    /// MUL.H: `(H,L) = prods_LL(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V,AV (V=0).
    MulHELl,
    /// MUL.H: `(H,L) = prods_UU(D[a], D[b], n): E[d].hi = H, E[d].lo = L`; flags V,AV (V=0).
    MulHEUu,
    /// MUL.Q: `D[d] = ((D[a] * D[b].U) << n) >> 16`; flags V,AV.
    MulQU,
    /// MUL.Q: `D[d] = ((D[a] * D[b].L) << n) >> 16`; flags V,AV.
    MulQL,
    /// MUL.Q: `D[d] = ((D[a] * D[b]) << n) >> 32`; flags V,AV.
    MulQ,
    /// MUL.Q: `D[d] = q16(D[a].U, D[b].U, n)`; flags V,AV.
    MulQUU,
    /// MUL.Q: `D[d] = q16(D[a].L, D[b].L, n)`; flags V,AV.
    MulQLL,
    /// MUL.Q: `E[d] = (D[a] * D[b].U) << n, 64 bit`; flags V,AV.
    MulQEU,
    /// MUL.Q: `E[d] = (D[a] * D[b].L) << n, 64 bit`; flags V,AV.
    MulQEL,
    /// MUL.Q: `E[d] = (D[a] * D[b]) << n, 64 bit`; flags V,AV.
    MulQE,
    /// MUL.U: `E[d] = 64-bit D[a] * D[b] (unsigned)`; flags V,AV (V=0).
    MulU,
    /// MULM.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V,AV (V=0).
    MulmHEUl,
    /// MULM.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V,AV (V=0).
    MulmHELu,
    /// MULM.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V,AV (V=0).
    MulmHELl,
    /// MULM.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16`; flags V,AV (V=0).
    MulmHEUu,
    /// MULMS.H: `(H,L) = prods_UL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16, saturated to 64
    /// bit`; flags V,AV (V=0).
    MulmsHEUl,
    /// MULMS.H: `(H,L) = prods_LU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16, saturated to 64
    /// bit`; flags V,AV (V=0).
    MulmsHELu,
    /// MULMS.H: `(H,L) = prods_LL(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16, saturated to 64
    /// bit`; flags V,AV (V=0).
    MulmsHELl,
    /// MULMS.H: `(H,L) = prods_UU(D[a], D[b], n): E[d] = (sx(H) + sx(L)) << 16, saturated to 64
    /// bit`; flags V,AV (V=0).
    MulmsHEUu,
    /// MULR.H: `(H,L) = prods_UL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V,AV (V=0).
    MulrHUl,
    /// MULR.H: `(H,L) = prods_LU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V,AV (V=0).
    MulrHLu,
    /// MULR.H: `(H,L) = prods_LL(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V,AV (V=0).
    MulrHLl,
    /// MULR.H: `(H,L) = prods_UU(D[a], D[b], n): D[d] = {rnd16(H), rnd16(L)}`; flags V,AV (V=0).
    MulrHUu,
    /// MULR.Q: `D[d] = (q16(D[a].U, D[b].U, n) + 0x8000) & 0xFFFF0000 (0x7FFF0000 in the -1*-1, n=1
    /// case)`; flags V,AV.
    MulrQUU,
    /// MULR.Q: `D[d] = (q16(D[a].L, D[b].L, n) + 0x8000) & 0xFFFF0000 (0x7FFF0000 in the -1*-1, n=1
    /// case)`; flags V,AV.
    MulrQLL,
    /// MULS: `D[d] = ssov32(D[a] * D[b] (signed))`; flags V,AV.
    Muls,
    /// MULS.U: `D[d] = suov32(D[a] * D[b] (unsigned))`; flags V,AV.
    MulsU,
    /// NAND: `D[d] = ~(D[a] & D[b])`.
    Nand,
    /// NAND.T: `p = D[a][p], q = D[b][q], t = (~(p & q)) & 1: D[d] = t`.
    NandT,
    /// NE: `D[d] = (D[a] != D[b]) ? 1 : 0`.
    Ne,
    /// NE.A: `D[d] = (A[a] != A[b]) ? 1 : 0 (unsigned 32-bit)`.
    NeA,
    /// NEZ.A: `D[d] = (A[a] != 0) ? 1 : 0`.
    NezA,
    /// NOP: `no operation`.
    Nop,
    /// NOR: `D[d] = ~(D[a] | D[b])`.
    Nor,
    /// NOR.T: `p = D[a][p], q = D[b][q], t = (~(p | q)) & 1: D[d] = t`.
    NorT,
    /// NOT: `D[d] = ~D[d] (mnemonic NOT)`.
    Not,
    /// OR: `D[d] = D[a] | D[b]`.
    Or,
    /// OR.AND.T: `p = D[a][p], q = D[b][q], t = (p & q) & 1: D[d][0] = old D[d][0] | t; bits 31:1
    /// unchanged`.
    OrAndT,
    /// OR.ANDN.T: `p = D[a][p], q = D[b][q], t = (p & ~q) & 1: D[d][0] = old D[d][0] | t; bits 31:1
    /// unchanged`.
    OrAndnT,
    /// OR.EQ: `D[d][0] = old D[d][0] | (D[a] == D[b]); bits 31:1 unchanged`.
    OrEq,
    /// OR.GE: `D[d][0] = old D[d][0] | (D[a] >= D[b] signed); bits 31:1 unchanged`.
    OrGe,
    /// OR.GE.U: `D[d][0] = old D[d][0] | (D[a] >= D[b] unsigned); bits 31:1 unchanged`.
    OrGeU,
    /// OR.LT: `D[d][0] = old D[d][0] | (D[a] < D[b] signed); bits 31:1 unchanged`.
    OrLt,
    /// OR.LT.U: `D[d][0] = old D[d][0] | (D[a] < D[b] unsigned); bits 31:1 unchanged`.
    OrLtU,
    /// OR.NE: `D[d][0] = old D[d][0] | (D[a] != D[b]); bits 31:1 unchanged`.
    OrNe,
    /// OR.NOR.T: `p = D[a][p], q = D[b][q], t = (~(p | q)) & 1: D[d][0] = old D[d][0] | t; bits
    /// 31:1 unchanged`.
    OrNorT,
    /// OR.OR.T: `p = D[a][p], q = D[b][q], t = (p | q) & 1: D[d][0] = old D[d][0] | t; bits 31:1
    /// unchanged`.
    OrOrT,
    /// OR.T: `p = D[a][p], q = D[b][q], t = (p | q) & 1: D[d] = t`.
    OrT,
    /// ORN: `D[d] = D[a] | ~D[b]`.
    Orn,
    /// ORN.T: `p = D[a][p], q = D[b][q], t = (p | ~q) & 1: D[d] = t`.
    OrnT,
    /// PACK: `m = E[c].lo, e = signed E[c].hi, sign = D[a][31]; r = m[7] & (m[8] | (m[6:0]!=0) |
    /// PSW.C); if m[31]==0 and e==255: {255, m[30:8]}; elif m[31] and e>=127: {255,0}; elif (m[31]
    /// and e<=-128) or m==0: {0,0}; else {m[31] ? (e+128)[7:0] : 0, m[30:8]} + r as one 31-bit
    /// number; result = sign joined with {exponent,fraction}`; flags reads C.
    Pack,
    /// PARITY: `D[d] bits 24,16,8,0 = XOR of the bits of byte 3,2,1,0 of D[a]; other bits 0`.
    Parity,
    /// Q31TOF: `D[d] = float(q31(D[a]) * 2^sx9(D[b])), round PSW.RM`; flags FS,FV,FU,FX.
    Q31tof,
    /// QSEED.F: `D[d] = reciprocal-square-root seed of D[a] (8-bit table, see facts sheet section
    /// 2)`; flags FS,FI.
    QseedF,
    /// RESTORE: `ICR.IE = D[a][0]`; flags user-1/supervisor.
    Restore,
    /// RET: `CDC check/decrement, PC = A[11] & ~1, restore UPPER context from PCXI link (PSW[25:24]
    /// keep their present value), free the CSA`; flags traps CDU,CSU,CTYP.
    Ret,
    /// RFE: `NEST check, PC = A[11] & ~1, ICR.IE = PCXI.PIE, ICR.CCPN = PCXI.PCPN, restore UPPER
    /// context (whole PSW), free the CSA`; flags traps CSU,CTYP,NEST.
    Rfe,
    /// RFM: `if DBGTCR.DTA==0 nop else PC = A[11] & ~1, ICR.IE = PCXI.PIE, ICR.CCPN = PCXI.PCPN,
    /// {PCXI,PSW,A10,A11} = M32[DCX+0,4,8,12], DBGTCR.DTA = 0`; flags supervisor.
    Rfm,
    /// RSLCX: `restore LOWER context (incl. A11) from PCXI link, free the CSA`; flags traps
    /// CSU,CTYP.
    Rslcx,
    /// RSTV: `PSW.V = SV = AV = SAV = 0`; flags V,SV,AV,SAV.
    Rstv,
    /// RSUB: `D[d] = b - D[a]`; flags V,AV.
    Rsub,
    /// RSUBS: `D[d] = ssov32(b - D[a])`; flags V,AV.
    Rsubs,
    /// RSUBS.U: `D[d] = suov32(b - D[a]), both as unsigned 32 bit`; flags V,AV.
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
    /// SH: `s = sx6(D[b]): s>=0 ? D[a] << s : D[a] >>u -s (s = -32 gives 0) -> D[d]`.
    Sh,
    /// SH.AND.T: `p = D[a][p], q = D[b][q], t = (p & q) & 1: D[d] = (old D[d] << 1) | t`.
    ShAndT,
    /// SH.ANDN.T: `p = D[a][p], q = D[b][q], t = (p & ~q) & 1: D[d] = (old D[d] << 1) | t`.
    ShAndnT,
    /// SH.EQ: `D[d] = (old D[d] << 1) | (D[a] == D[b])`.
    ShEq,
    /// SH.GE: `D[d] = (old D[d] << 1) | (D[a] >= D[b] signed)`.
    ShGe,
    /// SH.GE.U: `D[d] = (old D[d] << 1) | (D[a] >= D[b] unsigned)`.
    ShGeU,
    /// SH.H: `s = sx5(D[b]): per halfword s>=0 ? << s : >>u -s (-16 gives 0) of D[a] -> D[d]`.
    ShH,
    /// SH.LT: `D[d] = (old D[d] << 1) | (D[a] < D[b] signed)`.
    ShLt,
    /// SH.LT.U: `D[d] = (old D[d] << 1) | (D[a] < D[b] unsigned)`.
    ShLtU,
    /// SH.NAND.T: `p = D[a][p], q = D[b][q], t = (~(p & q)) & 1: D[d] = (old D[d] << 1) | t`.
    ShNandT,
    /// SH.NE: `D[d] = (old D[d] << 1) | (D[a] != D[b])`.
    ShNe,
    /// SH.NOR.T: `p = D[a][p], q = D[b][q], t = (~(p | q)) & 1: D[d] = (old D[d] << 1) | t`.
    ShNorT,
    /// SH.OR.T: `p = D[a][p], q = D[b][q], t = (p | q) & 1: D[d] = (old D[d] << 1) | t`.
    ShOrT,
    /// SH.ORN.T: `p = D[a][p], q = D[b][q], t = (p | ~q) & 1: D[d] = (old D[d] << 1) | t`.
    ShOrnT,
    /// SH.XNOR.T: `p = D[a][p], q = D[b][q], t = (~(p ^ q)) & 1: D[d] = (old D[d] << 1) | t`.
    ShXnorT,
    /// SH.XOR.T: `p = D[a][p], q = D[b][q], t = (p ^ q) & 1: D[d] = (old D[d] << 1) | t`.
    ShXorT,
    /// SHA: `s = sx6(D[b]): s>=0 ? D[a] << s : D[a] >>s -s -> D[d]; C = any bit shifted out is 1
    /// (left: the s upper bits; right: the -s lower bits; s=0 clears C; s=-32: C = source nonzero);
    /// V = signed overflow of left shift`; flags C,V,AV.
    Sha,
    /// SHA.H: `s = sx5(D[b]): per halfword s>=0 ? << s : >>s -s of D[a] -> D[d]`.
    ShaH,
    /// SHAS: `s = sx6(D[b]): s>=0 ? ssov32(D[a] << s) : D[a] >>s -s -> D[d]`; flags V,AV.
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
    /// ST.T: `M8[EA] with bit p replaced by b (atomic read-modify-write)`.
    StT,
    /// ST.W: `M32[EA] = D[a]`.
    StW,
    /// STLCX: `store 16-word lower context at EA`; flags EA must be 64-byte aligned, in DSPR/cached
    /// memory.
    Stlcx,
    /// STUCX: `store 16-word upper context at EA`; flags EA must be 64-byte aligned, in DSPR/cached
    /// memory.
    Stucx,
    /// SUB: `D[d] = D[a] - D[b]`; flags V,AV.
    Sub,
    /// SUB.A: `A[d] = A[a] - A[b]`.
    SubA,
    /// SUB.B: `per byte: D[d][i] = wrap(D[a][i] - D[b][i])`; flags V,AV (OR over lanes).
    SubB,
    /// SUB.F: `D[d] = rnd(D[c] - D[a])`; flags FS,FI,FV,FU,FX.
    SubF,
    /// SUB.H: `per halfword: D[d][i] = wrap(D[a][i] - D[b][i])`; flags V,AV (OR over lanes).
    SubH,
    /// SUBC: `D[d] = D[a] - D[b] - (1 - PSW.C); C = carry out of D[a] + ~D[b] + C`; flags C,V,AV.
    Subc,
    /// SUBS: `D[d] = ssov32(D[a] - D[b])`; flags V,AV.
    Subs,
    /// SUBS.H: `per halfword: D[d][i] = ssov16(D[a][i] - D[b][i])`; flags V,AV (OR over lanes).
    SubsH,
    /// SUBS.HU: `per unsigned halfword: D[d][i] = suov16(D[a][i] - D[b][i])`; flags V,AV (OR over
    /// lanes).
    SubsHu,
    /// SUBS.U: `D[d] = suov32(zx(D[a]) - zx(D[b]))`; flags V,AV.
    SubsU,
    /// SUBX: `D[d] = D[a] - D[b]; C = 1 when no borrow`; flags C,V,AV.
    Subx,
    /// SVLCX: `save LOWER context to a CSA (PCXI.UL = 0, PCXI.PIE/PCPN = ICR.IE/CCPN)`; flags traps
    /// FCU,FCD.
    Svlcx,
    /// SWAP.W: `t = M32[EA]; M32[EA] = D[d]; D[d] = t, atomic`.
    SwapW,
    /// SWAPMSK.W: `t = M32[EA]; M32[EA] = (t & ~E.hi) | (E.lo & E.hi); E.lo = t, atomic`.
    SwapmskW,
    /// SYSCALL: `trap class 6, TIN = const9[7:0], return address = next instruction`.
    Syscall,
    /// TLBDEMAP: `MMU operation; no MMU on TC27x: raise IOPC trap (class 2 TIN 1)`.
    Tlbdemap,
    /// TLBFLUSH.A: `MMU operation; no MMU on TC27x: raise IOPC trap (class 2 TIN 1)`.
    TlbflushA,
    /// TLBFLUSH.B: `MMU operation; no MMU on TC27x: raise IOPC trap (class 2 TIN 1)`.
    TlbflushB,
    /// TLBMAP: `MMU operation; no MMU on TC27x: raise IOPC trap (class 2 TIN 1)`.
    Tlbmap,
    /// TLBPROBE.A: `MMU operation; no MMU on TC27x: raise IOPC trap (class 2 TIN 1)`.
    TlbprobeA,
    /// TLBPROBE.I: `MMU operation; no MMU on TC27x: raise IOPC trap (class 2 TIN 1)`.
    TlbprobeI,
    /// TRAPSV: `if PSW.SV then trap class 5 TIN 2`.
    Trapsv,
    /// TRAPV: `if PSW.V then trap class 5 TIN 1`.
    Trapv,
    /// UNPACK: `E[d].hi = unbiased exponent (255 if inf/NaN, -127 if zero, -126 if denormal),
    /// E[d].lo = fraction << 7 with bit 30 set for normal numbers`.
    Unpack,
    /// UPDFL: `m = D[a][15:8], v = D[a][7:0]: PSW[31:24] = (PSW[31:24] & ~m) | (v & m)`; flags
    /// PSW[31:24].
    Updfl,
    /// UTOF: `D[d] = float(unsigned D[a]), round PSW.RM`; flags FS,FX.
    Utof,
    /// WAIT: `stop issuing until an interrupt request, trap or debug event arrives, then continue`.
    Wait,
    /// XNOR: `D[d] = ~(D[a] ^ D[b])`.
    Xnor,
    /// XNOR.T: `p = D[a][p], q = D[b][q], t = (~(p ^ q)) & 1: D[d] = t`.
    XnorT,
    /// XOR: `D[d] = D[a] ^ D[b]`.
    Xor,
    /// XOR.EQ: `D[d][0] = old D[d][0] ^ (D[a] == D[b]); bits 31:1 unchanged`.
    XorEq,
    /// XOR.GE: `D[d][0] = old D[d][0] ^ (D[a] >= D[b] signed); bits 31:1 unchanged`.
    XorGe,
    /// XOR.GE.U: `D[d][0] = old D[d][0] ^ (D[a] >= D[b] unsigned); bits 31:1 unchanged`.
    XorGeU,
    /// XOR.LT: `D[d][0] = old D[d][0] ^ (D[a] < D[b] signed); bits 31:1 unchanged`.
    XorLt,
    /// XOR.LT.U: `D[d][0] = old D[d][0] ^ (D[a] < D[b] unsigned); bits 31:1 unchanged`.
    XorLtU,
    /// XOR.NE: `D[d][0] = old D[d][0] ^ (D[a] != D[b]); bits 31:1 unchanged`.
    XorNe,
    /// XOR.T: `p = D[a][p], q = D[b][q], t = (p ^ q) & 1: D[d] = t`.
    XorT,
}

/// Timing class: pipe, latency and issue interval are the same for all instructions of a class.
/// The numbers are in [`Params`](crate::params::Params).
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
