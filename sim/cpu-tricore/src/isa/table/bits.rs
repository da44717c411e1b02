//! Shifts, counts of bits, bit fields, checksums.

super::family! { $ bits
    opcodes {
        /// SH: `s = sx6(D[b]): D[d] = (s >= 0) ? D[a] << s : D[a] >>u -s`; 0 for s = -32.
        Sh Alu;
        /// SH.H: `s = sx5(D[b])`; per half-word `D[d] = (s >= 0) ? D[a] << s : D[a] >>u -s`; 0
        /// for s = -16.
        ShH Alu;
        /// SHA: `s = sx6(D[b]): D[d] = (s >= 0) ? D[a] << s : D[a] >>s -s`; C = a bit shifted
        /// out is 1 (left: the s upper bits; right: the -s lower bits); V = signed overflow of a left
        /// shift; flags C, V, AV.
        Sha Alu;
        /// SHA.H: `s = sx5(D[b])`; per half-word `D[d] = (s >= 0) ? D[a] << s : D[a] >>s -s`.
        ShaH Alu;
        /// SHAS: `s = sx6(D[b]): D[d] = (s >= 0) ? ssov32(D[a] << s) : D[a] >>s -s`; flags V,
        /// AV.
        Shas Alu2;
        /// CLO: `D[d]` = number of leading ones of `D[a]` (0..32).
        Clo Alu;
        /// CLO.H: `D[d]` = number of leading ones of `D[a]` per half-word.
        CloH Alu;
        /// CLS: `D[d]` = number of leading sign-copy bits below the sign bit of `D[a]` (0..31).
        Cls Alu;
        /// CLS.H: `D[d]` = number of leading sign-copy bits below the sign bit of `D[a]` per
        /// half-word.
        ClsH Alu;
        /// CLZ: `D[d]` = number of leading zeros of `D[a]` (0..32).
        Clz Alu;
        /// CLZ.H: `D[d]` = number of leading zeros of `D[a]` per half-word.
        ClzH Alu;
        /// BMERGE: for i = 0 to 15: `D[d][2i+1] = D[a][i], D[d][2i] = D[b][i]`.
        Bmerge Mul;
        /// BSPLIT: `E[d].hi` = the 16 odd-numbered bits of `D[a]`, `E[d].lo` = the 16 even-numbered
        /// ones; upper halves 0.
        Bsplit Mul;
        /// DEXTR: `D[d]` = upper word of `{D[a], D[b]} << D[c][4:0]`.
        Dextr Alu2;
        /// DEXTR: `D[d]` = upper word of `{D[a], D[b]} << p`.
        DextrP Alu2;
        /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]`; 0 if w is
        /// 0; undefined beyond bit 31.
        Extr Alu2;
        /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p])`; 0 if w is 0; undefined beyond bit 31.
        ExtrPw Alu2;
        /// EXTR: `D[d] = sign-extend(D[a][p+w-1:p]), p = D[c][4:0]`; 0 if w is 0; undefined beyond
        /// bit 31.
        ExtrW Alu2;
        /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = E[c].lo[4:0], w = E[c].hi[4:0]`; 0 if w
        /// is 0; undefined beyond bit 31.
        ExtrU Alu2;
        /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p])`; 0 if w is 0; undefined beyond bit 31.
        ExtrUPw Alu2;
        /// EXTR.U: `D[d] = zero-extend(D[a][p+w-1:p]), p = D[c][4:0]`; 0 if w is 0; undefined beyond
        /// bit 31.
        ExtrUW Alu2;
        /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p`; undefined beyond bit 31.
        ImaskEPw Alu2;
        /// IMASK: `E[d].hi = ((1 << w) - 1) << p; E[d].lo = D[b] << p, p = D[c][4:0]`; undefined
        /// beyond bit 31.
        ImaskEW Alu2;
        /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p =
        /// E[c].lo[4:0], w = E[c].hi[4:0]`; undefined beyond bit 31.
        Insert Alu2;
        /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m)`;
        /// undefined beyond bit 31.
        InsertPw Alu2;
        /// INSERT: `m = ((1 << w) - 1) << p: D[d] = (D[a] & ~m) | ((D[b] << p) & m), p =
        /// D[c][4:0]`; undefined beyond bit 31.
        InsertW Alu2;
        /// CRC32: `D[d]` = IEEE CRC-32 (reflected 0xEDB88320, inverted before and after) continued
        /// from `D[b]` over the 4 bytes of `D[a]`, most significant byte first.
        Crc32 Mul;
        /// PARITY: `D[d]` bits 24, 16, 8, 0 = XOR of the bits of byte 3, 2, 1, 0 of `D[a]`; other bits
        /// 0.
        Parity Mul;
    }
    rows {
        // Shifts.
        "kkkk aaaa 0000 0110" ShSrc { d: D = "a" write, a: D = "a", b: K = "k" } "sh {a},{b}" Sh;
        "dddd 0000 0000 ---- bbbb aaaa 0000 1111" ShRr { d: D = "d" write, a: D = "a", b: D = "b" } "sh {d},{a},{b}" Sh;
        "dddd 0000 000k kkkk kkkk aaaa 1000 1111" ShRc { d: D = "d" write, a: D = "a", b: K = "k" } "sh {d},{a},{b}" Sh;
        "dddd 0100 0000 ---- bbbb aaaa 0000 1111" ShHRr { d: D = "d" write, a: D = "a", b: D = "b" } "sh.h {d},{a},{b}" ShH;
        "dddd 1000 000k kkkk kkkk aaaa 1000 1111" ShHRc { d: D = "d" write, a: D = "a", b: K = "k" } "sh.h {d},{a},{b}" ShH;
        "kkkk aaaa 1000 0110" ShaSrc { d: D = "a" write, a: D = "a", b: K = "k" } "sha {a},{b}" Sha;
        "dddd 0000 0001 ---- bbbb aaaa 0000 1111" ShaRr { d: D = "d" write, a: D = "a", b: D = "b" } "sha {d},{a},{b}" Sha;
        "dddd 0000 001k kkkk kkkk aaaa 1000 1111" ShaRc { d: D = "d" write, a: D = "a", b: K = "k" } "sha {d},{a},{b}" Sha;
        "dddd 0100 0001 ---- bbbb aaaa 0000 1111" ShaHRr { d: D = "d" write, a: D = "a", b: D = "b" } "sha.h {d},{a},{b}" ShaH;
        "dddd 1000 001k kkkk kkkk aaaa 1000 1111" ShaHRc { d: D = "d" write, a: D = "a", b: K = "k" } "sha.h {d},{a},{b}" ShaH;
        "dddd 0000 0010 ---- bbbb aaaa 0000 1111" ShasRr { d: D = "d" write, a: D = "a", b: D = "b" } "shas {d},{a},{b}" Shas;
        "dddd 0000 010k kkkk kkkk aaaa 1000 1111" ShasRc { d: D = "d" write, a: D = "a", b: K = "k" } "shas {d},{a},{b}" Shas;

        // Counts of leading bits.
        "dddd 0001 1100 ---- ---- aaaa 0000 1111" CloRr { d: D = "d" write, a: D = "a" } "clo {d},{a}" Clo;
        "dddd 0111 1101 ---- ---- aaaa 0000 1111" CloHRr { d: D = "d" write, a: D = "a" } "clo.h {d},{a}" CloH;
        "dddd 0001 1101 ---- ---- aaaa 0000 1111" ClsRr { d: D = "d" write, a: D = "a" } "cls {d},{a}" Cls;
        "dddd 0111 1110 ---- ---- aaaa 0000 1111" ClsHRr { d: D = "d" write, a: D = "a" } "cls.h {d},{a}" ClsH;
        "dddd 0001 1011 ---- ---- aaaa 0000 1111" ClzRr { d: D = "d" write, a: D = "a" } "clz {d},{a}" Clz;
        "dddd 0111 1100 ---- ---- aaaa 0000 1111" ClzHRr { d: D = "d" write, a: D = "a" } "clz.h {d},{a}" ClzH;

        // Bit fields.
        "dddd 0000 0001 ---- bbbb aaaa 0100 1011" BmergeRr { d: D = "d" write, a: D = "a", b: D = "b" } "bmerge {d},{a},{b}" Bmerge;
        "dddd 0000 1001 ---- ---- aaaa 0100 1011" BsplitRr { d: E = "d" write, a: D = "a" } "bsplit {d},{a}" Bsplit;
        "dddd cccc 100- ---- bbbb aaaa 0001 0111" DextrRrrr { d: D = "d" write, a: D = "a", b: D = "b", c: D = "c" } "dextr {d},{a},{b},{c}" Dextr;
        "dddd pppp p00- ---- bbbb aaaa 0111 0111" DextrPRrpw { d: D = "d" write, a: D = "a", b: D = "b", p: U = "p" } "dextr {d},{a},{b},{p}" DextrP;
        "dddd cccc 010- ---- ---- aaaa 0001 0111" ExtrRrrr { d: D = "d" write, a: D = "a", c: E = "c" } "extr {d},{a},{c}" Extr;
        "dddd pppp p10w wwww ---- aaaa 0011 0111" ExtrPwRrpw { d: D = "d" write, a: D = "a", p: U = "p", w: U = "w" } "extr {d},{a},{p},{w}" ExtrPw;
        "dddd cccc 010w wwww ---- aaaa 0101 0111" ExtrWRrrw { d: D = "d" write, a: D = "a", c: D = "c", w: U = "w" } "extr {d},{a},{c},{w}" ExtrW;
        "dddd cccc 011- ---- ---- aaaa 0001 0111" ExtrURrrr { d: D = "d" write, a: D = "a", c: E = "c" } "extr.u {d},{a},{c}" ExtrU;
        "dddd pppp p11w wwww ---- aaaa 0011 0111" ExtrUPwRrpw { d: D = "d" write, a: D = "a", p: U = "p", w: U = "w" } "extr.u {d},{a},{p},{w}" ExtrUPw;
        "dddd cccc 011w wwww ---- aaaa 0101 0111" ExtrUWRrrw { d: D = "d" write, a: D = "a", c: D = "c", w: U = "w" } "extr.u {d},{a},{c},{w}" ExtrUW;
        "dddd pppp p01w wwww bbbb ---- 0011 0111" ImaskEPwRrpw { d: E = "d" write, b: D = "b", p: U = "p", w: U = "w" } "imask {d},{b},{p},{w}" ImaskEPw;
        "dddd cccc 001w wwww bbbb ---- 0101 0111" ImaskEWRrrw { d: E = "d" write, b: D = "b", c: D = "c", w: U = "w" } "imask {d},{b},{c},{w}" ImaskEW;
        "dddd pppp p01w wwww kkkk ---- 1011 0111" ImaskEPwRcpw { d: E = "d" write, b: Ku = "k", p: U = "p", w: U = "w" } "imask {d},{b},{p},{w}" ImaskEPw;
        "dddd cccc 001w wwww kkkk ---- 1101 0111" ImaskEWRcrw { d: E = "d" write, b: Ku = "k", c: D = "c", w: U = "w" } "imask {d},{b},{c},{w}" ImaskEW;
        "dddd cccc 000- ---- bbbb aaaa 0001 0111" InsertRrrr { d: D = "d" write, a: D = "a", b: D = "b", c: E = "c" } "insert {d},{a},{b},{c}" Insert;
        "dddd pppp p00w wwww bbbb aaaa 0011 0111" InsertPwRrpw { d: D = "d" write, a: D = "a", b: D = "b", p: U = "p", w: U = "w" } "insert {d},{a},{b},{p},{w}" InsertPw;
        "dddd cccc 000w wwww bbbb aaaa 0101 0111" InsertWRrrw { d: D = "d" write, a: D = "a", b: D = "b", c: D = "c", w: U = "w" } "insert {d},{a},{b},{c},{w}" InsertW;
        "dddd cccc 000- ---- kkkk aaaa 1001 0111" InsertRcrr { d: D = "d" write, a: D = "a", b: Ku = "k", c: E = "c" } "insert {d},{a},{b},{c}" Insert;
        "dddd pppp p00w wwww kkkk aaaa 1011 0111" InsertPwRcpw { d: D = "d" write, a: D = "a", b: Ku = "k", p: U = "p", w: U = "w" } "insert {d},{a},{b},{p},{w}" InsertPw;
        "dddd cccc 000w wwww kkkk aaaa 1101 0111" InsertWRcrw { d: D = "d" write, a: D = "a", b: Ku = "k", c: D = "c", w: U = "w" } "insert {d},{a},{b},{c},{w}" InsertW;

        // Parity and checksum.
        "dddd 0000 0011 ---- bbbb aaaa 0100 1011" Crc32Rr { d: D = "d" write, b: D = "b", a: D = "a" } "crc32 {d},{b},{a}" Crc32;
        "dddd 0000 0010 ---- ---- aaaa 0100 1011" ParityRr { d: D = "d" write, a: D = "a" } "parity {d},{a}" Parity;
    }
}
