-- Signed notes: columns, locks and the chained tables of signatures (decision 0052).
-- Triggers and policies need these functions now; the functions' files replace them right after the migrations.
create function app.note_to_sign() returns uuid language sql stable return nullif(current_setting('app.note_to_sign', true), '')::uuid;
create function app.set_first_ready() returns trigger language plpgsql as 'begin return new; end';
create function app.refuse_signed() returns trigger language plpgsql as 'begin return new; end';
create function app.lock_signed_note() returns trigger language plpgsql as 'begin return new; end';
create function app.lock_version() returns trigger language plpgsql as 'begin return new; end';
create function app.lock_signed_session() returns trigger language plpgsql as 'begin return new; end';
create function app.chain_signature() returns trigger language plpgsql as 'begin return new; end';

alter table users
  add column credentials text not null default '' check (length(credentials) <= 60),
  add column license_number text not null default '' check (length(license_number) <= 60),
  add column license_state text not null default '' check (length(license_state) <= 60),
  add column npi text not null default '' check (npi ~ '^([0-9]{10})?$'),
  add column is_prelicensed boolean not null default false;
grant update (credentials, license_number, license_state, npi, is_prelicensed) on users to app_web;

alter table organizations
  add column attestation_text text check (length(attestation_text) between 1 and 1000),
  add column late_after_hours integer not null default 72 check (late_after_hours in (24, 48, 72)),
  add column unlock_hours integer not null default 24 check (unlock_hours between 0 and 168);

alter table auth_sessions
  add column confirmed_at timestamptz,
  add column confirmed_with text check (confirmed_with in ('password', 'passkey'));

alter table notes
  add column status text not null default 'draft' check (status in ('draft', 'awaiting_cosign', 'returned', 'signed')),
  add column origin text not null default 'transcript' check (origin in ('transcript', 'written')),
  add column first_ready_at timestamptz,
  add column signed_at timestamptz;
update notes set first_ready_at = (select min(created_at) from note_versions v where v.session_id = notes.session_id) where version > 0;

create trigger set_first_ready before update on notes for each row when (old.first_ready_at is null and new.version > 0)
  execute function app.set_first_ready();
create trigger lock_signed_note before update on notes for each row when (old.status in ('awaiting_cosign', 'signed'))
  execute function app.lock_signed_note();
create trigger keep_signed_note before delete on notes for each row when (old.status in ('awaiting_cosign', 'signed'))
  execute function app.refuse_signed();
create policy signing on notes for select to app_owner using (session_id = (select app.note_to_sign()));
create policy signing_update on notes for update to app_owner using (session_id = (select app.note_to_sign()));
create trigger lock_version before update on note_versions for each row execute function app.lock_version();
create policy signing on note_versions for select to app_owner using (session_id = (select app.note_to_sign()));
create trigger lock_signed_session before update on sessions for each row
  when ((old.client_id, old.date, old.start_time, old.end_time, old.type, old.setting_type, old.participants, old.rendered_by)
    is distinct from (new.client_id, new.date, new.start_time, new.end_time, new.type, new.setting_type, new.participants, new.rendered_by))
  execute function app.lock_signed_session();

-- Everything that was signed is chained: per organization, or per therapist without one (decision 0052).
create table signature_heads (
  chain uuid primary key,
  seq bigint not null,
  sha256 text not null
);

alter table signature_heads enable row level security;
alter table signature_heads force row level security;
create policy definer on signature_heads to app_owner using (true) with check (true);

create table note_signatures (
  id uuid primary key default app.new_id(),
  session_id uuid not null references notes,
  organization_id uuid references organizations,
  version integer not null,
  role text not null check (role in ('author', 'cosigner')),
  signer_id uuid not null references users,
  -- Name, credentials, license and zone as they were at signing.
  signer_name text not null,
  credentials text not null,
  license_number text not null,
  license_state text not null,
  time_zone text not null,
  attestation_text text not null,
  signed_at timestamptz not null default now(),
  -- Confirmation before signing. The accounts of the demo practice have no password.
  auth_method text not null check (auth_method in ('password', 'passkey', 'demo')),
  -- True for a first signature long after the session.
  is_late boolean not null default false,
  -- Of the version and the facts of the session (app.note_content).
  content_sha256 text not null,
  ip_address text,
  -- The trigger `chain` sets these four. sha256 covers the row with prev_sha256, the hash of the entry before.
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint note_signatures_place unique (chain, seq),
  constraint note_signatures_version foreign key (session_id, version) references note_versions
);
create index note_signatures_of_note on note_signatures (session_id);

create trigger chain before insert on note_signatures for each row execute function app.chain_signature();
create trigger unchanged before update or delete on note_signatures for each row execute function app.refuse_signed();

alter table note_signatures enable row level security;
alter table note_signatures force row level security;
create policy definer on note_signatures to app_owner using (true) with check (true);
-- Readers of a note also see its signatures.
create policy visible on note_signatures for select to app_web
  using (exists (select from notes n where n.session_id = note_signatures.session_id));

grant select on note_signatures to app_web;

-- Signatures that no longer apply, because the author unlocked the note or the supervisor returned it.
create table note_supersessions (
  id uuid primary key default app.new_id(),
  signature_id uuid not null unique references note_signatures,
  session_id uuid not null references notes,
  organization_id uuid references organizations,
  kind text not null check (kind in ('unlocked', 'returned')),
  reason text not null check (length(reason) between 1 and 4000),
  superseded_by uuid not null references users,
  superseded_at timestamptz not null default now(),
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint note_supersessions_place unique (chain, seq)
);
create index note_supersessions_of_note on note_supersessions (session_id);

create trigger chain before insert on note_supersessions for each row execute function app.chain_signature();
create trigger unchanged before update or delete on note_supersessions for each row execute function app.refuse_signed();

alter table note_supersessions enable row level security;
alter table note_supersessions force row level security;
create policy definer on note_supersessions to app_owner using (true) with check (true);
create policy visible on note_supersessions for select to app_web
  using (exists (select from notes n where n.session_id = note_supersessions.session_id));

grant select on note_supersessions to app_web;

create table note_addenda (
  id uuid primary key default app.new_id(),
  session_id uuid not null references notes,
  organization_id uuid references organizations,
  number integer not null,
  kind text not null check (kind in ('addendum', 'correction', 'late_entry', 'client_statement')),
  text text not null check (length(text) between 1 and 20000),
  reason text not null check (length(reason) between 1 and 500),
  -- Date of the event if it differs from the date of signing.
  event_date date,
  -- True if the author of the note left before signing it.
  is_unsigned_note boolean not null default false,
  author_id uuid not null references users,
  author_name text not null,
  credentials text not null,
  license_number text not null,
  license_state text not null,
  time_zone text not null,
  signed_at timestamptz not null default now(),
  auth_method text not null check (auth_method in ('password', 'passkey', 'demo')),
  ip_address text,
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint note_addenda_place unique (chain, seq),
  constraint note_addenda_number unique (session_id, number)
);

create trigger chain before insert on note_addenda for each row execute function app.chain_signature();
create trigger unchanged before update or delete on note_addenda for each row execute function app.refuse_signed();

alter table note_addenda enable row level security;
alter table note_addenda force row level security;
create policy definer on note_addenda to app_owner using (true) with check (true);
create policy visible on note_addenda for select to app_web
  using (exists (select from notes n where n.session_id = note_addenda.session_id));

grant select on note_addenda to app_web;
