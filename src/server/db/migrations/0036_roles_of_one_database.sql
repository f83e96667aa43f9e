-- Workers connect as members of app_worker, whose names differ from one secret to the next.
create or replace function app.sessions_held(org uuid, from_day date, before_day date) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*)::integer from sessions where organization_id = org and date >= from_day and date < before_day
    and status not in ('scheduled', 'cancelled')
    and (pg_has_role(session_user, 'app_worker', 'member') or org = any (app.uuids('app.member_orgs')))
$$;

-- `npm run secret:rotate` finds the stored files. Nobody else signs in as app_owner: functions that run as it see nothing by this.
create policy operator on recordings for select to app_owner
  using (storage_name is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy operator on transcripts for select to app_owner
  using (original_name is not null and pg_has_role(session_user, 'app_owner', 'member'));
