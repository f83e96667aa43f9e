-- A platform admin who renamed a client did not change the words of the notes: they were still found under the former name.
do $$
declare session uuid;
begin
  for session in select s.id from sessions s where s.client_id in (select e.client_id from audit_events e
      where e.action = 'admin.client_changed' and e.details->'changes' ?| array['firstName', 'lastName']) loop
    perform set_config('app.session_to_change', session::text, true);
    update note_search f set words = app.note_words(c.first_name, c.last_name, n.sections)
      from notes n join clients c on c.id = n.client_id where n.session_id = session and f.session_id = session;
  end loop;
  perform set_config('app.session_to_change', '', true);
end $$;
