-- Copies of a client's record that left the practice, and legal holds (decision 0132). Insert-only; only functions insert.
create table record_releases (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  -- Users who may see the client may see the release, also after a transfer.
  client_id uuid not null references clients,
  -- A release that is sent again after a lost response is logged once.
  request_id uuid not null,
  released_on date not null,
  recipient text not null check (length(recipient) between 1 and 500),
  -- What was released, without clinical text.
  contents text not null check (length(contents) between 1 and 500),
  -- The time zone of released_on.
  time_zone text not null,
  logged_by uuid not null references users,
  logged_by_name text not null,
  logged_at timestamptz not null default now(),
  -- Columns of the chain, as in note_signatures.
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint record_releases_place unique (chain, seq),
  unique (logged_by, request_id)
);
create index record_releases_of_client on record_releases (client_id, released_on);

create trigger chain before insert on record_releases for each row execute function app.chain_signature();
create trigger unchanged before update or delete on record_releases for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on record_releases execute function app.refuse_signed();

alter table record_releases enable row level security;
alter table record_releases force row level security;
create policy definer on record_releases to app_owner using (true) with check (true);
create policy visible on record_releases for select to app_web
  using (exists (select from clients c where c.id = record_releases.client_id));

grant select on record_releases to app_web;

create table legal_holds (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  client_id uuid not null references clients,
  request_id uuid not null,
  starts_on date not null,
  reason text not null check (length(reason) between 1 and 500),
  placed_by uuid not null references users,
  placed_by_name text not null,
  placed_at timestamptz not null default now(),
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint legal_holds_place unique (chain, seq),
  unique (placed_by, request_id)
);
create index legal_holds_of_client on legal_holds (client_id, starts_on);

create trigger chain before insert on legal_holds for each row execute function app.chain_signature();
create trigger unchanged before update or delete on legal_holds for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on legal_holds execute function app.refuse_signed();

alter table legal_holds enable row level security;
alter table legal_holds force row level security;
create policy definer on legal_holds to app_owner using (true) with check (true);
create policy visible on legal_holds for select to app_web
  using (exists (select from clients c where c.id = legal_holds.client_id));

grant select on legal_holds to app_web;

-- Ends of legal holds. A hold without a row here is active.
create table legal_hold_lifts (
  hold_id uuid primary key references legal_holds,
  organization_id uuid references organizations,
  reason text not null check (length(reason) between 1 and 500),
  lifted_by uuid not null references users,
  lifted_by_name text not null,
  lifted_at timestamptz not null default now(),
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint legal_hold_lifts_place unique (chain, seq)
);

create trigger chain before insert on legal_hold_lifts for each row execute function app.chain_signature();
create trigger unchanged before update or delete on legal_hold_lifts for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on legal_hold_lifts execute function app.refuse_signed();

alter table legal_hold_lifts enable row level security;
alter table legal_hold_lifts force row level security;
create policy definer on legal_hold_lifts to app_owner using (true) with check (true);
create policy visible on legal_hold_lifts for select to app_web
  using (exists (select from legal_holds h where h.id = legal_hold_lifts.hold_id));

grant select on legal_hold_lifts to app_web;
