-- Plans and billing. The organization is the customer. What it has is the payment provider's to say: here stands what the provider said last,
-- and which of its events were heard (docs/decisions/0020).

create table billing_customers (
  organization_id uuid primary key references organizations,
  -- Who asked for the account: whoever signed up.
  user_id uuid not null references users,
  -- The provider's id; null until the provider has made it.
  customer_id text unique check (length(customer_id) <= 255),
  -- Those that the provider did not know: another one's, or of another account there. Should its keys be the former ones again, so is the customer.
  former_ids text[] not null default '{}',
  trial_started_at timestamptz,
  -- Whoever changes something at the provider has a turn, and keeps others from doing so meanwhile; no longer than this, should it never come
  -- back. Longer than all its calls can take: eight, one after another, of three tries of 15 seconds with pauses between them.
  busy_until timestamptz,
  busy_turn uuid,
  -- A change of which nobody knows whether it happened: for a while only this same one may be tried again.
  unsure_call text check (length(unsure_call) <= 300),
  -- When cards were last begun to be added, newest first.
  cards_begun timestamptz[] not null default '{}' check (cardinality(cards_begun) <= 10),
  created_at timestamptz not null default now()
);

create table subscriptions (
  organization_id uuid primary key references organizations,
  -- 'none' as long as there never was one. Of one that is over, the last that was known stays.
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
  -- Of the catalog when it was read; null where the price is not offered any more.
  plan_id text,
  session_limit integer check (session_limit > 0),
  -- Drawn before the provider was asked: an answer that was asked for earlier never takes the place of a later one.
  reading bigint not null,
  read_at timestamptz not null default now(),
  -- The period of which those in charge were told that few sessions remain.
  low_told_for timestamptz,
  check (status = 'none' or num_nulls(subscription_id, product_id, price_id, product_name, amount, currency, "interval", current_period_start,
    current_period_end) = 0)
);
create sequence subscription_readings;

create table payment_events (
  id text primary key check (length(id) <= 255),
  type text not null check (length(type) <= 255),
  received_at timestamptz not null default now()
);
create index on payment_events (received_at);

do $$ declare t text; begin
  foreach t in array array['billing_customers', 'subscriptions', 'payment_events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy definer on %I to app_owner using (true) with check (true)', t);
  end loop;
  -- Jobs are about all organizations; one that acts as somebody sees theirs.
  foreach t in array array['billing_customers', 'subscriptions'] loop
    execute format($p$create policy worker on %I to app_worker using (coalesce((select app.user_id()) is null
      or organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]), false))$p$, t);
  end loop;
  create policy worker on payment_events to app_worker using ((select app.user_id()) is null);
  perform app.follow_viewing('billing_customers', 'nothing');
  perform app.follow_viewing('subscriptions', 'organization');
  perform app.follow_viewing('payment_events', 'nothing');
end $$;
create policy member on subscriptions for select to app_web using (organization_id = any ((select app.uuids('app.member_orgs'))::uuid[]));
grant select on subscriptions to app_web, app_worker;
grant select, insert, update (customer_id, former_ids, trial_started_at, busy_until, busy_turn, unsure_call) on billing_customers to app_worker;
grant select, delete on payment_events to app_worker;

-- For those in charge: why they may not, else null; and the provider's id of their organization, when there is one.
create function app.billing_account(org uuid) returns table (refusal text, customer text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select asked.refusal, (select c.customer_id from billing_customers c where c.organization_id = org and asked.refusal is null)
  from (select case when app.viewer_id() is not null then 'viewing_read_only' when app.charge_of(org) is null then 'not_allowed'
    when app.is_demo(org) then 'demo_fixed' end as refusal) asked
$$;

-- One change after another. Answers a turn when the caller may go ahead, else the code of the failure. `call` names what somebody does, the same
-- when it is tried again.
create function app.begin_billing_change(org uuid, call text) returns table (refusal text, turn uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  refusal := app.refusal_in(org);
  if refusal is null then
    update public.billing_customers c
      set busy_until = clock_timestamp() + interval '10 minutes', busy_turn = gen_random_uuid(), unsure_call = null
      where c.organization_id = org and c.customer_id is not null and (coalesce(c.busy_until <= clock_timestamp(), true) or c.unsure_call = call)
      returning c.busy_turn into turn;
    if turn is null then
      refusal := case when exists (select from public.billing_customers c where c.organization_id = org and c.customer_id is not null)
        then 'billing_busy' else 'billing_account_incomplete' end;
    end if;
  end if;
  return next;
end $$;

-- Gives one's own turn back; another's stays. With `unsure`, others than that call wait two minutes longer: what the provider may still be
-- about to do is done by then. One that `failed` there may have happened, too: all wait for half a minute.
create function app.end_billing_change(org uuid, turn uuid, unsure text, failed boolean default false) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.charge_of(org) is null then raise exception 'not in charge of the organization' using errcode = '42501'; end if;
  update public.billing_customers set unsure_call = unsure, busy_turn = null,
      busy_until = clock_timestamp() + case when unsure is not null then interval '2 minutes' when failed then interval '30 seconds' end
    where organization_id = org and busy_turn = turn;
end $$;

-- Counts a card that is begun to be added: ten an hour, which slows down whoever tries out stolen ones. Answers null, or the code of the failure.
create function app.begin_card(org uuid) returns text language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  if refusal is not null then return refusal; end if;
  update public.billing_customers set cards_begun = (array_prepend(clock_timestamp(), cards_begun))[1:10]
    where organization_id = org and coalesce(cards_begun[10] <= clock_timestamp() - interval '1 hour', true);
  return case when not found then 'cards_too_many' end;
end $$;

create function app.begin_reading() returns bigint language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  return nextval('public.subscription_readings');
end $$;

-- Keeps what the provider said, unless something is kept that was asked for later. `found` is null where there is no subscription, or none
-- any more. Without asking who is asking.
create function app.keep_subscription(org uuid, asked_as bigint, found_one jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old public.subscriptions; kept public.subscriptions;
begin
  perform 1 from public.organizations where id = org for no key update;
  select * into old from public.subscriptions where organization_id = org;
  if old.reading >= asked_as then return; end if;
  if found_one is null then
    kept := old;
    kept.organization_id := org;
    kept.status := case when coalesce(old.status, 'none') = 'none' then 'none' else 'canceled' end;
    kept.cancel_at_period_end := false;
  else
    kept := jsonb_populate_record(null::public.subscriptions, found_one || jsonb_build_object('organization_id', org));
    kept.low_told_for := old.low_told_for;
  end if;
  kept.reading := asked_as;
  kept.read_at := clock_timestamp();
  delete from public.subscriptions where organization_id = org;
  insert into public.subscriptions select (kept).*;

  -- As the admin panel shows them.
  update public.organizations set subscription_plan = shown.plan, subscription_status = shown.status
    from (select case when kept.status in ('none', 'canceled') then 'free' when kept.plan_id = 'basic' then 'basic' when kept.plan_id = 'professional'
        then 'pro' when kept.plan_id = 'enterprise' then 'enterprise' else subscription_plan end as plan,
      case when kept.status = 'trialing' then 'trial' when kept.status in ('active', 'past_due') then 'active' when kept.status = 'canceled'
        then 'canceled' else 'inactive' end as status from public.organizations where id = org) shown
    where id = org and (subscription_plan, subscription_status) is distinct from (shown.plan, shown.status);

  if (old.status, old.subscription_id, old.price_id, old.cancel_at_period_end, old.current_period_start)
    is distinct from (kept.status, kept.subscription_id, kept.price_id, kept.cancel_at_period_end, kept.current_period_start)
    and (old.organization_id is not null or kept.status <> 'none') then
    insert into public.audit_events (organization_id, action, resource_type, resource_id, details) values (org, 'billing.subscription_changed',
      'organization', org, jsonb_build_object('status', kept.status, 'price', kept.price_id, 'ends', kept.cancel_at_period_end,
        'statusBefore', old.status, 'priceBefore', old.price_id));
  end if;
end $$;

create function app.keep_own_subscription(org uuid, asked_as bigint, found_one jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.charge_of(org) is null then raise exception 'not in charge of the organization' using errcode = '42501'; end if;
  perform app.keep_subscription(org, asked_as, found_one);
end $$;

-- Keeps an event's id. Answers nothing for one that is known, else the organization it is about: null for none of ours.
create function app.note_payment_event(event_id text, event_type text, customer text) returns table (organization_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  insert into public.payment_events (id, type) values (event_id, event_type) on conflict do nothing;
  if not found then return; end if;
  return query select (select c.organization_id from public.billing_customers c where c.customer_id = customer);
end $$;

-- How many sessions an organization held from one day to before another: neither scheduled nor cancelled. For its members, and for jobs.
create function app.sessions_held(org uuid, from_day date, before_day date) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select count(*)::integer from sessions where organization_id = org and date >= from_day and date < before_day
    and status not in ('scheduled', 'cancelled') and (session_user = 'app_worker' or org = any (app.uuids('app.member_orgs')))
$$;

-- A notice may be about no client, and nobody's doing.
alter table notices alter column client_id drop not null, alter column client_initials drop not null, alter column actor_id drop not null,
  add column sessions_left integer check (sessions_left >= 0),
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (case when kind in ('client_received', 'client_given')
    then num_nulls(client_id, client_initials, actor_id) = 0 and sessions_left is null
    else kind = 'low_sessions_remaining' and num_nonnulls(client_id, client_initials, actor_id) = 0 and sessions_left is not null end);

-- Tells those in charge who wish it that few sessions remain in the period that runs, once a period.
create function app.tell_of_low_sessions(org uuid, remaining integer) returns table (notice_id uuid, receiver_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  update public.subscriptions s set low_told_for = s.current_period_start
    where s.organization_id = org and s.low_told_for is distinct from s.current_period_start;
  if not found then return; end if;
  return query insert into public.notices (user_id, organization_id, kind, sessions_left)
    select u.id, org, 'low_sessions_remaining', remaining
    from public.organization_members m join public.users u on u.id = m.user_id and u.is_active
    where m.organization_id = org and m.role in ('owner', 'admin') and coalesce((u.notification_settings->>'low_sessions_remaining')::boolean, true)
    returning id, user_id;
end $$;

-- Organizations for which nobody has asked for an account, e.g. those from before there were any, and in whose name it is to be asked for:
-- somebody in charge who did something there, or signed in to it, since a moment, the owner first. Where nobody was, no trial runs out unseen.
create function app.without_account(since timestamptz) returns table (organization_id uuid, user_id uuid)
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct on (m.organization_id) m.organization_id, m.user_id
  from organization_members m join users u on u.id = m.user_id and u.is_active
  where m.role in ('owner', 'admin') and not app.is_demo(m.organization_id)
    and not exists (select from billing_customers c where c.organization_id = m.organization_id)
    and exists (select from audit_events e where e.actor_id = m.user_id and e.at > since
      and (e.organization_id = m.organization_id
        or e.action = 'account.signed_in' and m.organization_id = (app.home_of(u)).organization_id))
  order by m.organization_id, m.role desc, m.user_id
$$;

revoke execute on all functions in schema app from public;
grant execute on function app.without_account to app_worker;
grant execute on function app.billing_account, app.begin_card, app.begin_billing_change, app.end_billing_change, app.keep_own_subscription to app_web;
grant execute on function app.begin_reading, app.note_payment_event, app.sessions_held to app_web, app_worker;
grant execute on function app.keep_subscription, app.tell_of_low_sessions, app.is_demo to app_worker;
