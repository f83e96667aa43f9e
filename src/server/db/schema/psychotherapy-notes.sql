-- Psychotherapy notes (45 CFR 164.501). Only their author reads them, also after a transfer of the client: app.apply_transfer does not
-- move them. No supervisor, owner, admin, viewer, job or function reaches a row, and app_worker has no grant (decision 0055).
create table psychotherapy_notes (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  client_id uuid not null references clients,
  author_id uuid not null references users,
  -- A new note whose request is repeated after a lost response is added once.
  request_id uuid not null,
  -- Text and name of the client, encrypted by the application under a separate key: the database never stores them in plain text.
  sealed bytea not null check (length(sealed) between 34 and 131072),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (author_id, request_id)
);
create index psychotherapy_notes_of_client on psychotherapy_notes (author_id, client_id, created_at desc, id desc);

-- A rotation of the secret encrypts the text again and keeps the time of the last edit.
create trigger touch before update on psychotherapy_notes for each row when (old.version <> new.version) execute function app.touch();

alter table psychotherapy_notes enable row level security;
alter table psychotherapy_notes force row level security;
create policy author on psychotherapy_notes to app_web using (author_id = (select app.user_id()));
create policy client_is_own on psychotherapy_notes as restrictive for insert to app_web
  with check (exists (
    select from clients c
    where c.id = psychotherapy_notes.client_id and c.therapist_id = psychotherapy_notes.author_id
      and c.organization_id is not distinct from psychotherapy_notes.organization_id));
create policy still_member on psychotherapy_notes as restrictive to app_web
  using (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
-- Psychotherapy notes under a legal hold cannot be deleted, nor changed, because they have no versions (decision 0132).
create policy not_on_hold on psychotherapy_notes as restrictive for delete to app_web using (app.hold_since(client_id) is null);
create policy unchanged_on_hold on psychotherapy_notes as restrictive for update to app_web using (app.hold_since(client_id) is null);
create policy operator on psychotherapy_notes for select to app_owner using (pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on psychotherapy_notes for update to app_owner using (pg_has_role(session_user, 'app_owner', 'member'));
create policy viewing_insert on psychotherapy_notes as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on psychotherapy_notes as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on psychotherapy_notes as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on psychotherapy_notes as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert, delete on psychotherapy_notes to app_web;
grant update (sealed, version) on psychotherapy_notes to app_web;
