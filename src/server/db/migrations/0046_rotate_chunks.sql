-- `npm run secret:rotate` seals chunks of audio under the current secret. Nobody else signs in as app_owner (0036).
create policy operator on upload_chunks for select to app_owner using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on upload_chunks for update to app_owner using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy operator on live_chunks for select to app_owner using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
create policy operator_update on live_chunks for update to app_owner using (seal is not null and pg_has_role(session_user, 'app_owner', 'member'));
