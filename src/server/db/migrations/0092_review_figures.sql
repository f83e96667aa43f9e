-- Figures of the review, for their user only (decision 0074).
create table review_figures (
  session_id uuid not null references notes on delete cascade,
  user_id uuid not null references users,
  organization_id uuid references organizations,
  -- How long the user worked on the note. Never longer than the time that passed.
  active_ms integer not null default 0 check (active_ms between 0 and 86400000),
  -- Until when time is counted: an increment covers the time since then at most.
  counted_until timestamptz not null default clock_timestamp(),
  snippet_count integer not null default 0 check (snippet_count between 0 and 10000),
  -- Written at each signature of the user: the first version, the signature, and the figures of the signed text.
  ready_at timestamptz,
  signed_at timestamptz,
  item_count integer check (item_count >= 0),
  word_count integer check (word_count >= 0),
  -- Words that the last draft lacks or has too many. Null without a draft.
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

-- Notes that were signed before have the time to sign and the decided items.
alter table notes disable row level security;
alter table sessions disable row level security;
alter table note_review_items disable row level security;
alter table review_figures disable row level security;
insert into review_figures (session_id, user_id, organization_id, ready_at, signed_at, item_count)
  select n.session_id, coalesce(s.rendered_by, n.therapist_id), n.organization_id, n.first_ready_at, n.signed_at,
    (select count(*) from note_review_items i where i.session_id = n.session_id and i.state <> 'open')
  from notes n join sessions s on s.id = n.session_id where n.signed_at >= n.first_ready_at;
alter table review_figures enable row level security;
alter table note_review_items enable row level security;
alter table sessions enable row level security;
alter table notes enable row level security;
