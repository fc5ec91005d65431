let _ = (mime, range, opt_filename);
Err(BlobURLStoreError::InvalidEntry)
