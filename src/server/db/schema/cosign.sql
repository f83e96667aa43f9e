-- Comments of co-signers on sentences of a signed version, and the author's replies. Insert-only; only functions insert.
create table note_comments (
  id uuid primary key default app.new_id(),
  session_id uuid not null references notes,
  organization_id uuid not null references organizations,
  -- The signed version that the comment is about.
  version integer not null,
  -- Title of the section, number of the sentence in it, and the sentence as signed. Null for a reply.
  section text check (length(section) between 1 and 200),
  sentence integer check (sentence >= 0),
  quote text check (length(quote) between 1 and 100000),
  quote_sha256 text,
  reply_to uuid references note_comments,
  author_id uuid not null references users,
  -- Name and credentials as they were at the time.
  author_name text not null,
  credentials text not null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint note_comments_version foreign key (session_id, version) references note_versions,
  constraint note_comments_place check (case when reply_to is null then num_nulls(section, sentence, quote, quote_sha256) = 0
    else num_nonnulls(section, sentence, quote, quote_sha256) = 0 end)
);
create index note_comments_of_note on note_comments (session_id);

create trigger unchanged before update or delete on note_comments for each row execute function app.refuse_signed();
create trigger not_emptied before truncate on note_comments execute function app.refuse_signed();

alter table note_comments enable row level security;
alter table note_comments force row level security;
create policy definer on note_comments to app_owner using (true) with check (true);
-- For readers of the note, and for a co-signer who is not among them.
create policy visible on note_comments for select to app_web
  using (exists (select from notes n where n.session_id = note_comments.session_id) or app.is_cosigner(note_comments.session_id));

grant select on note_comments to app_web;

-- The member who co-signs a note in place of the author's supervisor. Only functions read and write this table.
create table cosign_assignments (
  session_id uuid primary key references notes,
  assigned_to uuid not null references users,
  assigned_by uuid not null references users,
  assigned_at timestamptz not null default now()
);
create index cosign_assignments_of_cosigner on cosign_assignments (assigned_to);

alter table cosign_assignments enable row level security;
alter table cosign_assignments force row level security;
create policy definer on cosign_assignments to app_owner using (true) with check (true);
