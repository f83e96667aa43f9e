-- Names in the field's standard terms.
alter function app.admin_only rename to require_platform_admin;
alter function app.admin_acts rename to write_admin_event;
alter function app.admin_home rename to current_organization;
alter function app.admin_invitation_sent rename to admin_mark_invitation_sent;
