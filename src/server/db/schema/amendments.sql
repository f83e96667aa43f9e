-- Clients' requests to amend a note (45 CFR 164.526, decision 0073). Insert-only; only functions insert.
create table amendment_requests (
  id uuid primary key default app.new_id(),
  organization_id uuid references organizations,
  -- Users who may see the client may see the request, also after a transfer.
  client_id uuid not null references clients,
  session_id uuid not null references notes,
  -- A request that is sent again after a lost response is logged once.
  request_id uuid not null,
  received_on date not null,
  -- The last day for the answer, without an extension.
  due_on date not null check (due_on = received_on + 60),
  channel text not null check (channel in ('letter', 'email', 'phone', 'in person', 'other')),
  -- The client's request, in words.
  text text not null check (length(text) between 1 and 10000),
  logged_by uuid not null references users,
  logged_by_name text not null,
  logged_at timestamptz not null default now(),
  -- Columns of the chain, as in note_signatures.
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint amendment_requests_place unique (chain, seq),
  unique (logged_by, request_id)
);
create index amendment_requests_of_client on amendment_requests (client_id, received_on);
create index amendment_requests_of_note on amendment_requests (session_id);

create trigger chain before insert on amendment_requests for each row execute function app.chain_signature();
create trigger unchanged before update or delete on amendment_requests for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on amendment_requests execute function app.refuse_signed();

alter table amendment_requests enable row level security;
alter table amendment_requests force row level security;
create policy definer on amendment_requests to app_owner using (true) with check (true);
create policy visible on amendment_requests for select to app_web
  using (exists (select from clients c where c.id = amendment_requests.client_id));

grant select on amendment_requests to app_web;

-- What was done about an amendment request after it was logged.
create table amendment_steps (
  id uuid primary key default app.new_id(),
  amendment_id uuid not null references amendment_requests,
  organization_id uuid references organizations,
  kind text not null check (kind in ('extended', 'accepted', 'denied', 'statement')),
  -- The new last day for the answer.
  due_on date,
  -- The grounds of 45 CFR 164.526(a)(2)(i) to (iv).
  denial_reason text check (denial_reason in ('not_ours', 'not_in_record', 'not_for_inspection', 'accurate')),
  -- The reason of an extension, or the basis of a denial.
  text text check (length(text) between 1 and 10000),
  -- The addendum with the correction or the client's statement.
  session_id uuid,
  addendum_number integer,
  made_by uuid not null references users,
  made_by_name text not null,
  made_at timestamptz not null default now(),
  chain uuid not null default '00000000-0000-0000-0000-000000000000',
  seq bigint not null default 0,
  prev_sha256 text not null default '',
  sha256 text not null default '',
  constraint amendment_steps_place unique (chain, seq),
  constraint amendment_steps_kind unique (amendment_id, kind),
  constraint amendment_steps_addendum foreign key (session_id, addendum_number) references note_addenda (session_id, number),
  constraint amendment_steps_content check ((due_on is not null) = (kind = 'extended') and (denial_reason is not null) = (kind = 'denied')
    and (text is not null) = (kind in ('extended', 'denied')) and num_nonnulls(session_id, addendum_number)
    = case when kind in ('accepted', 'statement') then 2 else 0 end)
);
create unique index amendment_steps_answer on amendment_steps (amendment_id) where kind in ('accepted', 'denied');

create trigger chain before insert on amendment_steps for each row execute function app.chain_signature();
create trigger unchanged before update or delete on amendment_steps for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on amendment_steps execute function app.refuse_signed();

alter table amendment_steps enable row level security;
alter table amendment_steps force row level security;
create policy definer on amendment_steps to app_owner using (true) with check (true);
create policy visible on amendment_steps for select to app_web
  using (exists (select from amendment_requests r where r.id = amendment_steps.amendment_id));

grant select on amendment_steps to app_web;
