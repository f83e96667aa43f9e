-- Appointments that repeat. A series is a rule; its appointments are sessions (docs/decisions/0037).

create table session_series (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  therapist_id uuid not null references users,
  client_id uuid not null references clients,
  -- One request makes one series, however often it is sent. Null where a split made the series.
  request_id uuid,
  frequency text not null check (frequency in ('weekly', 'every-2-weeks', 'monthly')),
  -- The weekday, and for a monthly series its place in the month, follow from this date.
  first_date date not null,
  -- All dates of the rule, with those that were skipped. None are left when the whole series was moved into another.
  date_count integer not null check (date_count between 0 and 104),
  start_time time not null,
  duration_minutes integer not null check (duration_minutes between 10 and 480),
  -- What the split changed, as it was before, for Undo.
  before_split jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (therapist_id, request_id)
);
create index on session_series (client_id);

alter table sessions
  add column series_id uuid references session_series,
  -- The date the rule gives this session (RECURRENCE-ID), wherever it was moved since.
  add column series_date date,
  add constraint sessions_series_check check ((series_id is null) = (series_date is null));
create unique index sessions_of_series on sessions (series_id, series_date) where series_id is not null;

create trigger touch before update on session_series for each row execute function app.touch();
alter table session_series enable row level security;
alter table session_series force row level security;
create policy visible on session_series for select to app_web, app_worker using (coalesce(
  organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[]) or therapist_id = any ((select app.uuids('app.therapists'))::uuid[]), false));
create policy own on session_series for insert to app_web, app_worker with check (therapist_id = (select app.user_id())
  and (organization_id is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])));
create policy own_update on session_series for update to app_web, app_worker using (therapist_id = (select app.user_id()));
create policy client_is_own on session_series as restrictive for insert to app_web, app_worker with check (exists (
  select from clients c where c.id = client_id and c.therapist_id = session_series.therapist_id
    and c.organization_id is not distinct from session_series.organization_id));
create policy still_member on session_series as restrictive to app_web, app_worker using (coalesce(organization_id is null
  or therapist_id = (select app.user_id()) and organization_id = any ((select app.uuids('app.member_orgs'))::uuid[])
  or organization_id = any ((select app.uuids('app.admin_orgs'))::uuid[])
  or (organization_id, therapist_id) in (select s.organization_id, s.therapist_id from app.supervised() s), false));
do $$ begin perform app.follow_viewing('session_series', 'organization'); end $$;
grant select, insert on session_series to app_web, app_worker;
grant update (date_count, before_split) on session_series to app_web, app_worker;

-- A session joins only a series of its own client and therapist. Other writes are not checked: a session that was held keeps its
-- therapist when the client, and with it the series, is transferred.
create policy series_is_own on sessions as restrictive for insert to app_web, app_worker with check (series_id is null or exists (
  select from session_series s where s.id = series_id and s.client_id = sessions.client_id and s.therapist_id = sessions.therapist_id));
create function app.require_own_series() returns trigger language plpgsql as $$ begin
  if not exists (select from session_series s where s.id = new.series_id and s.client_id = new.client_id and s.therapist_id = new.therapist_id) then
    raise exception 'the series belongs to another client or therapist' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger series_is_own before update of series_id on sessions for each row
  when (new.series_id is not null and new.series_id is distinct from old.series_id) execute function app.require_own_series();
grant update (series_id, series_date) on sessions to app_web;

-- A series follows its client to another therapist.
create policy handed_over on session_series for select to app_owner using (organization_id = nullif(current_setting('app.hands_over_in', true), '')::uuid);
create policy handed_over_update on session_series for update to app_owner using (organization_id = nullif(current_setting('app.hands_over_in', true), '')::uuid);
create function app.transfer_series() returns trigger language plpgsql as $$ begin
  update session_series set therapist_id = new.therapist_id where client_id = new.id;
  return null;
end $$;
create trigger series after update of therapist_id on clients for each row when (old.therapist_id <> new.therapist_id)
  execute function app.transfer_series();

revoke execute on all functions in schema app from public;
