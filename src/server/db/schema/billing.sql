-- Plans and billing. The customer is the organization. These tables cache the provider's last known state (decision 0020).

create table billing_customers (
  organization_id uuid primary key references organizations,
  -- The user for whom the customer was created: at sign-up, at an owner's or admin's first billing call, or by reconcile.
  user_id uuid not null references users,
  -- The provider's id; null until the provider has created the customer.
  customer_id text unique check (length(customer_id) <= 255),
  -- Earlier ids that the provider no longer knew, because its keys or its account changed. With the old keys, the old customer is used again.
  former_ids text[] not null default '{}',
  trial_started_at timestamptz,
  -- The lease of the change in progress, and when the lease expires at the latest. Ten minutes exceed the longest possible change: eight
  -- calls in a row, each with three attempts of 15 seconds and pauses between them.
  leased_until timestamptz,
  lease uuid,
  -- A change whose outcome is unknown. For a while only the same change may be retried.
  retry_call text check (length(retry_call) <= 300),
  -- Start times of the latest attempts to add a card, newest first.
  card_attempts timestamptz[] not null default '{}' check (cardinality(card_attempts) <= 10),
  created_at timestamptz not null default now()
);

alter table billing_customers enable row level security;
alter table billing_customers force row level security;
create policy definer on billing_customers to app_owner using (true) with check (true);
-- Jobs concern all organizations; a job that acts as a user sees the organizations of this user.
create policy worker on billing_customers to app_worker
  using (coalesce((select app.user_id()) is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));
create policy viewing_insert on billing_customers as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on billing_customers as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on billing_customers as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on billing_customers as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, insert on billing_customers to app_worker;
grant update (customer_id, former_ids, trial_started_at) on billing_customers to app_worker;

create table subscriptions (
  organization_id uuid primary key references organizations,
  -- 'none' if there has never been a subscription. After a subscription ends, its last known values stay.
  status text not null check (status in ('none', 'trialing', 'active', 'past_due', 'unpaid', 'incomplete', 'paused', 'canceled')),
  subscription_id text,
  product_id text,
  price_id text,
  product_name text,
  amount bigint,
  currency text,
  "interval" text check ("interval" in ('month', 'year')),
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_end timestamptz,
  cancel_at_period_end boolean not null default false,
  -- From the catalog at the time of the snapshot; null if the price is no longer offered.
  plan_id text,
  session_limit integer check (session_limit > 0),
  -- Drawn from subscription_snapshot_numbers before the provider is asked: an older snapshot never overwrites a newer one.
  snapshot_number bigint not null,
  snapshot_at timestamptz not null default now(),
  -- Start of the period for which owner and admins were notified that few sessions remain.
  low_sessions_notified_for timestamptz,
  constraint subscriptions_check check (status = 'none' or num_nulls(subscription_id, product_id, price_id, product_name, amount, currency,
    "interval", current_period_start, current_period_end) = 0)
);

alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy definer on subscriptions to app_owner using (true) with check (true);
create policy worker on subscriptions to app_worker
  using (coalesce((select app.user_id()) is null or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false));
create policy member on subscriptions for select to app_web using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
create policy viewing_insert on subscriptions as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on subscriptions as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on subscriptions as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on subscriptions as restrictive for select to app_web
  using (coalesce(organization_id = (select app.viewed_org()), (select app.viewed_org()) is null));

grant select on subscriptions to app_web, app_worker;

create sequence subscription_snapshot_numbers;

create table payment_events (
  id text primary key check (length(id) <= 255),
  type text not null check (length(type) <= 255),
  received_at timestamptz not null default now()
);
create index payment_events_received_at_idx on payment_events (received_at);

alter table payment_events enable row level security;
alter table payment_events force row level security;
create policy definer on payment_events to app_owner using (true) with check (true);
create policy worker on payment_events to app_worker using ((select app.user_id()) is null);
create policy viewing_insert on payment_events as restrictive for insert to app_web with check ((select app.may_change()));
create policy viewing_update on payment_events as restrictive for update to app_web using ((select app.may_change()));
create policy viewing_delete on payment_events as restrictive for delete to app_web using ((select app.may_change()));
create policy viewing_select on payment_events as restrictive for select to app_web using ((select app.viewer_id()) is null);

grant select, delete on payment_events to app_worker;
