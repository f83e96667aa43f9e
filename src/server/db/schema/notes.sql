create table notes (
  session_id uuid primary key references sessions on delete cascade,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  client_id uuid not null references clients,
  session_date date not null,
  note_type text not null default 'SOAP',
  state text not null default 'waiting' check (state in ('waiting', 'generating', 'ready', 'failed')),
  error text,
  sections jsonb not null default '[]',
  version integer not null default 0,
  drafter text not null default 'none' check (drafter in ('extractive', 'language-model', 'none')),
  coverage jsonb,
  safety jsonb not null default '[]',
  note_type_change_count integer not null default 0 check (note_type_change_count >= 0),
  note_enhance_count integer not null default 0 check (note_enhance_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- False until the therapist has chosen the note type after a recording; this first choice does not count as a change.
  type_chosen boolean not null default true,
  -- The language model that drafted the text; null if none did.
  model text,
  -- Whether a language model judged the drafted sentences one by one; null if that does not apply.
  second_reading text check (second_reading in ('made', 'not made')),
  -- Safety passages that the clinician reviewed and left out of the note, each with the reason.
  safety_dismissals jsonb,
  -- The note is locked while it awaits a co-signature and when it is signed. Only functions of signatures change the status.
  status text not null default 'draft' check (status in ('draft', 'awaiting_cosign', 'returned', 'signed')),
  -- 'written' is a note that the therapist writes without a transcript.
  origin text not null default 'transcript' check (origin in ('transcript', 'written')),
  -- When the first version was ready.
  first_ready_at timestamptz,
  signed_at timestamptz,
  -- Open items of the review queue. Null in notes from before this column until a job counts them.
  to_review_count integer default 0 check (to_review_count >= 0),
  -- The template that the note was drafted with: {id, version, name, sections}.
  template jsonb,
  -- When the transcript from which the note was drafted was deleted.
  transcript_deleted_at timestamptz,
  -- What a language model found when it read the session for indirect statements of risk: {state, marks}, each mark a topic and the id of
  -- an utterance. Null if it never read the session.
  safety_reading jsonb,
  -- The time since which the index of words lacks the newest text (functions/note-index.sql). Null if the index is complete.
  search_due_since timestamptz
);
create index notes_of_client on notes (client_id, session_date desc);
-- The conditions of these indexes name no column that every save changes, such as the version. Otherwise each save would write all indexes.
create index notes_unfinished on notes (therapist_id) where status <> 'signed' and state in ('ready', 'failed');
create index notes_unfinished_of_organization on notes (organization_id, therapist_id) where status <> 'signed' and state in ('ready', 'failed');
create index notes_search_due on notes (therapist_id, organization_id) where search_due_since is not null;
create index notes_signed on notes (therapist_id, signed_at) where signed_at is not null;
create index notes_signed_of_organization on notes (organization_id, signed_at) where signed_at is not null;
create index notes_uncounted on notes (session_id) where to_review_count is null;
create index notes_to_cosign on notes (organization_id) where status in ('awaiting_cosign', 'returned');

-- Counting the open items of an old note, and indexing its words, do not change updated_at.
create trigger touch before update on notes for each row
  when ((old.to_review_count is not null or (old.version, old.state) is distinct from (new.version, new.state))
    and (old.search_due_since is null or new.search_due_since is not null)) execute function app.touch();
create trigger index_new_note after insert on notes for each row execute function app.index_note();
create trigger become_search_due before update of sections on notes for each row
  when (old.search_due_since is null and old.sections is distinct from new.sections) execute function app.become_search_due();
create trigger require_renderer before update on notes for each row
  when (old.version > 0 and (old.sections, old.note_type, old.version) is distinct from (new.sections, new.note_type, new.version))
  execute function app.require_renderer();
create trigger set_first_ready before update on notes for each row when (old.first_ready_at is null and new.version > 0)
  execute function app.set_first_ready();
create trigger lock_signed_note before update on notes for each row when (old.status in ('awaiting_cosign', 'signed'))
  execute function app.lock_signed_note();
create trigger keep_signed_note before delete on notes for each row when (old.status in ('awaiting_cosign', 'signed'))
  execute function app.refuse_signed();

alter table notes enable row level security;
alter table notes force row level security;
create policy visible on notes for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on notes for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on notes for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on notes for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on notes as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = notes.session_id and s.therapist_id = notes.therapist_id and s.organization_id is not distinct from notes.organization_id));
-- The client of a note is the client of its session.
create policy client_is_own on notes as restrictive for insert to app_web, app_worker
  with check (exists (select from sessions s where s.id = notes.session_id and s.client_id = notes.client_id));
create policy still_member on notes as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on notes for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on notes for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
-- The functions of signatures read and lock one note at a time.
create policy signing on notes for select to app_owner using (session_id = (select app.note_to_sign()));
create policy signing_update on notes for update to app_owner using (session_id = (select app.note_to_sign()));
create policy correction on notes for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on notes for update to app_owner using (session_id = (select app.session_to_change()));
create policy counting on notes for select to app_owner using (to_review_count is null);
create policy search_due on notes for select to app_owner using (search_due_since is not null);
create policy cosign on notes for select to app_owner using (organization_id = (select app.cosign_org()));
create policy platform_admin on notes for select to app_owner using (session_id = (select app.admin_record()));
create policy viewing_insert on notes as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on notes as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on notes as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on notes as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on notes to app_web, app_worker;
grant update (note_type, state, error, sections, version, drafter, coverage, safety, note_type_change_count, note_enhance_count,
  type_chosen, model, second_reading, safety_dismissals, to_review_count, template,
  safety_reading) on notes to app_web, app_worker;

create table note_versions (
  session_id uuid not null references notes on delete cascade,
  version integer not null,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  note_type text not null,
  reason text not null check (reason in ('drafted', 'edited', 'type changed', 'enhanced', 'restored')),
  author_id uuid references users,
  sections jsonb not null,
  drafter text not null,
  coverage jsonb,
  created_at timestamptz not null default now(),
  -- The language model that drafted the text; null if none did.
  model text,
  -- Whether a language model judged the drafted sentences one by one; null if that does not apply.
  second_reading text check (second_reading in ('made', 'not made')),
  -- The template that the version was drafted with.
  template jsonb,
  primary key (session_id, version)
);

create trigger lock_version before update on note_versions for each row execute function app.lock_version();

alter table note_versions enable row level security;
alter table note_versions force row level security;
create policy visible on note_versions for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on note_versions for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on note_versions for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on note_versions for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on note_versions as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = note_versions.session_id and s.therapist_id = note_versions.therapist_id
      and s.organization_id is not distinct from note_versions.organization_id));
-- Versions cannot be written in another user's name.
create policy author_is_self on note_versions as restrictive for insert to app_web, app_worker
  with check (author_id is null or author_id = (select app.user_id()));
create policy still_member on note_versions as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on note_versions for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on note_versions for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy signing on note_versions for select to app_owner using (session_id = (select app.note_to_sign()));
create policy renderer_writes on note_versions as restrictive for insert to app_web, app_worker
  with check (version = 1 or exists (
    select from sessions s
    where s.id = note_versions.session_id and (s.rendered_by is null or s.rendered_by = (select app.user_id()))));
create policy correction on note_versions for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_update on note_versions for update to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on note_versions as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_versions as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_versions as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_versions as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on note_versions to app_web, app_worker;

-- The task of a drafting job. Instructions are clinical text, so they are stored here and not in the queue.
create table note_requests (
  id uuid primary key default app.new_id(),
  session_id uuid not null references notes on delete cascade,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  kind text not null check (kind in ('draft', 'excerpts', 'type choice', 'type change', 'enhancement')),
  note_type text not null,
  instructions text,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The template of the draft, as it was when the draft was requested.
  template jsonb
);
-- A second tab or a reload does not start a second job.
create unique index note_requests_open on note_requests (session_id) where state = 'open';

create trigger touch before update on note_requests for each row execute function app.touch();

alter table note_requests enable row level security;
alter table note_requests force row level security;
create policy visible on note_requests for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on note_requests for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on note_requests for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy own_delete on note_requests for delete to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on note_requests as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = note_requests.session_id and s.therapist_id = note_requests.therapist_id
      and s.organization_id is not distinct from note_requests.organization_id));
create policy still_member on note_requests as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on note_requests for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on note_requests for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy viewing_insert on note_requests as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_requests as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_requests as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_requests as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on note_requests to app_web, app_worker;
grant update (state) on note_requests to app_web, app_worker;
