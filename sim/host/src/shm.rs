//! The table of shared regions that `e_init` makes and `e_shm_alloc` fills, in shared DRAM.
//! Layout: epiphany-libs, `epiphany-hal-data.h` and `epiphany-shm-manager.c`.

/// Where the table is for cores, and for the host's processor.
pub(crate) const TABLE: u32 = 0x8f00_0000;
const TABLE_HOST: u32 = 0x3f00_0000;
/// What the table and its heap have together.
pub(crate) const MANAGED: u32 = 4 << 20;
const MAGIC: u32 = 0xabcd_ef00;
const ENTRIES: usize = 64;
const ENTRY: u32 = 296;
const FIRST_ENTRY: u32 = 8;
const NAME_BYTES: usize = 256;
const FREE_SPACE: u32 = 0x4a08;
const NEXT_FREE: u32 = 0x4a10;
const PADDR_EPI: u32 = 0x4a18;
const PADDR_CPU: u32 = 0x4a20;
const HEAP_POINTER: u32 = 0x4a28;
const HEAP: u32 = 0x4a38;
/// In use, size.
const BLOCK_HEADER: u32 = 8;

/// A region.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Region {
    name: String,
    /// From the beginning of the table.
    offset: u32,
    size: u32,
    users: u32,
}

/// The state of the table along a program: known before the run, because allocation does not depend on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shm {
    made: bool,
    /// By entry; a released region leaves its entry to the next one.
    regions: Vec<Option<Region>>,
    next: u32,
}

/// Bytes to be written at an address.
pub(crate) type Writes = Vec<(u32, Vec<u8>)>;

impl Shm {
    /// `e_init`: what is written after the heap was cleared.
    pub fn init(&mut self) -> Writes {
        *self = Shm {
            made: true,
            regions: Vec::new(),
            next: HEAP,
        };
        vec![
            (TABLE, words(&[MAGIC, 1])),
            (TABLE + FREE_SPACE, words(&[MANAGED - HEAP, 0])),
            (TABLE + NEXT_FREE, words(&[TABLE + HEAP, 0])),
            (TABLE + PADDR_EPI, words(&[TABLE, 0])),
            (TABLE + PADDR_CPU, words(&[TABLE_HOST, 0])),
            (TABLE + HEAP_POINTER, words(&[TABLE_HOST + HEAP, 0])),
        ]
    }

    /// The region's first address and size.
    pub fn find(&self, name: &str) -> Option<(u32, u32)> {
        let mut all = self.regions.iter().flatten();
        all.find(|r| r.name == name)
            .map(|r| (TABLE + r.offset, r.size))
    }

    /// `e_shm_alloc`.
    pub fn alloc(&mut self, name: &str, size: u32) -> Result<Writes, String> {
        if !self.made {
            return Err("there is no table of shared regions yet; `init` makes it".to_owned());
        }
        if name.is_empty() || name.len() >= NAME_BYTES {
            return Err(format!("a region's name has 1 to {} bytes", NAME_BYTES - 1));
        }
        if self.find(name).is_some() {
            return Err(format!("`{name}` is there already; use shm_attach"));
        }
        let rounded = size.checked_next_multiple_of(8).filter(|&s| s > 0);
        let end = rounded.and_then(|s| self.next.checked_add(BLOCK_HEADER)?.checked_add(s));
        let (Some(rounded), Some(end)) = (rounded, end.filter(|&e| e <= MANAGED)) else {
            return Err(format!(
                "{size} bytes do not fit into what is left, {}",
                MANAGED - self.next.min(MANAGED)
            ));
        };
        let block = self.next;
        let offset = block + BLOCK_HEADER;
        let free = self.regions.iter().position(Option::is_none);
        let entry = free.unwrap_or(self.regions.len());
        if entry >= ENTRIES {
            return Err(format!("there are {ENTRIES} regions already"));
        }
        let region = Region {
            name: name.to_owned(),
            offset,
            size,
            users: 1,
        };
        let at = TABLE + FIRST_ENTRY + ENTRY * entry as u32;
        let mut bytes = words(&[TABLE_HOST + offset, 0]);
        bytes.extend(name.as_bytes());
        bytes.resize(8 + NAME_BYTES, 0);
        bytes.extend(words(&[size, 0, TABLE + offset, 0, offset, 0, 1, 1]));
        match self.regions.get_mut(entry) {
            Some(r) => *r = Some(region),
            None => self.regions.push(Some(region)),
        }
        self.next = end;
        Ok(vec![
            (TABLE + block, words(&[1, rounded])),
            (at, bytes),
            (TABLE + FREE_SPACE, words(&[MANAGED - end])),
            (TABLE + NEXT_FREE, words(&[TABLE + end])),
        ])
    }

    /// `e_shm_attach` (`by` 1) and `e_shm_release` (`by` -1).
    pub fn use_by(&mut self, name: &str, by: i32) -> Result<Writes, String> {
        let entry = self
            .regions
            .iter()
            .position(|r| r.as_ref().is_some_and(|r| r.name == name));
        let slot = entry.and_then(|e| self.regions.get_mut(e));
        let (Some(entry), Some(slot)) = (entry, slot) else {
            return Err(format!("no shared region is called `{name}` here"));
        };
        let Some(region) = slot else {
            return Ok(Vec::new());
        };
        region.users = region.users.saturating_add_signed(by);
        let users = region.users;
        let count = TABLE + FIRST_ENTRY + ENTRY * entry as u32 + 288;
        let block = TABLE + region.offset - BLOCK_HEADER;
        if users > 0 {
            return Ok(vec![(count, words(&[users]))]);
        }
        *slot = None;
        Ok(vec![(count, words(&[0, 0])), (block, words(&[0]))])
    }
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_region_is_where_boards_have_it() {
        let mut shm = Shm::default();
        assert!(shm.alloc("x", 8).unwrap_err().contains("init"));
        shm.init();
        let writes = shm.alloc("barectf-tracing", 16512).unwrap();
        assert_eq!(shm.find("barectf-tracing"), Some((0x8f00_4a40, 16512)));
        let entry = &writes[1];
        assert_eq!((entry.0, entry.1.len()), (0x8f00_0008, 296));
        assert_eq!(&entry.1[8..24], b"barectf-tracing\0");
        assert!(shm.alloc("barectf-tracing", 8).is_err());
        shm.alloc("second", 5).unwrap();
        assert_eq!(shm.find("second"), Some((0x8f00_4a40 + 16512 + 8, 5)));
        assert!(shm.alloc("big", MANAGED).unwrap_err().contains("fit"));
    }

    #[test]
    fn released_regions_are_gone_when_nobody_uses_them() {
        let mut shm = Shm::default();
        shm.init();
        shm.alloc("a", 64).unwrap();
        assert_eq!(shm.use_by("a", 1).unwrap()[0].1, words(&[2]));
        shm.use_by("a", -1).unwrap();
        assert!(shm.find("a").is_some());
        shm.use_by("a", -1).unwrap();
        assert!(shm.find("a").is_none());
        assert!(shm.use_by("a", 1).is_err());
    }
}
