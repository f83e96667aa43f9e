-- Audio is encrypted before it reaches the database. The seal holds what opens a chunk, save the key; chunks from before have none.
alter table upload_chunks add seal bytea check (octet_length(seal) = 32);
alter table live_chunks add seal bytea check (octet_length(seal) = 32);
