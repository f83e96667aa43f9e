alter table sessions add column request_id uuid;
create unique index sessions_request on sessions (therapist_id, request_id) where request_id is not null;
grant update (request_id) on sessions to app_web;
