//! Contents of memories at a moment. Images share equal pages, so an image costs the pages written since the previous
//! one.

use super::LARGEST;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

pub(super) const PAGE_SHIFT: u32 = 12;
/// Bytes of a page.
pub(super) const PAGE: usize = 1 << PAGE_SHIFT;
/// Pages in a group.
const GROUP: usize = 256;

type Page = [u8; PAGE];

/// Pages that follow each other; those that hold zeros are not there.
#[derive(Clone)]
struct Group([Option<Arc<Page>>; GROUP]);

/// The bytes of one memory at a point in time.
#[derive(Clone)]
pub(super) struct Pages {
    /// Bytes of the memory.
    len: usize,
    groups: Vec<Option<Arc<Group>>>,
}

impl Pages {
    /// `len` zeros.
    pub fn zeros(len: usize) -> Pages {
        let groups = len.div_ceil(PAGE).div_ceil(GROUP);
        Pages {
            len,
            groups: vec![None; groups],
        }
    }

    /// Bytes of the memory.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Page number `i`; none when it holds zeros.
    fn page(&self, i: usize) -> Option<&Arc<Page>> {
        let group = self.groups.get(i / GROUP)?.as_ref()?;
        group.0[i % GROUP].as_ref()
    }

    /// Lets page number `i` hold `bytes`, and zeros behind them.
    pub fn set(&mut self, i: usize, bytes: &[u8]) {
        let Some(group) = self.groups.get_mut(i / GROUP) else {
            return;
        };
        let page = bytes.iter().any(|&b| b != 0).then(|| {
            let mut page = [0; PAGE];
            page.iter_mut()
                .zip(bytes)
                .for_each(|(to, &from)| *to = from);
            Arc::new(page)
        });
        if group.is_none() && page.is_none() {
            return;
        }
        let group = group.get_or_insert_with(|| Arc::new(Group([const { None }; GROUP])));
        Arc::make_mut(group).0[i % GROUP] = page;
    }

    /// Puts page number `i` into `bytes`, as far as there is room.
    pub fn copy(&self, i: usize, bytes: &mut [u8]) {
        match self.page(i) {
            Some(page) => bytes
                .iter_mut()
                .zip(&**page)
                .for_each(|(to, &from)| *to = from),
            None => bytes.fill(0),
        }
    }

    /// Numbers of the pages that two images of a memory do not share.
    pub fn differ(&self, other: &Pages) -> Vec<usize> {
        let same = |a: Option<&Arc<Page>>, b: Option<&Arc<Page>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let groups = self.groups.iter().zip(&other.groups).enumerate();
        let groups = groups.filter(|(_, (a, b))| match (a, b) {
            (Some(a), Some(b)) => !Arc::ptr_eq(a, b),
            (a, b) => a.is_some() || b.is_some(),
        });
        let pages = groups.flat_map(|(g, _)| g * GROUP..(g + 1) * GROUP);
        pages
            .filter(|&i| !same(self.page(i), other.page(i)))
            .collect()
    }

    /// True when two images of a memory hold equal bytes.
    fn holds_same(&self, other: &Pages) -> bool {
        let held = |pages: &Pages, i| pages.page(i).map_or([0; PAGE], |page| **page);
        let mut apart = self.differ(other).into_iter();
        apart.all(|i| held(self, i) == held(other, i))
    }

    /// The pages that do not hold zeros, with their numbers.
    fn held(&self) -> Vec<(u64, &[u8])> {
        let groups = self.groups.iter().enumerate().filter(|(_, g)| g.is_some());
        let pages = groups.flat_map(|(g, _)| g * GROUP..(g + 1) * GROUP);
        pages
            .filter_map(|i| {
                let page = self.page(i)?;
                Some((i as u64, &page[..PAGE.min(self.len - i * PAGE)]))
            })
            .collect()
    }

    /// Bytes of the pages that are there.
    fn bytes_held(&self) -> usize {
        self.held().len() * PAGE
    }
}

impl Serialize for Pages {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        (self.len as u64, self.held()).serialize(s)
    }
}

impl<'de> Deserialize<'de> for Pages {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Pages, D::Error> {
        let (len, held): (u64, Vec<(u64, Vec<u8>)>) = Deserialize::deserialize(d)?;
        let wrong = serde::de::Error::custom;
        if len > LARGEST {
            return Err(wrong("a memory of impossible size"));
        }
        let mut pages = Pages::zeros(len as usize);
        for (i, bytes) in held {
            let at = i.checked_mul(PAGE as u64).filter(|&at| at < len);
            let fits = at.is_some_and(|at| bytes.len() as u64 <= (len - at).min(PAGE as u64));
            if !fits {
                return Err(wrong("a page outside its memory"));
            }
            pages.set(i as usize, &bytes);
        }
        Ok(pages)
    }
}

/// One memory at a point in time.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RegionImage {
    pub name: String,
    pub base: u64,
    pub writable: bool,
    pub pages: Pages,
}

/// All memories of a board at a point in time; see [`super::Memory::image`].
#[derive(Clone, Serialize, Deserialize)]
pub struct MemoryImage {
    pub(super) regions: Vec<RegionImage>,
}

impl MemoryImage {
    /// Bytes of the pages with other content than zeros, shared ones included.
    #[must_use]
    pub fn bytes_held(&self) -> usize {
        self.regions.iter().map(|r| r.pages.bytes_held()).sum()
    }

    /// True when two images of a board's memories hold equal bytes.
    #[must_use]
    pub fn holds_same(&self, other: &MemoryImage) -> bool {
        let regions = self.regions.iter().zip(&other.regions);
        self.regions.len() == other.regions.len()
            && regions
                .into_iter()
                .all(|(a, b)| a.pages.holds_same(&b.pages))
    }

    /// Pages that two images of a board's memories do not share.
    #[must_use]
    pub fn pages_apart(&self, other: &MemoryImage) -> usize {
        let regions = self.regions.iter().zip(&other.regions);
        regions.map(|(a, b)| a.pages.differ(&b.pages).len()).sum()
    }
}
