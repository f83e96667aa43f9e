alter table clients add column request_id uuid;
create unique index clients_request on clients (therapist_id, request_id) where request_id is not null;
