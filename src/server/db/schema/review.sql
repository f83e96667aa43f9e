-- The clinician's decisions about the items of a note's review queue (decision 0053).
create table note_review_items (
  session_id uuid not null references notes on delete cascade,
  -- sha256 of kind, section and text: a decision stays valid after edits and redrafts with the same text.
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
  -- The drafter of the text that was judged, and the language model of this drafter.
  drafter text not null,
  model text,
  decided_by uuid not null references users,
  decided_at timestamptz not null default now(),
  primary key (session_id, item_id)
);
create index note_review_items_spot_checks on note_review_items (model) where kind = 'spot check' and state in ('correct', 'wrong');

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
-- Answers to spot checks are counted per language model (app.spot_checks).
create policy spot_checks on note_review_items for select to app_owner using (kind = 'spot check' and state in ('correct', 'wrong'));
create policy viewing_insert on note_review_items as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on note_review_items as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on note_review_items as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on note_review_items as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on note_review_items to app_web, app_worker;
grant update (state, version, drafter, model, decided_at) on note_review_items to app_web, app_worker;

-- Figures of a user's work on a note, without text (decision 0074). Only this user reads a row: no supervisor, owner, viewer or job does.
create table review_figures (
  session_id uuid not null references notes on delete cascade,
  user_id uuid not null references users,
  organization_id uuid references organizations,
  -- How long the user worked on the note. Never longer than the time that passed.
  active_ms integer not null default 0 check (active_ms between 0 and 86400000),
  -- The end of the counted time. An increment covers at most the time since then.
  counted_until timestamptz not null default clock_timestamp(),
  snippet_count integer not null default 0 check (snippet_count between 0 and 10000),
  -- Written at each signature of the user: the first version, the signature, and the figures of the signed text.
  ready_at timestamptz,
  signed_at timestamptz,
  item_count integer check (item_count >= 0),
  word_count integer check (word_count >= 0),
  -- Words that differ between the last draft and the signed text. Null without a draft.
  changed_word_count integer check (changed_word_count >= 0),
  primary key (session_id, user_id)
);
create index review_figures_signed on review_figures (user_id, signed_at) where signed_at is not null;
create index review_figures_signed_of_organization on review_figures (organization_id, signed_at) where signed_at is not null;

alter table review_figures enable row level security;
alter table review_figures force row level security;
create policy own on review_figures to app_web using (user_id = (select app.user_id()));
create policy session_is_own on review_figures as restrictive for insert to app_web
  with check (exists (
    select from sessions s
    where s.id = review_figures.session_id and s.therapist_id = review_figures.user_id
      and s.organization_id is not distinct from review_figures.organization_id));
create policy still_member on review_figures as restrictive to app_web
  using (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
-- The averages of an organization are read by one function (app.review_averages).
create policy averages on review_figures for select to app_owner
  using (organization_id = nullif(current_setting('app.averages_org', true), '')::uuid);
create policy viewing_insert on review_figures as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on review_figures as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on review_figures as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on review_figures as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert on review_figures to app_web;
grant update (active_ms, counted_until, snippet_count, ready_at, signed_at, item_count, word_count, changed_word_count) on review_figures
  to app_web;
