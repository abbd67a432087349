//! The lock of a data folder: two servers that write into one folder would lose each other's moves.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::net::SocketAddr;
use std::path::Path;

use crate::ServeError;

/// The file that is locked. It says who holds it, and stays when the server ends.
const LOCK_FILE: &str = "server.lock";

/// A locked data folder. The operating system releases it when the process ends, however it ends.
pub(crate) struct DataLock(File);

impl DataLock {
    /// Locks a folder, which is created if there is none.
    pub(crate) fn take(folder: &Path) -> Result<DataLock, ServeError> {
        let unusable = |error| ServeError::Data { folder: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(LOCK_FILE)).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {
                let mut lock = DataLock(file);
                lock.write("").map_err(unusable)?;
                Ok(lock)
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = (&mut file).take(200).read_to_string(&mut holder);
                let holder = holder.trim().to_owned();
                Err(ServeError::Locked { folder: folder.to_owned(), holder })
            }
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// Writes the address into the file, for others to see.
    pub(crate) fn announce(&mut self, address: SocketAddr) {
        // If it cannot be written, others see the process id.
        let _ = self.write(&format!(" at {address}"));
    }

    fn write(&mut self, more: &str) -> std::io::Result<()> {
        self.0.rewind()?;
        self.0.set_len(0)?;
        writeln!(self.0, "process {}{more}", std::process::id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_holder_who_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let mut first = DataLock::take(&data).unwrap();
        first.announce("127.0.0.1:8088".parse().unwrap());
        let Err(ServeError::Locked { holder, .. }) = DataLock::take(&data) else {
            panic!("a second one took it")
        };
        assert_eq!(holder, format!("process {} at 127.0.0.1:8088", std::process::id()));
        drop(first);
        DataLock::take(&data).unwrap();
    }
}
