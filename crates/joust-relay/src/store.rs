//! The object store: bytes by their SHA-256.

use crate::about::sha256;
use crate::messages::BUCKET;
use async_nats::jetstream::Context;
use async_nats::jetstream::object_store::{GetErrorKind, ObjectStore};
use tokio::io::AsyncReadExt;

/// The largest object that is read: a module, or the record of a game.
const LARGEST: usize = 64 << 20;

/// Why bytes are not there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Missing {
    /// The store does not have them.
    #[error("the object store does not have {0}")]
    Absent(String),
    /// They were changed.
    #[error("the object store has other bytes as {0}")]
    Damaged(String),
    /// The server does not answer as it must.
    #[error("the object store cannot be used: {0}")]
    Trouble(String),
}

async fn bucket(context: &Context) -> Result<ObjectStore, Missing> {
    context.get_object_store(BUCKET).await.map_err(|why| Missing::Trouble(why.to_string()))
}

/// Puts bytes into the store, unless they are there.
pub(crate) async fn put(context: &Context, hash: &str, bytes: &[u8]) -> Result<(), Missing> {
    let bucket = bucket(context).await?;
    if bucket.info(hash).await.is_ok_and(|info| !info.deleted && info.size == bytes.len()) {
        return Ok(());
    }
    let mut bytes = bytes;
    bucket.put(hash, &mut bytes).await.map(|_| ()).map_err(|why| Missing::Trouble(why.to_string()))
}

/// Gets bytes, and verifies them.
pub(crate) async fn get(context: &Context, hash: &str) -> Result<Vec<u8>, Missing> {
    let bucket = bucket(context).await?;
    let object = bucket.get(hash).await.map_err(|why| match why.kind() {
        GetErrorKind::NotFound => Missing::Absent(hash.to_owned()),
        _ => Missing::Trouble(why.to_string()),
    })?;
    let mut bytes = Vec::new();
    let read = object.take(LARGEST as u64).read_to_end(&mut bytes).await;
    read.map_err(|why| Missing::Trouble(why.to_string()))?;
    if sha256(&bytes) == hash { Ok(bytes) } else { Err(Missing::Damaged(hash.to_owned())) }
}

/// Removes bytes that nobody needs any more.
pub(crate) async fn remove(context: &Context, hash: &str) {
    if let Ok(bucket) = bucket(context).await {
        // What stays is removed by its age.
        let _ = bucket.delete(hash).await;
    }
}
