-- Suggestions for Attend. Only the sender can read them.
create table suggestions (
  id uuid primary key default app.new_id(),
  user_id uuid not null references users,
  organization_id uuid references organizations,
  content text not null check (length(content) between 1 and 2000),
  created_at timestamptz not null default now(),
  -- When the operator received the suggestion by mail.
  mailed_at timestamptz
);
create index suggestions_user_id_created_at_idx on suggestions (user_id, created_at desc);

alter table suggestions enable row level security;
alter table suggestions force row level security;
create policy own on suggestions to app_web, app_worker
  using (user_id = (select app.user_id()))
  with check (user_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy viewing_insert on suggestions as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on suggestions as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on suggestions as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on suggestions as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert on suggestions to app_web;
grant select on suggestions to app_worker;
grant update (mailed_at) on suggestions to app_worker;
