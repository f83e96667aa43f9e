-- Result of the analysis of a session.
create table insights (
  session_id uuid primary key references sessions on delete cascade,
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  state text not null check (state in ('analyzing', 'ready', 'failed')),
  error text,
  insights jsonb,
  analyst text not null default 'none' check (analyst in ('extractive', 'language-model', 'none')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The revision of the transcript that was analyzed.
  transcript_revision integer not null default 0
);

create trigger touch before update on insights for each row execute function app.touch();

alter table insights enable row level security;
alter table insights force row level security;
create policy visible on insights for select to app_web, app_worker
  using (coalesce(
    organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on insights for insert to app_web, app_worker
  with check (therapist_id = (select app.user_id()) and (organization_id is null
    or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on insights for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy session_is_own on insights as restrictive for insert to app_web, app_worker
  with check (exists (
    select from sessions s
    where s.id = insights.session_id and s.therapist_id = insights.therapist_id
      and s.organization_id is not distinct from insights.organization_id));
create policy still_member on insights as restrictive to app_web, app_worker
  using (coalesce(
    organization_id is null
    or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
    or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
    or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
create policy transfer on insights for select to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy transfer_update on insights for update to app_owner
  using (organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid);
create policy correction on insights for select to app_owner using (session_id = (select app.session_to_change()));
create policy correction_delete on insights for delete to app_owner using (session_id = (select app.session_to_change()));
create policy viewing_insert on insights as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on insights as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on insights as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on insights as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select, insert on insights to app_web, app_worker;
grant update (state, error, insights, analyst, transcript_revision) on insights to app_web, app_worker;
