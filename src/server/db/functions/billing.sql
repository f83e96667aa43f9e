-- The error code if the caller may not manage billing, else null; and the provider's customer id, if there is one.
create or replace function app.billing_account(org uuid) returns table (refusal text, customer text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select asked.refusal, (select c.customer_id from billing_customers c where c.organization_id = org and asked.refusal is null)
  from (select case when app.viewer_id() is not null then 'viewing_read_only' when app.charge_of(org) is null then 'not_allowed'
    when app.is_demo(org) then 'demo_fixed' end as refusal) asked
$$;
grant execute on function app.billing_account to app_web;

-- The provider determines the plan of an organization with an account and would overwrite changes made here.
create or replace function app.has_billing_account(organization uuid) returns boolean
language sql stable set search_path = pg_catalog, public as $$
  select exists (select from billing_customers c where c.organization_id = organization and c.customer_id is not null)
$$;

-- Leases the customer for one change. Returns null while another change holds the lease. `call` identifies the change and is the same
-- when it is retried.
create or replace function app.lease_customer(org uuid, call text) returns uuid
language sql volatile security definer set search_path = pg_catalog, public as $$
  update billing_customers set leased_until = clock_timestamp() + interval '10 minutes', lease = gen_random_uuid(), retry_call = null
    where organization_id = org and customer_id is not null and (coalesce(leased_until <= clock_timestamp(), true) or retry_call = call)
    returning lease
$$;
grant execute on function app.lease_customer to app_worker;

-- Releases a lease, unless another change holds it by now. With `unknown`, other changes stay blocked for two minutes, until the provider
-- has certainly finished. A change that `failed` may have happened too: all changes stay blocked for 30 seconds.
create or replace function app.release_customer(org uuid, held uuid, unknown text, failed boolean default false) returns void
language sql volatile security definer set search_path = pg_catalog, public as $$
  update billing_customers set retry_call = unknown, lease = null,
      leased_until = clock_timestamp() + case when unknown is not null then interval '2 minutes' when failed then interval '30 seconds' end
    where organization_id = org and lease = held
$$;
grant execute on function app.release_customer to app_worker;

-- Leases the customer for a change by the caller. Returns the lease, or an error code.
create or replace function app.lease_own_customer(org uuid, call text) returns table (refusal text, lease uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  refusal := app.refusal_in(org);
  if refusal is null then
    lease := app.lease_customer(org, call);
    if lease is null then
      refusal := case when app.has_billing_account(org) then 'billing_busy' else 'billing_account_incomplete' end;
    end if;
  end if;
  return next;
end $$;
grant execute on function app.lease_own_customer to app_web;

-- Releases a lease of the caller's organization.
create or replace function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean default false) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.charge_of(org) is null then raise exception 'not in charge of the organization' using errcode = '42501'; end if;
  perform app.release_customer(org, held, unknown, failed);
end $$;
grant execute on function app.release_own_customer to app_web;

-- Counts an attempt to add a card: ten per hour, to slow down testers of stolen cards. Returns null or an error code.
create or replace function app.begin_card(org uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.refusal_in(org);
begin
  if refusal is not null then return refusal; end if;
  update public.billing_customers set cards_begun = (array_prepend(clock_timestamp(), cards_begun))[1:10]
    where organization_id = org and coalesce(cards_begun[10] <= clock_timestamp() - interval '1 hour', true);
  return case when not found then 'cards_too_many' end;
end $$;
grant execute on function app.begin_card to app_web;

create or replace function app.begin_reading() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  return nextval('public.subscription_readings');
end $$;
grant execute on function app.begin_reading to app_web, app_worker;

-- Saves a snapshot of the subscription unless a newer one is saved. `found` is null if there is no subscription any more. Does not check
-- the caller.
create or replace function app.keep_subscription(org uuid, asked_as bigint, found_one jsonb) returns void
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

  -- The values that the admin panel shows.
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
grant execute on function app.keep_subscription to app_worker;

create or replace function app.keep_own_subscription(org uuid, asked_as bigint, found_one jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.charge_of(org) is null then raise exception 'not in charge of the organization' using errcode = '42501'; end if;
  perform app.keep_subscription(org, asked_as, found_one);
end $$;
grant execute on function app.keep_own_subscription to app_web;

-- Saves an event's id. Returns no row for a known event, else its organization; null if the customer is not ours.
create or replace function app.note_payment_event(event_id text, event_type text, customer text) returns table (organization_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  insert into public.payment_events (id, type) values (event_id, event_type) on conflict do nothing;
  if not found then return; end if;
  return query select (select c.organization_id from public.billing_customers c where c.customer_id = customer);
end $$;
grant execute on function app.note_payment_event to app_web, app_worker;

-- Organizations without a billing account, such as those from before there were accounts, each with the person in whose name to create
-- it: an owner or admin who was active there since a time, the owner first. Inactive ones get none, so their trial does not run out unseen.
create or replace function app.without_account(since timestamptz) returns table (organization_id uuid, user_id uuid)
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
grant execute on function app.without_account to app_worker;
