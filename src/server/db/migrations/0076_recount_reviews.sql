-- Notes that were not changed since migration 0063 count no open items. Null until the job notes.count_items counts them.
drop trigger touch on notes;
alter table notes alter column to_review_count drop not null;
alter table notes disable trigger set_first_ready;
alter table notes disable row level security;
alter table note_versions disable row level security;
update notes set to_review_count = null where to_review_count = 0 and version > 0 and status in ('draft', 'returned');
-- Row-level security hid the notes from the same statement of migration 0062.
update notes set first_ready_at = (select min(created_at) from note_versions v where v.session_id = notes.session_id)
  where first_ready_at is null and version > 0 and status in ('draft', 'returned');
alter table note_versions enable row level security;
alter table notes enable row level security;
alter table notes enable trigger set_first_ready;
create trigger touch before update on notes for each row
  when (old.to_review_count is not null or (old.version, old.state) is distinct from (new.version, new.state)) execute function app.touch();
create index notes_uncounted on notes (session_id) where to_review_count is null;
create policy counting on notes for select to app_owner using (to_review_count is null);
