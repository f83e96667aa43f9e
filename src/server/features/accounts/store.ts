import { sql } from 'kysely'
import * as z from 'zod'
import type { Account, NotificationSettings } from '#shared/contract/accounts.ts'
import { LicenseType, OrganizationRole } from '#shared/contract/accounts.ts'
import { NoteType } from '#shared/contract/notes.ts'
import type { Actor, Db } from '#server/db/tenant.ts'

/** The stored notification settings. Missing keys default to true, like the column's default. */
const StoredSettings = z.object({
  low_sessions_remaining: z.boolean().default(true),
  homework_completed: z.boolean().default(true),
  client_transferred: z.boolean().default(true),
})

export type FoundAccount = Omit<Account, 'viewing' | 'closedOrganization' | 'canManageEngines'>

/** The caller's account with the organization they act in. */
export async function findAccount(db: Db, actor: Actor): Promise<FoundAccount | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('organization_members as member', (join) =>
      join.onRef('member.user_id', '=', 'users.id').on('member.organization_id', '=', actor.organizationId),
    )
    .leftJoin('organizations', 'organizations.id', 'member.organization_id')
    .where('users.id', '=', actor.userId)
    .select([
      'users.id',
      'email',
      'email_verified as emailVerified',
      'first_name as firstName',
      'last_name as lastName',
      'clinic_name as clinicName',
      'phone_office as phoneNumber',
      'license_type as licenseType',
      'credentials',
      'license_number as licenseNumber',
      'license_state as licenseState',
      'npi',
      'users.is_prelicensed as isPrelicensed',
      'default_note_type as defaultNoteType',
      'notification_settings as notificationSettings',
      'welcome_video_seen as welcomeVideoSeen',
      'time_zone as timeZone',
      sql<boolean>`app.may_upload()`.as('canUpload'),
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'member.role as organizationRole',
      'member.is_prelicensed as isSetPrelicensed',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { organizationId, organizationName, organizationRole, isSetPrelicensed, ...account } = row
  return {
    ...account,
    // While viewing as another user, the caller has no platform role.
    role: actor.platformRole,
    licenseType: LicenseType.parse(account.licenseType),
    defaultNoteType: NoteType.parse(account.defaultNoteType),
    notificationSettings: readSettings(account.notificationSettings),
    organization:
      organizationId && organizationName
        ? {
            id: organizationId,
            name: organizationName,
            role: OrganizationRole.parse(organizationRole),
            isPrelicensed: isSetPrelicensed ?? false,
          }
        : null,
  }
}

function readSettings(stored: unknown): NotificationSettings {
  const settings = StoredSettings.parse(stored)
  return {
    lowSessionsRemaining: settings.low_sessions_remaining,
    homeworkCompleted: settings.homework_completed,
    clientTransferred: settings.client_transferred,
  }
}

/** Leaves out settings that are undefined. */
function storedSettings(settings: ChangedSettings): string {
  return JSON.stringify({
    low_sessions_remaining: settings.lowSessionsRemaining,
    homework_completed: settings.homeworkCompleted,
    client_transferred: settings.clientTransferred,
  } satisfies Record<keyof z.infer<typeof StoredSettings>, boolean | undefined>)
}

/** Full name of a user in the caller's organization. */
export async function findName(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['first_name', 'last_name'])
    .executeTakeFirst()
  return row && `${row.first_name} ${row.last_name}`
}

/** Name of the caller's current organization if this sign-in cannot reach it (second factor missing). */
export async function findClosedOrganization(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`select app.closed_organization() as name`.execute(db)
  return rows[0]?.name ?? null
}

type ChangedSettings = { [Setting in keyof NotificationSettings]?: boolean | undefined }

export interface AccountChanges {
  firstName?: string | undefined
  lastName?: string | undefined
  clinicName?: string | undefined
  phoneNumber?: string | undefined
  licenseType?: LicenseType | undefined
  credentials?: string | undefined
  licenseNumber?: string | undefined
  licenseState?: string | undefined
  npi?: string | undefined
  isPrelicensed?: boolean | undefined
  defaultNoteType?: NoteType | undefined
  notificationSettings?: ChangedSettings | undefined
  welcomeVideoSeen?: boolean | undefined
  timeZone?: string | undefined
}

/** True for the name of a zone in PostgreSQL that is not also an abbreviation with a fixed offset, such as CET. */
export async function isNamedZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ isNamed: boolean }>`
    select exists (select from pg_timezone_names where name = ${name})
      and (${name} in ('UTC', 'GMT') or not exists (select from pg_timezone_abbrevs where abbrev = ${name})) as "isNamed"
  `.execute(db)
  return rows[0]?.isNamed ?? false
}

export async function changeAccount(db: Db, userId: string, changes: AccountChanges): Promise<void> {
  await db
    .updateTable('users')
    .set({
      // Without any column to set, the statement would be invalid.
      first_name: changes.firstName ?? sql.ref('first_name'),
      last_name: changes.lastName,
      clinic_name: changes.clinicName,
      phone_office: changes.phoneNumber,
      license_type: changes.licenseType,
      credentials: changes.credentials,
      license_number: changes.licenseNumber,
      license_state: changes.licenseState,
      npi: changes.npi,
      is_prelicensed: changes.isPrelicensed,
      default_note_type: changes.defaultNoteType,
      notification_settings:
        changes.notificationSettings &&
        sql<string>`notification_settings || ${storedSettings(changes.notificationSettings)}::jsonb`,
      welcome_video_seen: changes.welcomeVideoSeen,
      time_zone: changes.timeZone,
    })
    .where('id', '=', userId)
    .execute()
}

/** Names of the organizations that a user owns, by id. */
export async function namesOfOwnOrganizations(db: Db, userId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('organizations').where('owner_id', '=', userId).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Renames the caller's own organization, or creates one if the caller has none. Does nothing for a member of an
 * organization with another owner. Returns the organization's id.
 */
export async function nameOwnOrganization(db: Db, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.name_own_organization(${name}) as id`.execute(db)
  return rows[0]?.id ?? null
}
