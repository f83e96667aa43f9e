-- The most frequent language of a session besides English, and whether some turns are in English. Turns in English have no language.
create or replace function app.other_language(utterances jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('code', mode() within group (order by turn->>'language'), 'isPartly', count(turn->>'language') < count(*))
  from jsonb_array_elements(utterances) turn having count(turn->>'language') > 0
$$;
grant execute on function app.other_language to app_web, app_worker;

-- Counts the changes of a transcript, and refuses them while its note is signed.
create or replace function app.count_revision() returns trigger language plpgsql volatile as $$ begin
  if new.utterances is distinct from old.utterances then
    if exists (select from notes n where n.session_id = new.session_id and n.status in ('awaiting_cosign', 'signed')) then
      raise exception 'the transcript of a signed note does not change' using errcode = '55000';
    end if;
    new.revision := old.revision + 1;
  else
    new.revision := old.revision;
  end if;
  return new;
end $$;
grant execute on function app.count_revision to app_web, app_worker;

-- Deletes the passages of a session that now has a transcript.
create or replace function app.replace_passages() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare before text := current_setting('app.session_to_change', true);
begin
  perform set_config('app.session_to_change', new.session_id::text, true);
  delete from public.transcription_passages where session_id = new.session_id;
  perform set_config('app.session_to_change', coalesce(before, ''), true);
  return null;
end $$;

-- Deletes the voice of an account that was deactivated.
create or replace function app.delete_voices() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
begin
  delete from public.own_voices where user_id = new.id;
  return null;
end $$;
