-- Tables are in the schema public; app holds functions and their types. app_owner owns everything and runs the migrations. app_web,
-- app_worker, app_auth, app_admin and app_payments own nothing and cannot bypass row-level security (docs/security.md).
--
-- Row-level security is enabled and forced for every table. Tables carry the columns that policies need, organization_id and
-- therapist_id, so that policies do not join. Only security definer functions update these columns.
--
-- Policies with the same name have the same meaning in every file:
--   definer             Security definer functions run as app_owner and reach every row.
--   auth                The sign-in library runs as app_auth.
--   visible             The caller's own rows, those of therapists they supervise, and those of organizations they administer. coalesce
--                       prevents a bitmap union: the query's own condition selects the index.
--   own, own_update, own_delete
--                       Only the therapist of a session writes its record: seeing it does not allow changing it.
--   client_is_own, session_is_own and other *_is_own
--                       Foreign keys are checked without row-level security: a referenced row must belong to the writer, too.
--   still_member        Access ends with membership, also to one's own work. A supervisor sees a therapist's work only in the
--                       organization where they supervise them.
--   transfer, transfer_update
--                       During a transfer, or the end of a membership, app_owner reaches the rows of the one organization in which it
--                       happens (app.apply_transfer, app.end_membership).
--   viewing_insert, viewing_update, viewing_delete, viewing_select
--                       A user who views as another changes nothing and sees one organization (decision 0014).
--   may_upload          Visitors of a demo practice that other machines can reach cannot upload.
--   platform_admin, run_again
--                       Functions of the admin panel (functions/admin.sql).
--   admin_panel         Lists and details of the admin panel. Its grants name the columns. Text search is not leakproof, so a condition here
--                       would prevent the use of its index: app.enter_admin_session checks the caller instead (decision 0050).
--   operator            npm run secret:rotate, which signs in as app_owner.
--   backup              Every table has this policy, for app_backup (backup-rights.ts, decision 0069).

create schema app;
grant usage on schema app to app_web, app_worker, app_auth, app_admin;

-- The caller of a transaction, as app.enter_session and app.enter_user return it.
create type app.actor as (
  user_id uuid,
  platform_role text,
  organization_id uuid,
  organization_role text,
  time_zone text,
  viewer_id uuid,
  viewing_ends timestamptz,
  lacks_second_factor boolean
);
