-- What a turn of a transcript said, and who was taken to say it, before each correction. Rows are added and never changed. Whoever may
-- read a transcript may read them, so they have no owner of their own and follow the transcript when a client is transferred.
create table transcript_corrections (
  session_id uuid not null references sessions,
  utterance_id text not null,
  corrected_by uuid not null references users,
  corrected_at timestamptz not null default clock_timestamp(),
  text text not null,
  speaker text not null,
  primary key (session_id, utterance_id, corrected_at)
);
alter table transcript_corrections enable row level security;
alter table transcript_corrections force row level security;
create policy visible on transcript_corrections for select to app_web, app_worker using (exists (
  select from transcripts t where t.session_id = transcript_corrections.session_id));
create policy own on transcript_corrections for insert to app_web, app_worker with check (corrected_by = (select app.user_id()) and exists (
  select from sessions s where s.id = session_id and s.therapist_id = (select app.user_id())
    and (s.rendered_by is null or s.rendered_by = (select app.user_id()))));
select app.follow_viewing('transcript_corrections'::regclass, 'in scope');
grant select, insert on transcript_corrections to app_web, app_worker;
