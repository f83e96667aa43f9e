-- Names in the field's standard terms.

alter table billing_customers rename column cards_begun to card_attempts;
alter table billing_customers rename constraint billing_customers_cards_begun_check to billing_customers_card_attempts_check;
alter table subscriptions rename column reading to snapshot_number;
alter table subscriptions rename column read_at to snapshot_at;
alter table subscriptions rename column low_told_for to low_sessions_notified_for;
alter sequence subscription_readings rename to subscription_snapshot_numbers;
alter table storage_used rename column told_at to notified_at;
alter table auth_sessions rename column may_hand_in to may_upload;

alter trigger file_new on notes rename to index_new_note;
alter trigger file on notes rename to index_note;
alter trigger file on sessions rename to index_session;
alter trigger file on clients rename to index_client;
alter trigger series on clients rename to transfer_series;
alter trigger still_held on sessions rename to reject_transferred_client;
alter trigger still_held on uploads rename to reject_transferred_client;

alter policy in_charge on former_members rename to organization_admin;
alter policy own_clinic on audit_events rename to own_organization;
alter policy upload_clinic on upload_chunks rename to upload_organization;
alter policy under_way on live_recordings rename to in_progress;
alter policy measured on model_scores rename to insert_score;
alter policy not_of_the_demo on auth_two_factors rename to not_demo;
alter policy not_of_the_demo on auth_passkeys rename to not_demo;

-- Conditions are replaced, too: they name a setting and a function that are renamed.
alter function app.may_hand_in rename to may_upload;
do $$
declare
  t regclass;
  condition constant text := $c$organization_id = nullif(current_setting('app.transfer_org', true), '')::uuid$c$;
begin
  for t in select polrelid::regclass from pg_policy where polname = 'handed_in' loop
    execute format('alter policy handed_in on %s with check ((select app.may_upload()))', t);
    execute format('alter policy handed_in on %s rename to may_upload', t);
  end loop;
  for t in select polrelid::regclass from pg_policy where polname = 'handed_over' loop
    execute format('alter policy handed_over on %s using (%s)', t, condition);
    execute format('alter policy handed_over on %s rename to transfer', t);
    execute format('alter policy handed_over_update on %s using (%s)', t, condition);
    execute format('alter policy handed_over_update on %s rename to transfer_update', t);
  end loop;
end $$;

alter function app.refusal_in rename to change_refusal;
alter function app.charge_of rename to own_admin_rank;
alter function app.home_of rename to current_membership;
alter function app.can_work_in rename to is_active_member;
alter function app.take_out rename to end_membership;
alter function app.look_at_invitation rename to find_invitation;
alter function app.show_invitation rename to replace_invitation_link;
alter function app.invitation_was_sent rename to mark_invitation_sent;
alter function app.found_demo_practice rename to create_demo_practice;
alter function app.hand_over rename to apply_transfer;
alter function app.end_work rename to fail_pending_work;
alter function app.require_held_client rename to reject_transferred_client;
alter function app.file_note rename to index_note;
alter function app.file_session rename to index_session;
alter function app.file_client rename to index_client;
alter function app.sessions_held rename to count_sessions;
alter function app.begin_card rename to count_card_attempt;
alter function app.begin_reading rename to next_snapshot_number;
alter function app.note_payment_event rename to record_payment_event;
alter function app.without_account rename to organizations_without_account;
alter function app.tell_of_transfer rename to notify_transfer;
alter function app.tell_of_low_sessions rename to notify_low_sessions;
alter function app.tell_of_storage rename to notify_low_storage;
-- Their arguments are renamed, too, which replacing a function cannot do.
drop function app.tell_therapists;
drop function app.keep_subscription;
drop function app.keep_own_subscription;
