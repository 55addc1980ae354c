//! Runtime SIMD dispatch: a task is compiled once for the baseline and once for AVX2.
//!
//! Calling a function with `#[target_feature]` from one without it costs a call that can't be inlined. For
//! pieces of ten bytes that call costs more than the vectors save. So the choice is made once for a whole
//! task, such as writing a tree: [`dispatch`] calls the task inside a function compiled for AVX2, the task
//! is inlined there, and with it each operation of the [`Simd`] value that it was given.
//!
//! See "SIMD dispatch" in `docs/hot-path.md`.

#[cfg(target_arch = "x86_64")]
use crate::avx2;
use crate::{BLOCK, Stops, block, sealed::Sealed, search::long_run, window::WINDOW};

/// A vector instruction set that the processor is known to have.
///
/// A value is the proof, so [`dispatch`] is the only source of a value other than [`Baseline`].
///
/// # Sealed
///
/// [`TextBuffer`](crate::TextBuffer) relies on these methods to keep its text valid UTF-8, so other crates
/// can't implement them:
///
/// ```compile_fail,E0277
/// use sapwood_scan::{Simd, Stops};
///
/// #[derive(Clone, Copy)]
/// struct Faulty;
///
/// impl Simd for Faulty {
///     fn stop_mask<S: Stops>(self, _: &[u8; 32]) -> u32 {
///         1 << 1
///     }
///     fn long_run<S: Stops>(self, _: &[u8]) -> usize {
///         1
///     }
///     fn copy_run<S: Stops>(self, to: &mut Vec<u8>, _: &[u8], _: usize) -> usize {
///         to.push(0xff);
///         1
///     }
/// }
/// ```
pub trait Simd: Copy + Sealed {
    /// Returns one bit for each byte of `window`, set if the byte is in `S`.
    fn stop_mask<S: Stops>(self, window: &[u8; WINDOW]) -> u32;

    /// Returns the length of the longest prefix of `bytes` without a byte of `S`, if the first `WINDOW` bytes hold
    /// none.
    fn long_run<S: Stops>(self, bytes: &[u8]) -> usize;

    /// Appends to `to` the first `length` bytes of `from`, or those before the first byte of `S` if that is
    /// less; returns their number.
    fn copy_run<S: Stops>(self, to: &mut Vec<u8>, from: &[u8], length: usize) -> usize;
}

/// The instructions that every processor of the target has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

impl Sealed for Baseline {}

impl Simd for Baseline {
    #[inline(always)]
    fn stop_mask<S: Stops>(self, window: &[u8; WINDOW]) -> u32 {
        let (blocks, _) = window.as_chunks::<BLOCK>();
        block::stop_mask::<S>(&blocks[0]) | block::stop_mask::<S>(&blocks[1]) << BLOCK
    }

    #[inline(always)]
    fn long_run<S: Stops>(self, bytes: &[u8]) -> usize {
        long_run::<S>(bytes)
    }

    fn copy_run<S: Stops>(self, to: &mut Vec<u8>, from: &[u8], length: usize) -> usize {
        let run = crate::run::<S>(&from[..length]);
        to.extend_from_slice(&from[..run]);
        run
    }
}

/// AVX2. The private field keeps a value from being made without a check of the processor.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Sealed for Avx2 {}

#[cfg(target_arch = "x86_64")]
impl Simd for Avx2 {
    #[inline(always)]
    fn stop_mask<S: Stops>(self, window: &[u8; WINDOW]) -> u32 {
        match const { &avx2::table::<S>() } {
            // SAFETY: an `Avx2` exists only where the processor has AVX2.
            Some(table) => unsafe { avx2::stop_mask(window, table) },
            None => Baseline.stop_mask::<S>(window),
        }
    }

    #[inline(always)]
    fn long_run<S: Stops>(self, bytes: &[u8]) -> usize {
        match const { &avx2::table::<S>() } {
            // SAFETY: an `Avx2` exists only where the processor has AVX2.
            Some(table) => unsafe { avx2::long_run(bytes, table) },
            None => Baseline.long_run::<S>(bytes),
        }
    }

    #[inline(always)]
    fn copy_run<S: Stops>(self, to: &mut Vec<u8>, from: &[u8], length: usize) -> usize {
        match const { &avx2::table::<S>() } {
            // SAFETY: an `Avx2` exists only where the processor has AVX2.
            Some(table) => unsafe { avx2::copy_run::<S>(to, from, length, table) },
            None => Baseline.copy_run::<S>(to, from, length),
        }
    }
}

/// A task to run with the best instruction set of the processor.
pub trait SimdTask {
    /// The result of the task.
    type Output;

    /// Runs the task. Mark it, and each function in it that uses `simd`, `#[inline(always)]`: code that isn't
    /// inlined here is compiled for the baseline.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// Runs `task` with the widest vectors that the processor has.
#[inline]
pub fn dispatch<T: SimdTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if has_avx2_and_bit_manipulation() {
        // SAFETY: the processor was just found to have all features of the function.
        return unsafe { with_avx2(task) };
    }
    task.run(Baseline)
}

/// Whether the processor has AVX2 and, as nearly all that do, the instructions that shift and count bits without going
/// through a fixed register or the flags.
#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx2_and_bit_manipulation() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn with_avx2<T: SimdTask>(task: T) -> T::Output {
    task.run(Avx2(()))
}
