-- The clinician's decisions about the items of a note's review queue (decision 0053).
create table note_review_items (
  session_id uuid not null references notes on delete cascade,
  -- sha256 of kind, section and text: a decision survives edits and redrafts that keep the text.
  item_id text not null check (item_id ~ '^[0-9a-f]{64}$'),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  kind text not null,
  section text not null,
  -- The version on which the decision was made.
  version integer not null,
  -- `open` after the decision was undone.
  state text not null check (state in ('open', 'kept', 'observed', 'edited', 'replaced', 'deleted', 'inserted', 'dismissed', 'correct',
    'wrong')),
  -- The drafter of the text that was judged, and its language model.
  drafter text not null,
  model text,
  decided_by uuid not null references users,
  decided_at timestamptz not null default now(),
  primary key (session_id, item_id)
);

alter table note_review_items enable row level security;
alter table note_review_items force row level security;
create policy visible on note_review_items for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on note_review_items for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on note_review_items for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on note_review_items as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = note_review_items.session_id and s.therapist_id = note_review_items.therapist_id
      and s.organization_id is not distinct from note_review_items.organization_id));
-- Decisions cannot be made in another user's name.
create policy decided_by_self on note_review_items as restrictive for insert to app_web, app_worker
  with check (decided_by = (select app.user_id()));
create policy still_member on note_review_items as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on note_review_items for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on note_review_items for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy correction on note_review_items for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on note_review_items for delete to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on note_review_items as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_review_items as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_review_items as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_review_items as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on note_review_items to app_web, app_worker;
grant update (state, version, drafter, model, decided_at) on note_review_items to app_web, app_worker;
