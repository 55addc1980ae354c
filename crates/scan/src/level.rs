//! Work that is compiled twice: for every processor, and for those with wide vectors.

#[cfg(target_arch = "x86_64")]
use crate::avx2;
use crate::{BLOCK, Stops, WINDOW, block};

/// Which vector instructions there are. A value is the proof.
pub trait Level: Copy {
    /// One bit for each byte of `window`, set if it is in `S`.
    fn stop_mask<S: Stops>(self, window: &[u8; WINDOW]) -> u32;

    /// Adds to `to` the first `length` bytes of `from`, up to a byte of `S`; returns how much that is.
    fn copy_run<S: Stops>(self, to: &mut Vec<u8>, from: &[u8], length: usize) -> usize;
}

/// Those that every processor has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

impl Level for Baseline {
    #[inline(always)]
    fn stop_mask<S: Stops>(self, window: &[u8; WINDOW]) -> u32 {
        let (blocks, _) = window.as_chunks::<BLOCK>();
        block::stop_mask::<S>(&blocks[0]) | block::stop_mask::<S>(&blocks[1]) << BLOCK
    }

    fn copy_run<S: Stops>(self, to: &mut Vec<u8>, from: &[u8], length: usize) -> usize {
        let run = crate::run::<S>(&from[..length]);
        to.extend_from_slice(&from[..run]);
        run
    }
}

/// AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Level for Avx2 {
    #[inline(always)]
    fn stop_mask<S: Stops>(self, window: &[u8; WINDOW]) -> u32 {
        match const { &avx2::table::<S>() } {
            // SAFETY: there is AVX2.
            Some(table) => unsafe { avx2::stop_mask(window, table) },
            None => Baseline.stop_mask::<S>(window),
        }
    }

    #[inline(always)]
    fn copy_run<S: Stops>(self, to: &mut Vec<u8>, from: &[u8], length: usize) -> usize {
        match const { &avx2::table::<S>() } {
            // SAFETY: there is AVX2.
            Some(table) => unsafe { avx2::copy_run::<S>(to, from, length, table) },
            None => Baseline.copy_run::<S>(to, from, length),
        }
    }
}

/// Something to do with whatever vectors there are.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it. What is to use the vectors has to be inlined here.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Does `work` with the widest vectors that the processor has.
#[inline]
pub fn at_best_level<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { with_avx2(work) };
    }
    work.run(Baseline)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run(Avx2(()))
}
