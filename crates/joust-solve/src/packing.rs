//! The compression of tables: zstd, which is C. A browser has no tables, so there is no compression either.

#[cfg(not(target_family = "wasm"))]
pub(crate) use zstd::bulk::{Compressor, Decompressor, compress, decompress};

#[cfg(target_family = "wasm")]
pub(crate) use none::{Compressor, Decompressor, compress, decompress};

/// What the code above uses of zstd. Nothing can be packed or unpacked.
#[cfg(target_family = "wasm")]
mod none {
    use std::io::{Error, ErrorKind, Result};
    use std::marker::PhantomData;

    pub(crate) struct Compressor<'a>(PhantomData<&'a ()>);
    pub(crate) struct Decompressor<'a>(PhantomData<&'a ()>);

    fn none<T>() -> Result<T> {
        Err(Error::new(ErrorKind::Unsupported, "there are no tables of endings in a browser"))
    }

    impl Compressor<'_> {
        pub(crate) fn new(_level: i32) -> Result<Self> {
            none()
        }

        pub(crate) fn compress(&mut self, _bytes: &[u8]) -> Result<Vec<u8>> {
            none()
        }
    }

    impl Decompressor<'_> {
        pub(crate) fn new() -> Result<Self> {
            none()
        }

        pub(crate) fn decompress_to_buffer(&mut self, _packed: &[u8], _to: &mut Vec<u8>) -> Result<usize> {
            none()
        }
    }

    pub(crate) fn compress(_bytes: &[u8], _level: i32) -> Result<Vec<u8>> {
        none()
    }

    pub(crate) fn decompress(_packed: &[u8], _most: usize) -> Result<Vec<u8>> {
        none()
    }
}
