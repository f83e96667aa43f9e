-- Saving a note no longer writes the index of words: the note becomes due, and a job indexes it (decision 0134).
alter table notes add column search_due_since timestamptz;

create or replace function app.become_search_due() returns trigger language plpgsql volatile as $$ begin
  new.search_due_since := now();
  return new;
end $$;
grant execute on function app.become_search_due to app_web, app_worker;

drop trigger index_note on notes;
create trigger become_search_due before update of sections on notes for each row
  when (old.search_due_since is null and old.sections is distinct from new.sections) execute function app.become_search_due();
drop trigger touch on notes;
create trigger touch before update on notes for each row
  when ((old.to_review_count is not null or (old.version, old.state) is distinct from (new.version, new.state))
    and (old.search_due_since is null or new.search_due_since is not null)) execute function app.touch();

-- Their conditions name no column that every saving changes, such as the version. Otherwise each saving would write all indexes.
drop index notes_unfinished, notes_unfinished_of_organization;
create index notes_unfinished on notes (therapist_id) where status <> 'signed' and state = 'ready';
create index notes_unfinished_of_organization on notes (organization_id, therapist_id) where status <> 'signed' and state = 'ready';
create index notes_search_due on notes (therapist_id, organization_id) where search_due_since is not null;

create policy search_due on notes for select to app_owner using (search_due_since is not null);
