-- The work queue counts notes whose redraft failed.
drop index notes_unfinished, notes_unfinished_of_organization;
create index notes_unfinished on notes (therapist_id) where status <> 'signed' and state in ('ready', 'failed');
create index notes_unfinished_of_organization on notes (organization_id, therapist_id) where status <> 'signed' and state in ('ready', 'failed');
