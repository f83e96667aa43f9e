-- Made by the sender once a file: a request that is repeated because its answer was lost begins no second session.
alter table transcripts add column request_id uuid;
create unique index transcripts_request on transcripts (therapist_id, request_id) where request_id is not null;
