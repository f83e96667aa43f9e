-- Unfinished transcriptions continue (decision 0106).
-- What an unfinished transcription has transcribed, so that the next run continues (decision 0106). Only jobs of the session's
-- therapist read and write it. A transcript replaces it.
create table transcription_passages (
  session_id uuid not null references sessions on delete cascade,
  channel smallint not null check (channel >= 0),
  -- Counts the passages of the engine and channel from 0.
  n integer not null check (n >= 0),
  engine text not null,
  -- Seconds from the start of the recording: everything before is transcribed.
  until double precision not null,
  segments jsonb not null,
  primary key (session_id, engine, channel, n)
);

alter table transcription_passages enable row level security;
alter table transcription_passages force row level security;
create policy own on transcription_passages to app_worker using (exists (
  select from sessions s where s.id = transcription_passages.session_id and s.therapist_id = (select app.user_id())));
create policy correction on transcription_passages for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on transcription_passages for delete to app_owner using (session_id = (select app.session_to_change()));

grant select, insert on transcription_passages to app_worker;

-- Deletes the passages of a session that now has a transcript.
create or replace function app.replace_passages() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare before text := current_setting('app.session_to_change', true);
begin
  perform set_config('app.session_to_change', new.session_id::text, true);
  delete from public.transcription_passages where session_id = new.session_id;
  perform set_config('app.session_to_change', coalesce(before, ''), true);
  return null;
end $$;
create trigger replace_passages after insert on transcripts for each row execute function app.replace_passages();
