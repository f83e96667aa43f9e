-- The error code if the caller may not manage billing, else null; the provider's customer id, if there is one; and whether its trial has
-- started.
create or replace function app.billing_account(org uuid) returns table (refusal text, customer text, had_trial boolean)
language sql stable security definer set search_path = pg_catalog, public as $$
  select asked.refusal, c.customer_id, c.trial_started_at is not null
  from (select case when app.viewer_id() is not null then 'viewing_read_only' when app.own_admin_rank(org) is null then 'not_allowed'
    when app.is_demo(org) then 'demo_fixed' end as refusal) asked
  left join billing_customers c on c.organization_id = org and asked.refusal is null
$$;
grant execute on function app.billing_account to app_web;

-- The provider determines the plan of an organization with an account and would overwrite changes made here.
create or replace function app.has_billing_account(organization uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from billing_customers c where c.organization_id = organization and c.customer_id is not null)
$$;
grant execute on function app.has_billing_account to app_admin;

-- Leases the customer for one change. Returns null while another change holds the lease. `call` identifies the change and is the same
-- when it is retried.
create or replace function app.lease_customer(org uuid, call text) returns uuid
language sql volatile security definer set search_path = pg_catalog, public as $$
  update billing_customers set leased_until = clock_timestamp() + interval '10 minutes', lease = gen_random_uuid(), retry_call = null
    where organization_id = org and customer_id is not null and (coalesce(leased_until <= clock_timestamp(), true) or retry_call = call)
    returning lease
$$;
grant execute on function app.lease_customer to app_worker;

-- Releases a lease, unless another change holds it by now. `unknown` is a call with an unknown outcome: other changes stay blocked for two
-- minutes, until the provider has certainly finished. A change that `failed` may have happened, too: all changes stay blocked for 30 seconds.
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
  refusal := app.change_refusal(org);
  if refusal is null then
    lease := app.lease_customer(org, call);
    if lease is null then
      refusal := case when app.has_billing_account(org) then 'billing_busy' else 'billing_account_incomplete' end;
    end if;
  end if;
  return next;
end $$;
grant execute on function app.lease_own_customer to app_web;

-- Releases a lease and saves the snapshot taken after the change, if `number` is not null. The lease authorizes this, not the caller's role:
-- callers can lose their role or their sign-in while the provider makes their change. Returns false, and changes nothing, if the lease is
-- not held any more.
create or replace function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean, number bigint, snapshot jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  perform 1 from public.organizations where id = org for no key update;
  if not exists (select from public.billing_customers where organization_id = org and lease = held) then return false; end if;
  perform app.release_customer(org, held, unknown, failed);
  if number is not null then perform app.save_subscription(org, number, snapshot); end if;
  return true;
end $$;
grant execute on function app.release_own_customer(uuid, uuid, text, boolean, bigint, jsonb) to app_web;

-- For processes of the previous version.
create or replace function app.release_own_customer(org uuid, held uuid, unknown text, failed boolean default false) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.own_admin_rank(org) is null then raise exception 'not an owner or admin of the organization' using errcode = '42501'; end if;
  perform app.release_customer(org, held, unknown, failed);
end $$;
grant execute on function app.release_own_customer(uuid, uuid, text, boolean) to app_web;

-- Counts an attempt to add a card: at most ten per hour, to slow down testers of stolen cards. Returns null or an error code.
create or replace function app.count_card_attempt(org uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare refusal text := app.change_refusal(org);
begin
  if refusal is not null then return refusal; end if;
  update public.billing_customers set card_attempts = (array_prepend(clock_timestamp(), card_attempts))[1:10]
    where organization_id = org and coalesce(card_attempts[10] <= clock_timestamp() - interval '1 hour', true);
  return case when not found then 'cards_too_many' end;
end $$;
grant execute on function app.count_card_attempt to app_web;

-- Seconds until `app.count_card_attempt` accepts another attempt.
create or replace function app.card_attempt_wait(org uuid) returns integer
language sql stable security definer set search_path = pg_catalog, public as $$
  select greatest(1, ceil(extract(epoch from card_attempts[10] + interval '1 hour' - clock_timestamp())))::integer
  from billing_customers where organization_id = org and org = any (app.uuids('app.admin_orgs'))
$$;
grant execute on function app.card_attempt_wait to app_web;

create or replace function app.next_snapshot_number() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  return nextval('public.subscription_snapshot_numbers');
end $$;
grant execute on function app.next_snapshot_number to app_web, app_worker;

-- Saves a snapshot of the subscription unless a newer one is saved. `snapshot` is null if the provider has no subscription. Does
-- not check the caller.
create or replace function app.save_subscription(org uuid, number bigint, snapshot jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare old public.subscriptions; saved public.subscriptions;
begin
  perform 1 from public.organizations where id = org for no key update;
  select * into old from public.subscriptions where organization_id = org;
  if old.snapshot_number >= number then return; end if;
  if snapshot is null then
    saved := old;
    saved.organization_id := org;
    saved.status := case when coalesce(old.status, 'none') = 'none' then 'none' else 'canceled' end;
    saved.cancel_at_period_end := false;
  else
    saved := jsonb_populate_record(null::public.subscriptions, snapshot || jsonb_build_object('organization_id', org));
    saved.low_sessions_notified_for := old.low_sessions_notified_for;
  end if;
  saved.snapshot_number := number;
  saved.snapshot_at := clock_timestamp();
  delete from public.subscriptions where organization_id = org;
  insert into public.subscriptions select (saved).*;

  -- The values that the admin panel shows.
  update public.organizations set subscription_plan = shown.plan, subscription_status = shown.status
    from (select case when saved.status in ('none', 'canceled') then 'free' when saved.plan_id = 'basic' then 'basic' when saved.plan_id = 'professional'
        then 'pro' when saved.plan_id = 'enterprise' then 'enterprise' else subscription_plan end as plan,
      case when saved.status = 'trialing' then 'trial' when saved.status in ('active', 'past_due') then 'active' when saved.status = 'canceled'
        then 'canceled' else 'inactive' end as status from public.organizations where id = org) shown
    where id = org and (subscription_plan, subscription_status) is distinct from (shown.plan, shown.status);

  if (old.status, old.subscription_id, old.price_id, old.cancel_at_period_end, old.current_period_start)
    is distinct from (saved.status, saved.subscription_id, saved.price_id, saved.cancel_at_period_end, saved.current_period_start)
    and (old.organization_id is not null or saved.status <> 'none') then
    insert into public.audit_events (organization_id, action, resource_type, resource_id, details) values (org, 'billing.subscription_changed',
      'organization', org, jsonb_build_object('status', saved.status, 'price', saved.price_id, 'ends', saved.cancel_at_period_end,
        'statusBefore', old.status, 'priceBefore', old.price_id));
  end if;
end $$;
grant execute on function app.save_subscription to app_worker;

create or replace function app.save_own_subscription(org uuid, number bigint, snapshot jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  if app.own_admin_rank(org) is null then raise exception 'not an owner or admin of the organization' using errcode = '42501'; end if;
  perform app.save_subscription(org, number, snapshot);
end $$;
grant execute on function app.save_own_subscription to app_web;

-- Saves an event's id. Returns no row for a known event, else its organization; null if no organization has this customer.
create or replace function app.record_payment_event(event_id text, event_type text, customer text) returns table (organization_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  perform app.may_change();
  insert into public.payment_events (id, type) values (event_id, event_type) on conflict do nothing;
  if not found then return; end if;
  return query select (select c.organization_id from public.billing_customers c where c.customer_id = customer);
end $$;
grant execute on function app.record_payment_event to app_web, app_worker;

-- Organizations without a billing account, each with the user for whom to create it: an owner or admin who was active there since a time,
-- the owner first. Inactive organizations get no account yet, so that their trial does not expire unused.
create or replace function app.organizations_without_account(since timestamptz) returns table (organization_id uuid, user_id uuid)
language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct on (m.organization_id) m.organization_id, m.user_id
  from organization_members m join users u on u.id = m.user_id and u.is_active
  where m.role in ('owner', 'admin') and not app.is_demo(m.organization_id)
    and not exists (select from billing_customers c where c.organization_id = m.organization_id)
    and exists (select from audit_events e where e.actor_id = m.user_id and e.at > since
      and (e.organization_id = m.organization_id
        or e.action = 'account.signed_in' and m.organization_id = (app.current_membership(u)).organization_id))
  order by m.organization_id, m.role desc, m.user_id
$$;
grant execute on function app.organizations_without_account to app_worker;

-- The name and email address of an organization's customer: those of the organization and its owner, or of an active admin.
create or replace function app.customer_contact(org uuid) returns table (name text, email text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select o.name, u.email
  from organizations o join organization_members m on m.organization_id = o.id join users u on u.id = m.user_id and u.is_active
  where o.id = org and m.role in ('owner', 'admin') order by m.role desc, m.user_id limit 1
$$;
grant execute on function app.customer_contact to app_worker;

-- The user for whom to create an organization's customer: the one who began it or, if that user left or was deactivated, an active owner
-- or admin, the owner first. Null if there is none.
create or replace function app.customer_creator(org uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.user_id
  from billing_customers c join organization_members m using (organization_id) join users u on u.id = m.user_id and u.is_active
  where c.organization_id = org and (m.user_id = c.user_id or m.role in ('owner', 'admin'))
  order by m.user_id = c.user_id desc, m.role desc, m.user_id limit 1
$$;
grant execute on function app.customer_creator to app_worker;
