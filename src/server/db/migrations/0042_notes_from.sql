-- Searching notes from a day on: the search goes back in time no further than that.
do $$ declare
  body text := pg_get_functiondef('app.search_notes'::regproc);
  change text[];
begin
  foreach change slice 1 in array array[
    ['most integer)', 'most integer, first_date date default null)'],
    ['  missing integer := most;', e'  missing integer := most;\n  earliest date := coalesce(first_date, ''-infinity'');'],
    ['    if '' '' || array_to_string(note.words, '' '') like all (patterns) then',
      e'    if note.session_date < earliest then return; end if;\n    if '' '' || array_to_string(note.words, '' '') like all (patterns) then'],
    ['if note.session_id is null then return; end if;', 'if note.session_id is null or note.session_date < earliest then return; end if;'],
    ['        and (rare is null or', e'        and hit.session_date >= earliest\n        and (rare is null or']
  ] loop
    if strpos(body, change[1]) = 0 then raise exception 'app.search_notes is not the one of 0018: %', change[1]; end if;
    body := replace(body, change[1], change[2]);
  end loop;
  drop function app.search_notes(text, uuid, uuid, date, time, uuid, integer);
  execute body;
end $$;

revoke execute on all functions in schema app from public;
grant execute on function app.search_notes to app_web;
