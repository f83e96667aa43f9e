-- Set by owners and admins: a supervisor co-signs the therapist's notes, whatever their own profile says.
alter table organization_members add column is_prelicensed boolean not null default false;
