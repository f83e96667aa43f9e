import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleNames } from '#server/db/roles.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused } from './as-role.ts'

const roles = ['app_web', 'app_worker', 'app_auth', 'app_admin'] as const

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function lines(query: ReturnType<typeof sql<{ line: string }>>): Promise<string[]> {
  return (await query.execute(world.db)).rows.map((row) => row.line)
}

describe('every table', () => {
  test('every table has row-level security, enabled and forced, and a policy', async () => {
    const open = await lines(sql`select relname as line from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid))`)
    expect(open).toEqual([])
  })

  test('no role may update the columns that determine who has access to a row, except in tables of sign-in', async () => {
    const columns = [
      'id',
      'organization_id',
      'therapist_id',
      'client_id',
      'user_id',
      'actor_id',
      'author_id',
      'owner_id',
      'created_by',
    ]
    const owners = await lines(sql`select grantee || ' ' || table_name || '.' || column_name as line
      from information_schema.column_privileges
      where table_schema = 'public' and privilege_type = 'UPDATE' and grantee = any (${sql.val([...roles, 'PUBLIC'])})
        and column_name = any (${sql.val(columns)}) and table_name not like 'auth\_%'`)
    expect(owners).toEqual([])
  })

  test('each role has exactly the expected rights on tables', async () => {
    const granted =
      await lines(sql`select grantee || ': ' || privilege_type || ' ' || string_agg(table_name, ', ' order by table_name) as line
      from information_schema.table_privileges where table_schema = 'public' and grantee = any (${sql.val([...roles, 'PUBLIC'])})
      group by grantee, privilege_type order by grantee, privilege_type`)
    const clinical = `clients, insights, live_chunks, live_recordings, note_copies, note_requests, note_review_items, note_search, note_versions,
      notes, recordings, session_progress, session_series, sessions, transcript_corrections, transcript_edits, transcripts, upload_chunks, uploads`
    const deletable = 'live_chunks, note_search, upload_chunks, uploads'
    const signed = 'note_addenda, note_comments, note_signatures, note_supersessions'
    const auth =
      'auth_accounts, auth_email_changes, auth_passkeys, auth_rate_limits, auth_sessions, auth_tries, auth_two_factors, auth_used_codes, auth_verifications'
    const organizational =
      'audit_events, notices, organization_members, organizations, subscriptions, suggestions, users'
    const tables = (...names: string[]) => names.join(', ').split(/,\s+/).toSorted().join(', ')
    expect(granted).toEqual([
      'app_admin: INSERT audit_events',
      'app_admin: SELECT backups, model_scores, processes',
      `app_auth: DELETE ${auth}`,
      `app_auth: INSERT audit_events, ${auth}, users`,
      `app_auth: SELECT ${auth}, users`,
      `app_auth: UPDATE ${auth}`,
      `app_web: DELETE ${tables(deletable, 'copy_profiles', 'note_templates', 'psychotherapy_notes', 'resources', 'snippets', 'template_examples')}`,
      `app_web: INSERT ${tables(clinical, 'audit_events', 'copy_profiles', 'note_template_versions', 'note_templates', 'own_voices', 'psychotherapy_notes', 'resources', 'review_figures', 'snippets', 'suggestions', 'template_examples')}`,
      `app_web: SELECT ${tables(clinical, organizational, 'amendment_requests', 'amendment_steps', 'copy_profiles', 'deletion_receipts', 'former_members', 'legal_hold_lifts', 'legal_holds', 'model_scores', 'note_template_versions', 'note_templates', 'own_voices', 'psychotherapy_notes', 'record_releases', 'resources', 'review_figures', 'snippets', 'template_examples', signed)}`,
      `app_worker: DELETE ${tables(deletable, 'payment_events')}`,
      `app_worker: INSERT ${tables(clinical, 'audit_events', 'billing_customers', 'transcription_passages')}`,
      `app_worker: SELECT ${tables(clinical, organizational, 'backups', 'billing_customers', 'own_voices', 'payment_events', 'transcription_passages')}`,
    ])
  })
})

test('app_backup reads every row of every table and changes none', async () => {
  const rights = await lines(sql`select distinct privilege_type as line from information_schema.table_privileges
    where grantee = 'app_backup' union select distinct privilege_type from information_schema.column_privileges where grantee = 'app_backup'`)
  expect(rights).toEqual(['SELECT'])
  const hidden = await lines(sql`select relname as line from pg_class c
    where relnamespace in ('public'::regnamespace, 'test_payments'::regnamespace) and relkind = 'r'
      and not (has_table_privilege('app_backup', oid, 'select') and exists (select from pg_policy where polrelid = c.oid
        and polname = 'backup' and pg_get_expr(polqual, polrelid) = 'true'))`)
  expect(hidden).toEqual([])
})

describe('every role', () => {
  test('no role has rights over the server or belongs to another role', async () => {
    const privilegedRoles =
      await lines(sql`select rolname as line from pg_roles r where rolname = any (${sql.val(roleNames)})
      and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
        or exists (select from pg_auth_members where member = r.oid))`)
    expect(privilegedRoles).toEqual([])
  })

  test('roles of the application own nothing', async () => {
    const owned =
      await lines(sql`select relname as line from pg_class where relowner::regrole::text = any (${sql.val(roles)})
      union all select proname from pg_proc where proowner::regrole::text = any (${sql.val(roles)})`)
    expect(owned).toEqual([])
  })

  test.each(roles)('%s cannot change tables, roles or policies', async (role) => {
    const connection = await connectAs(world, role)
    const attempts = [
      'alter table clients disable row level security',
      'alter table clients no force row level security',
      'drop policy visible on clients',
      'create policy everything on clients using (true)',
      'drop table clients',
      'truncate clients',
      'truncate audit_events',
      'create table public.copy (id int)',
      'create function public.f() returns int language sql as $$ select 1 $$',
      'create schema mine',
      'set role app_owner',
      role === 'app_admin' ? 'set role app_web' : 'set role app_admin',
      'set role postgres',
      'set session authorization app_owner',
      `alter role ${role} bypassrls`,
      `create role stronger superuser`,
      `copy clients to program 'cat'`,
      `select pg_read_file('PG_VERSION')`,
      'alter table audit_events disable trigger chain',
      "set session_replication_role = 'replica'",
    ]
    const outcomes = []
    for (const attempt of attempts) outcomes.push([attempt, await connection.outcome(null, attempt)])
    expect(outcomes).toEqual(attempts.map((attempt) => [attempt, refused]))
    await connection.close()
  })

  test.each(roles)('%s cannot turn off row-level security', async (role) => {
    const connection = await connectAs(world, role)
    const outcome = await connection.outcome(null, 'set local row_security = off', 'select from users')
    expect(outcome).toBe(refused)
    await connection.close()
  })
})

describe('every security definer function', () => {
  test('every security definer function has a fixed search path and is not executable by public', async () => {
    const unsafeFunctions =
      await lines(sql`select proname as line from pg_proc where pronamespace = 'app'::regnamespace and prosecdef
      and not (coalesce(array_to_string(proconfig, ' '), '') like 'search_path=%' and not has_function_privilege('public', oid, 'execute'))`)
    expect(unsafeFunctions).toEqual([])
  })

  test('security definer functions are granted to exactly the expected roles', async () => {
    const given = await lines(sql`select p.proname || ': ' || string_agg(r, ', ' order by r) as line
      from pg_proc p cross join unnest(${sql.val(roles)}::text[]) r
      where p.pronamespace = 'app'::regnamespace and p.prosecdef and has_function_privilege(r, p.oid, 'execute')
      group by p.proname order by 1`)
    expect(given).toEqual([
      'accept_invitation: app_web',
      'add_addendum: app_web',
      'add_amendment_step: app_web',
      'add_note_comment: app_web',
      'admin_assign_supervisor: app_admin',
      'admin_change_client: app_admin',
      'admin_change_organization: app_admin',
      'admin_change_role: app_admin',
      'admin_change_user: app_admin',
      'admin_client_contact: app_admin',
      'admin_invite: app_admin',
      'admin_justify: app_admin',
      'admin_mark_invitation_sent: app_admin',
      'admin_remove_member: app_admin, app_admin',
      'admin_run_again: app_admin',
      'admin_session_contents: app_admin',
      'admin_transfer_client: app_admin, app_admin',
      'assign_cosigner: app_web',
      'assign_supervisor: app_web',
      'begin_password_reset: app_worker',
      'billing_account: app_web',
      'cancel_invitation: app_web',
      'card_attempt_wait: app_web',
      'change_refusal: app_web',
      'change_role: app_web',
      'change_signing_rules: app_web, app_web',
      'change_vocabulary: app_web',
      'clean_uploads: app_worker',
      'client_trail: app_web',
      'closed_organization: app_web',
      'confirm_email: app_web',
      'confirmed_at: app_web',
      'correct_session: app_web',
      'cosign_client: app_web',
      'cosign_note: app_web',
      'cosign_queue: app_web',
      'cosign_sections: app_web',
      'cosign_state: app_web',
      'count_attempt: app_auth, app_web',
      'count_card_attempt: app_web',
      'count_sessions: app_web, app_worker',
      'create_demo_practice: app_worker',
      'customer_contact: app_worker',
      'customer_creator: app_worker',
      'deactivated_address: app_worker',
      'delete_filed: app_web',
      'demo_owner: app_web, app_worker',
      'end_other_sign_ins: app_web',
      'end_process: app_web, app_worker',
      'ended_sign_ins: app_web',
      'enter_admin_session: app_admin',
      'enter_session: app_web',
      'enter_user: app_worker',
      'files_to_erase: app_worker',
      'find_invitation: app_web',
      'has_billing_account: app_admin',
      'hold_since: app_web',
      'index_due_notes: app_worker',
      'installation_figures: app_web, app_worker',
      'invitation_wait: app_web',
      'invite: app_web',
      'is_addendum_intact: app_web',
      'is_cosigner: app_web',
      'is_demo: app_web, app_worker',
      'is_first_account: app_web',
      'is_platform_admin: app_admin, app_web',
      'is_signature_intact: app_web',
      'lease_customer: app_worker',
      'lease_own_customer: app_web',
      'lift_hold: app_web',
      'lock_signed_session: app_web, app_worker',
      'log_amendment: app_web',
      'log_release: app_web',
      'mark_erased: app_worker',
      'mark_invitation_sent: app_web',
      'may_amend: app_web',
      'may_upload: app_web, app_worker',
      'move_client: app_web',
      'must_give_second_factor: app_auth',
      'name_own_organization: app_web',
      'next_snapshot_number: app_web, app_worker',
      'notify_cosign: app_web',
      'notify_low_sessions: app_worker',
      'notify_low_storage: app_worker',
      'notify_transfer: app_web',
      'open_demo_practice: app_worker',
      'open_invitations: app_web',
      'organization_trail: app_web',
      'organizations_without_account: app_worker',
      'overdue_erasures: app_worker',
      'own_sign_ins: app_web',
      'password_changed_at: app_web',
      'pending_invitations: app_admin',
      'place_hold: app_web',
      'prove_email_by_change: app_auth',
      'prove_email_by_reset: app_auth',
      'queue_waiting_sessions: app_worker',
      'record_payment_event: app_web, app_worker',
      'record_refused_access: app_web',
      'release_customer: app_worker',
      'release_own_customer: app_web, app_web',
      'remove_member: app_web, app_web',
      'rename_organization: app_web',
      'renew_email_code: app_web',
      'renew_invitation: app_web',
      'replace_invitation_link: app_web',
      'report_process: app_web, app_worker',
      'require_second_factor: app_web',
      'return_note: app_web',
      'review_averages: app_web',
      'save_email_code: app_auth',
      'save_own_subscription: app_web',
      'save_subscription: app_worker',
      'search_notes: app_web',
      'second_factor: app_web',
      'set_away_until: app_web',
      'set_prelicensed: app_web',
      'sign_note: app_web',
      'signing_state: app_web',
      'spot_checks: app_admin',
      'start_viewing: app_web',
      'stop_viewing: app_web',
      'storage_of: app_web, app_worker',
      'stored_recording: app_worker',
      'supersede_refusal: app_web',
      'supervised: app_web, app_worker',
      'switch_organization: app_web',
      'transfer_client: app_web, app_web',
      'uncounted_notes: app_worker',
      'unlock_note: app_web',
      'wal_archive_state: app_admin, app_web, app_worker',
    ])
  })
})
