create table invitations (
  -- Used in the API only. Invitation links contain secrets instead (invitation_secrets).
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations,
  email text not null check (email = lower(email) and email like '%_@_%' and length(email) <= 254),
  role text not null check (role in ('therapist', 'supervisor', 'admin')),
  -- The therapists whom an invited supervisor will supervise.
  therapist_ids uuid[] not null default '{}',
  invited_by uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'sent', 'expired', 'accepted')),
  created_at timestamptz not null default now(),
  tried_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_by uuid references users,
  accepted_at timestamptz
);
create unique index invitations_open on invitations (organization_id, email) where status in ('pending', 'sent');
create index invitations_organization_id_created_at_idx on invitations (organization_id, created_at desc);

alter table invitations enable row level security;
alter table invitations force row level security;
create policy definer on invitations to app_owner using (true) with check (true);

-- Hashes of the secrets in invitation links (decision 0029).
create table invitation_secrets (
  hash bytea primary key,
  invitation_id uuid not null references invitations on delete cascade,
  -- True for a secret that only the mail contains: its bearer can read the mailbox. Other secrets are shown to the inviter and prove nothing.
  is_mailed boolean not null,
  created_at timestamptz not null default now()
);
create index invitation_secrets_invitation_id_idx on invitation_secrets (invitation_id);

alter table invitation_secrets enable row level security;
alter table invitation_secrets force row level security;
create policy definer on invitation_secrets to app_owner using (true) with check (true);

create type app.invited as (refusal text, id uuid);
create type app.accepted as (refusal text, status text, organization_id uuid, role text, supervised jsonb);
