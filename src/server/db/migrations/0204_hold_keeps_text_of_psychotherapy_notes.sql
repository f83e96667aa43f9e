-- Psychotherapy notes have no versions, so a change under a legal hold would destroy the earlier text (decision 0132).
create policy unchanged_on_hold on psychotherapy_notes as restrictive for update to app_web using (app.hold_since(client_id) is null);
