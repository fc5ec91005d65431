let _ = temporary_storage;
let storage_dir = config_dir.map(|folder| folder.join("clientstorage/default_v1"));
