-- Signed entries form a hash chain per organization, or per therapist without an organization (decision 0052).
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
  -- Name, credentials, license and time zone as they were at signing.
  signer_name text not null,
  credentials text not null,
  license_number text not null,
  license_state text not null,
  time_zone text not null,
  attestation_text text not null,
  signed_at timestamptz not null default now(),
  -- How the signer confirmed their identity. The accounts of the demo practice have no password.
  auth_method text not null check (auth_method in ('password', 'passkey', 'totp', 'demo')),
  -- True for a first signature long after the session.
  is_late boolean not null default false,
  -- Hash of the version and the facts of the session (app.note_content).
  content_sha256 text not null,
  ip_address text,
  -- The trigger `chain` sets the next four columns. sha256 covers the row with prev_sha256, the hash of the previous entry.
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  -- True if content_sha256 covers the contact of the session. Null in the first signatures.
  covers_contact boolean,
  constraint note_signatures_place unique (chain, seq),
  constraint note_signatures_version foreign key (session_id, version) references note_versions
);
create index note_signatures_of_note on note_signatures (session_id);
create index note_signatures_of_cosigner on note_signatures (signer_id, signed_at) where role = 'cosigner';

create trigger chain before insert on note_signatures for each row execute function app.chain_signature();
create trigger unchanged before update or delete on note_signatures for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on note_signatures execute function app.refuse_signed();

alter table note_signatures enable row level security;
alter table note_signatures force row level security;
create policy definer on note_signatures to app_owner using (true) with check (true);
-- Readers of a note also see its signatures.
create policy visible on note_signatures for select to app_web
  using (exists (select from notes n where n.session_id = note_signatures.session_id));

grant select on note_signatures to app_web;

-- Signatures that no longer apply, because the author unlocked the note or a co-signer returned it.
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
create trigger not_emptied before truncate on note_supersessions execute function app.refuse_signed();

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
  -- True if the note was not signed and its author could no longer sign it.
  is_unsigned_note boolean not null default false,
  author_id uuid not null references users,
  author_name text not null,
  credentials text not null,
  license_number text not null,
  license_state text not null,
  time_zone text not null,
  signed_at timestamptz not null default now(),
  auth_method text not null check (auth_method in ('password', 'passkey', 'totp', 'demo')),
  ip_address text,
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  -- Generated by the browser: a repeated request does not add a second addendum. Null if the request had none.
  request_id uuid,
  constraint note_addenda_place unique (chain, seq),
  constraint note_addenda_number unique (session_id, number)
);
create unique index note_addenda_request on note_addenda (author_id, request_id) where request_id is not null;

create trigger chain before insert on note_addenda for each row execute function app.chain_signature();
create trigger unchanged before update or delete on note_addenda for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on note_addenda execute function app.refuse_signed();

alter table note_addenda enable row level security;
alter table note_addenda force row level security;
create policy definer on note_addenda to app_owner using (true) with check (true);
create policy visible on note_addenda for select to app_web
  using (exists (select from notes n where n.session_id = note_addenda.session_id));

grant select on note_addenda to app_web;
