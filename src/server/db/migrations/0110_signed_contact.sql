-- A signature also covers how the client was met (session, phone call or no-show), and signed tables cannot be emptied.
alter table note_signatures add column covers_contact boolean;
drop function if exists app.note_content_sha256(uuid, integer);
drop function if exists app.note_content(uuid, integer);

drop trigger lock_signed_session on sessions;
create trigger lock_signed_session before update on sessions for each row
  when ((old.client_id, old.date, old.start_time, old.end_time, old.type, old.setting_type, old.participants, old.rendered_by, old.contact)
    is distinct from (new.client_id, new.date, new.start_time, new.end_time, new.type, new.setting_type, new.participants, new.rendered_by,
      new.contact))
  execute function app.lock_signed_session();

create trigger not_emptied before truncate on note_signatures execute function app.refuse_signed();
create trigger not_emptied before truncate on note_supersessions execute function app.refuse_signed();
create trigger not_emptied before truncate on note_addenda execute function app.refuse_signed();
create trigger not_emptied before truncate on note_comments execute function app.refuse_signed();
create trigger not_emptied before truncate on amendment_requests execute function app.refuse_signed();
create trigger not_emptied before truncate on amendment_steps execute function app.refuse_signed();
