-- The average of the figures of users without the lowest and the highest, so that it never shows one user's figure. Null for fewer than five users.
create or replace function app.average_of_people(figures double precision[]) returns integer
language sql immutable parallel safe set search_path = pg_catalog, public as $$
  select case when count(f) >= 5 then round((sum(f) - min(f) - max(f)) / (count(f) - 2))::integer end from unnest(figures) f
$$;

-- Averages of the medians of an organization's members over the 90 days before this week, for owners; no row for others. The averages change
-- once a week, so that two successive results do not reveal a single note.
create or replace function app.review_averages(org uuid) returns table (minutes_to_sign integer, active_seconds integer, item_count integer,
  changed_percent integer, snippet_count integer)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare until constant timestamptz := date_trunc('week', now(), 'UTC');
begin
  if app.viewer_id() is not null or app.own_admin_rank(org) is distinct from app.role_rank('owner') then return; end if;
  perform set_config('app.averages_org', org::text, true);
  return query
    with people as (
      select percentile_cont(0.5) within group (order by extract(epoch from f.signed_at - f.ready_at) / 60.0) as minutes,
        percentile_cont(0.5) within group (order by nullif(f.active_ms, 0) / 1000.0) as seconds,
        percentile_cont(0.5) within group (order by f.item_count::double precision) as items,
        percentile_cont(0.5) within group (order by 100.0 * f.changed_word_count / nullif(f.word_count, 0)) as percent,
        percentile_cont(0.5) within group (order by f.snippet_count::double precision) as snippets
      from public.review_figures f
      where f.organization_id = org and f.signed_at >= until - interval '90 days' and f.signed_at < until
      group by f.user_id)
    select app.average_of_people(array_agg(minutes)), app.average_of_people(array_agg(seconds)), app.average_of_people(array_agg(items)),
      app.average_of_people(array_agg(percent)), app.average_of_people(array_agg(snippets))
    from people;
  perform set_config('app.averages_org', '', true);
end $$;
grant execute on function app.review_averages to app_web;

-- Numbers of answered spot checks, and of those that found a sentence wrong, per language model (null for excerpts). For the whole
-- platform, without text.
create or replace function app.spot_checks() returns table (model text, answered integer, wrong integer)
language sql stable security definer set search_path = pg_catalog, public as $$
  select i.model, count(*)::integer, count(*) filter (where i.state = 'wrong')::integer
  from note_review_items i where i.kind = 'spot check' and i.state in ('correct', 'wrong')
  group by i.model order by count(*) desc, i.model
$$;
grant execute on function app.spot_checks to app_admin;
