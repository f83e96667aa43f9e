-- The function takes the version of the comment, which calls of the previous version leave out. It is created again from functions/cosign.sql.
drop function if exists app.add_note_comment(uuid, text, integer, text, uuid, text, uuid);

-- Returns further columns. It is created again from functions/clients.sql.
drop function if exists app.apply_transfer(uuid, uuid, uuid, text, boolean);

alter type app.accepted add attribute supervised jsonb;

-- Assignments of members who left the organization or became therapists no longer apply, also if the members return.
delete from cosign_assignments a where not exists (
  select from note_signatures s join organization_members m on m.organization_id = s.organization_id and m.user_id = a.assigned_to
  where s.session_id = a.session_id and m.role <> 'therapist');
