//! Large vectors of zeros.

/// Bytes from which on glibc takes an allocation from the kernel, as zero pages that cost nothing until they are written;
/// but it raises this bound to what is given back, up to [`HIGHEST`] (malloc(3) and mallopt(3), `M_MMAP_THRESHOLD`).
/// What is allocated below the bound comes from its heap, and is cleared byte by byte.
const LOWEST: usize = 128 << 10;
/// The bound is never higher (mallopt(3): `DEFAULT_MMAP_THRESHOLD_MAX`, on a host of 64 bits).
const HIGHEST: usize = 32 << 20;

/// `len` zeros. For a large vector room beyond the bound is reserved: a second machine in a process then gets zero
/// pages, as the first one does.
#[must_use]
pub fn zeros<T: Copy + Default>(len: usize) -> Vec<T> {
    let all = match cfg!(all(target_env = "gnu", target_pointer_width = "64")) {
        true => reserved(len, size_of::<T>()),
        false => len,
    };
    let mut zeros = vec![T::default(); all];
    zeros.truncate(len);
    zeros
}

/// How many elements of `size` bytes to allocate for `len` ones.
fn reserved(len: usize, size: usize) -> usize {
    match (LOWEST..=HIGHEST).contains(&len.saturating_mul(size)) {
        true => HIGHEST / size.max(1) + 1,
        false => len,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_as_long_as_was_asked() {
        for len in [0, 1, LOWEST, HIGHEST + 1] {
            let all: Vec<u8> = zeros(len);
            assert_eq!(all.len(), len);
            assert!(all.iter().all(|&n| n == 0));
        }
    }

    #[test]
    fn what_glibc_might_clear_gets_room_beyond_its_bound() {
        for (len, size, all) in [
            (LOWEST - 1, 1, LOWEST - 1),
            (LOWEST, 1, HIGHEST + 1),
            (HIGHEST / 2, 2, HIGHEST / 2 + 1),
            (HIGHEST + 1, 1, HIGHEST + 1),
        ] {
            assert_eq!(reserved(len, size), all, "{len} of {size}");
        }
    }
}
