-- The text of a worksheet is empty until the clinician writes it. Unwritten sections used to hold the lines of their excerpts.
-- The search index follows by the trigger `file`; the other triggers would call it an edit.
do $$ declare t text; begin
  foreach t in array array['notes', 'note_versions', 'note_search', 'clients', 'sessions'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
  alter table notes disable trigger user;
  alter table notes enable trigger file;
  foreach t in array array['notes', 'note_versions'] loop
    execute format($q$
      update %I set sections = (
        select jsonb_agg(
          case when section ? 'toWrite' then (section - 'toWrite') || '{"content": "", "statements": []}' else section end
          order by place)
        from jsonb_array_elements(sections) with ordinality as found (section, place))
      where jsonb_path_exists(sections, '$[*] ? (exists(@.toWrite))')$q$, t);
  end loop;
  alter table notes enable trigger user;
  foreach t in array array['notes', 'note_versions', 'note_search', 'clients', 'sessions'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
