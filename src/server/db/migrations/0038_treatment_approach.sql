-- A treatment approach is what the clinician named; without one it is null, and notes do not print it.
alter table clients alter column treatment_approach drop default, alter column treatment_approach drop not null;

-- The former default was never confirmed where nobody has changed the client since it was added. The demo practice names its own.
alter table clients no force row level security;
alter table clients disable trigger user;
update clients set treatment_approach = null
  where treatment_approach = 'CBT' and updated_at = created_at and app.is_demo(organization_id) is not true;
alter table clients enable trigger user;
alter table clients force row level security;
