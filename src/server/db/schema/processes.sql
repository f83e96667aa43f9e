-- The processes of this installation, with their last heartbeat. They belong to the platform, not to an organization (decision 0079).
create table processes (
  id uuid primary key,
  host text not null check (length(host) <= 255),
  pid integer not null,
  roles text[] not null check (roles <@ array['web', 'worker'] and cardinality(roles) > 0),
  version text not null check (length(version) <= 40),
  began_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now(),
  memory bigint not null,
  -- State of the speech engine and the language model in this process, without the texts that they process.
  engines jsonb not null,
  -- The jobs that a worker takes (`WORKER_JOBS`). Null for other processes, and for versions that do not report it.
  worker_jobs text check (worker_jobs in ('all', 'long', 'short'))
);

alter table processes enable row level security;
alter table processes force row level security;
create policy visible on processes for select to app_admin using (true);
create policy report on processes to app_owner using (true) with check (true);

grant select on processes to app_admin;
