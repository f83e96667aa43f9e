-- Changes of the speakers and turns of a transcript (decision 0077).
alter table transcripts add column revision integer not null default 0;

-- Counts the changes of a transcript, and refuses them while its note is signed.
create or replace function app.count_revision() returns trigger language plpgsql volatile as $$ begin
  if new.utterances is distinct from old.utterances then
    if exists (select from notes n where n.session_id = new.session_id and n.status in ('awaiting_cosign', 'signed')) then
      raise exception 'the transcript of a signed note does not change' using errcode = '55000';
    end if;
    new.revision := old.revision + 1;
  else
    new.revision := old.revision;
  end if;
  return new;
end $$;
grant execute on function app.count_revision to app_web, app_worker;
create trigger count_revision before update on transcripts for each row execute function app.count_revision();

-- Every change of a transcript's speakers and turns, with what it replaced: from the newest to the oldest they lead back to the
-- original (decision 0077). Rows are inserted and never changed.
create table transcript_edits (
  session_id uuid not null references sessions on delete cascade,
  -- The revision of the transcript that this change made.
  revision integer not null check (revision > 0),
  edited_by uuid not null references users,
  edited_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('rename', 'role', 'swap', 'merge speakers', 'separate', 'speaker', 'split', 'merge turns', 'correct',
    'undo')),
  -- The revision of the change that this one undoes.
  undoes integer check ((undoes is not null) = (kind = 'undo') and undoes < revision),
  replaced jsonb not null,
  primary key (session_id, revision),
  unique (session_id, undoes)
);

alter table transcript_edits enable row level security;
alter table transcript_edits force row level security;
create policy visible on transcript_edits for select to app_web, app_worker
  using (exists (select from transcripts t where t.session_id = transcript_edits.session_id));
create policy own on transcript_edits for insert to app_web, app_worker
  with check (edited_by = (select app.user_id()) and exists (select from sessions s where s.id = transcript_edits.session_id
    and s.therapist_id = (select app.user_id()) and (s.rendered_by is null or s.rendered_by = (select app.user_id())))
    and exists (select from transcripts t where t.session_id = transcript_edits.session_id and t.revision = transcript_edits.revision));
create policy correction on transcript_edits for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on transcript_edits for delete to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on transcript_edits as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on transcript_edits as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on transcript_edits as restrictive for delete to app_web using ((select app.may_change()));

grant select, insert on transcript_edits to app_web, app_worker;
