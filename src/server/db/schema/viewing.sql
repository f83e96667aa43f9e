-- Users who view as another user; one row per sign-in. Every call of app.enter_session checks whether the viewing is still
-- allowed (decision 0014).
create table viewings (
  auth_session_id uuid primary key references auth_sessions on delete cascade,
  viewer_id uuid not null references users,
  viewed_id uuid not null references users,
  organization_id uuid not null references organizations,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '01:00:00',
  constraint viewings_check check (viewer_id <> viewed_id),
  constraint viewings_check1 check (expires_at <= (started_at + interval '01:00:00'))
);

alter table viewings enable row level security;
alter table viewings force row level security;
create policy definer on viewings to app_owner using (true) with check (true);
