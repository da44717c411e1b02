//! Contexts saved and restored, and the data cache.

super::family! { $ context
    opcodes {
        /// BISR: saves the lower context to a CSA; `ICR.IE = 1; ICR.CCPN = b[7:0]`; supervisor only; traps
        /// FCU, FCD.
        Bisr Context { reads: LOWER | RETURN_ADDRESS };
        /// LDLCX: loads the 14 registers of the lower context from words 2 to 15 at EA; PCXI and A11
        /// stay. EA is a multiple of 64 in a scratchpad or cached memory.
        Ldlcx LoadContext { writes: LOWER };
        /// LDUCX: loads the 14 registers of the upper context from words 2 to 15 at EA; PCXI and PSW
        /// stay. EA as for LDLCX.
        Lducx LoadContext { writes: UPPER };
        /// RSLCX: restores the lower context, A11 too, from the CSA that PCXI names and frees it; traps
        /// CSU, CTYP.
        Rslcx Context { writes: LOWER | RETURN_ADDRESS };
        /// STLCX: stores the 16 words of the lower context at EA; EA as for LDLCX.
        Stlcx StoreContext { reads: LOWER | RETURN_ADDRESS };
        /// STUCX: stores the 16 words of the upper context at EA; EA as for LDLCX.
        Stucx StoreContext { reads: UPPER };
        /// SVLCX: saves the lower context to a CSA; `PCXI.UL = 0, PCXI.PIE = ICR.IE, PCXI.PCPN =
        /// ICR.CCPN`; traps FCU, FCD.
        Svlcx Context { reads: LOWER | RETURN_ADDRESS };
        /// CACHEA.I: invalidates the line of the data cache that holds EA; supervisor only.
        CacheaI CacheOp;
        /// CACHEA.W: writes back, if dirty, the line of the data cache that holds EA.
        CacheaW CacheOp;
        /// CACHEA.WI: writes back, if dirty, and invalidates the line of the data cache that holds EA.
        CacheaWi CacheOp;
        /// CACHEI.I: invalidates the line of the data cache that has the index and way of EA;
        /// supervisor only.
        CacheiI CacheOp;
        /// CACHEI.W: writes back, if dirty, the line of the data cache that has the index and way of
        /// EA.
        CacheiW CacheOp;
        /// CACHEI.WI: writes back, if dirty, and invalidates the line of the data cache that has the
        /// index and way of EA.
        CacheiWi CacheOp;
    }
    rows {
        // Contexts: saved, restored, loaded, stored.
        "kkkk kkkk 1110 0000" BisrSc { b: Ku = "k" } "bisr {b}" Bisr;
        "---- 0000 000k kkkk kkkk ---- 1010 1101" BisrRc { b: Ku = "k" } "bisr {b}" Bisr;
        "gggg 10ff ffhh hhhh eeee ---- 0001 0101" LdlcxAbs { o: Abs18 = "efgh", m: Abs = "" } "ldlcx {o}" Ldlcx;
        "eeee 1001 00ff ffff bbbb ---- 0100 1001" LdlcxBo { b: A = "b", o: Off = "ef", m: Base = "" } "ldlcx [{b}]{o}" Ldlcx;
        "gggg 11ff ffhh hhhh eeee ---- 0001 0101" LducxAbs { o: Abs18 = "efgh", m: Abs = "" } "lducx {o}" Lducx;
        "eeee 1001 01ff ffff bbbb ---- 0100 1001" LducxBo { b: A = "b", o: Off = "ef", m: Base = "" } "lducx [{b}]{o}" Lducx;
        "---- 0010 01-- ---- ---- ---- 0000 1101" RslcxSys {} "rslcx" Rslcx;
        "gggg 00ff ffhh hhhh eeee ---- 0001 0101" StlcxAbs { o: Abs18 = "efgh", m: Abs = "" } "stlcx {o}" Stlcx;
        "eeee 1001 10ff ffff bbbb ---- 0100 1001" StlcxBo { b: A = "b", o: Off = "ef", m: Base = "" } "stlcx [{b}]{o}" Stlcx;
        "gggg 01ff ffhh hhhh eeee ---- 0001 0101" StucxAbs { o: Abs18 = "efgh", m: Abs = "" } "stucx {o}" Stucx;
        "eeee 1001 11ff ffff bbbb ---- 0100 1001" StucxBo { b: A = "b", o: Off = "ef", m: Base = "" } "stucx [{b}]{o}" Stucx;
        "---- 0010 00-- ---- ---- ---- 0000 1101" SvlcxSys {} "svlcx" Svlcx;

        // Data cache.
        "eeee 0011 10ff ffff bbbb ---- 1000 1001" CacheaIBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachea.i [{b}+]{o}" CacheaI;
        "eeee 0111 10ff ffff bbbb ---- 1000 1001" CacheaIBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachea.i [+{b}]{o}" CacheaI;
        "eeee 1011 10ff ffff bbbb ---- 1000 1001" CacheaIBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachea.i [{b}]{o}" CacheaI;
        "---- 0011 10-- ---- bbbb ---- 1010 1001" CacheaIBoRev { b: P = "b", m: Rev = "" } "cachea.i [{b}+r]" CacheaI;
        "eeee 0111 10ff ffff bbbb ---- 1010 1001" CacheaIBoCirc { b: P = "b", o: Off = "ef", m: Circ = "" } "cachea.i [{b}+c]{o}" CacheaI;
        "eeee 0011 00ff ffff bbbb ---- 1000 1001" CacheaWBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachea.w [{b}+]{o}" CacheaW;
        "eeee 0111 00ff ffff bbbb ---- 1000 1001" CacheaWBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachea.w [+{b}]{o}" CacheaW;
        "eeee 1011 00ff ffff bbbb ---- 1000 1001" CacheaWBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachea.w [{b}]{o}" CacheaW;
        "---- 0011 00-- ---- bbbb ---- 1010 1001" CacheaWBoRev { b: P = "b", m: Rev = "" } "cachea.w [{b}+r]" CacheaW;
        "eeee 0111 00ff ffff bbbb ---- 1010 1001" CacheaWBoCirc { b: P = "b", o: Off = "ef", m: Circ = "" } "cachea.w [{b}+c]{o}" CacheaW;
        "eeee 0011 01ff ffff bbbb ---- 1000 1001" CacheaWiBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachea.wi [{b}+]{o}" CacheaWi;
        "eeee 0111 01ff ffff bbbb ---- 1000 1001" CacheaWiBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachea.wi [+{b}]{o}" CacheaWi;
        "eeee 1011 01ff ffff bbbb ---- 1000 1001" CacheaWiBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachea.wi [{b}]{o}" CacheaWi;
        "---- 0011 01-- ---- bbbb ---- 1010 1001" CacheaWiBoRev { b: P = "b", m: Rev = "" } "cachea.wi [{b}+r]" CacheaWi;
        "eeee 0111 01ff ffff bbbb ---- 1010 1001" CacheaWiBoCirc { b: P = "b", o: Off = "ef", m: Circ = "" } "cachea.wi [{b}+c]{o}" CacheaWi;
        "eeee 0010 10ff ffff bbbb ---- 1000 1001" CacheiIBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachei.i [{b}+]{o}" CacheiI;
        "eeee 0110 10ff ffff bbbb ---- 1000 1001" CacheiIBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachei.i [+{b}]{o}" CacheiI;
        "eeee 1010 10ff ffff bbbb ---- 1000 1001" CacheiIBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachei.i [{b}]{o}" CacheiI;
        "eeee 0010 11ff ffff bbbb ---- 1000 1001" CacheiWBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachei.w [{b}+]{o}" CacheiW;
        "eeee 0110 11ff ffff bbbb ---- 1000 1001" CacheiWBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachei.w [+{b}]{o}" CacheiW;
        "eeee 1010 11ff ffff bbbb ---- 1000 1001" CacheiWBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachei.w [{b}]{o}" CacheiW;
        "eeee 0011 11ff ffff bbbb ---- 1000 1001" CacheiWiBoPost { b: A = "b", o: Off = "ef", m: Post = "" } "cachei.wi [{b}+]{o}" CacheiWi;
        "eeee 0111 11ff ffff bbbb ---- 1000 1001" CacheiWiBoPre { b: A = "b", o: Off = "ef", m: Pre = "" } "cachei.wi [+{b}]{o}" CacheiWi;
        "eeee 1011 11ff ffff bbbb ---- 1000 1001" CacheiWiBoBase { b: A = "b", o: Off = "ef", m: Base = "" } "cachei.wi [{b}]{o}" CacheiWi;
    }
}
