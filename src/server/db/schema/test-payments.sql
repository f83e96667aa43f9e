-- Data of the built-in payment provider, in place of the servers of a real provider. app_payments sees nothing else, and no other role
-- sees this data.

create schema test_payments;
grant usage on schema test_payments to app_payments;

-- Customers, cards, subscriptions, invoices, and events awaiting delivery.
create table test_payments.objects (
  id text primary key,
  kind text not null check (kind in ('customer', 'setup', 'card', 'subscription', 'invoice', 'event')),
  customer_id text not null,
  seq bigint generated always as identity,
  data jsonb not null
);
create index objects_of_customer on test_payments.objects (customer_id, kind, seq desc);
create index events_in_order on test_payments.objects (seq) where kind = 'event';
create index subscriptions_due on test_payments.objects ((data ->> 'dueAt') collate "C") where kind = 'subscription';

alter table test_payments.objects enable row level security;
alter table test_payments.objects force row level security;
create policy own_world on test_payments.objects to app_payments using (true) with check (true);

grant select, insert, delete on test_payments.objects to app_payments;
grant update (data) on test_payments.objects to app_payments;

-- Responses by idempotency key, so that a repeated call takes effect once. Stored for some days.
create table test_payments.answers (
  key text primary key,
  request text not null,
  answer jsonb,
  asked_at timestamptz not null
);
create index answers_asked_at_idx on test_payments.answers (asked_at);

alter table test_payments.answers enable row level security;
alter table test_payments.answers force row level security;
create policy own_world on test_payments.answers to app_payments using (true) with check (true);

grant select, insert, delete on test_payments.answers to app_payments;
grant update (answer) on test_payments.answers to app_payments;
