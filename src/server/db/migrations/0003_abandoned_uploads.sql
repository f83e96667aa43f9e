-- Uploads that nobody finished within a week are thrown away, whoever began them. The policies show app_owner nothing else.
create policy abandoned on uploads for select to app_owner using (session_id is null and created_at < now() - interval '7 days');
create policy abandoned_delete on uploads for delete to app_owner using (session_id is null and created_at < now() - interval '7 days');

-- Answers how many were thrown away. Their chunks go with them.
create function app.clean_uploads() returns integer language sql volatile security definer set search_path = pg_catalog, public as $$
  with gone as (delete from uploads where session_id is null and created_at < now() - interval '7 days' returning 1)
  select count(*)::int from gone
$$;
revoke execute on function app.clean_uploads from public;
grant execute on function app.clean_uploads to app_worker;
create index uploads_unfinished on uploads (created_at) where session_id is null;
