-- The dashboard lists unfinished notes of a therapist and counts those of an organization.
create index notes_unfinished on notes (therapist_id) where status <> 'signed' and version > 0;
create index notes_unfinished_of_organization on notes (organization_id, therapist_id) where status <> 'signed' and version > 0;
create index notes_signed on notes (therapist_id, signed_at) where signed_at is not null;
create index notes_signed_of_organization on notes (organization_id, signed_at) where signed_at is not null;
