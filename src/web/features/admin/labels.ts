import type { SubscriptionPlan, SubscriptionStatus } from '#shared/contract/admin-organizations.ts'
import type { SessionKind, SessionTime } from '#shared/contract/admin-sessions.ts'
import type { ClientStatus } from '#shared/contract/clients.ts'
import type { Session, SettingType } from '#shared/contract/sessions.ts'

export const planNames: Readonly<Record<SubscriptionPlan, string>> = {
  free: 'Free',
  basic: 'Basic',
  pro: 'Pro',
  enterprise: 'Enterprise',
}

export const subscriptionNames: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  trial: 'Trial',
  inactive: 'Inactive',
  canceled: 'Canceled',
}

/** The specified options of the client filter. Clients are only active or archived, so the other two find none. */
export const clientFilters = { active: 'Active', inactive: 'Inactive', pending: 'Pending', archived: 'Archived' }
export type ClientFilter = keyof typeof clientFilters

export const clientStatusNames: Readonly<Record<ClientStatus, string>> = { active: 'Active', archived: 'Archived' }

export const timeNames: Readonly<Record<SessionTime, string>> = {
  today: 'Today',
  upcoming: 'Upcoming',
  past: 'Past',
}

export const kindNames: Readonly<Record<SessionKind, string>> = {
  therapy: 'Therapy',
  consultation: 'Consultation',
  assessment: 'Assessment',
  group: 'Group',
}

export const settingNames: Readonly<Record<SettingType, string>> = {
  'in-person': 'In person',
  telehealth: 'Telehealth',
}

export const sessionStatusNames: Readonly<Record<Session['status'], string>> = {
  scheduled: 'Scheduled',
  recording: 'Recording',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
  'no-show': 'No-show',
}

/** Names of the reasons of failed sign-ins, and of error codes. Other codes are shown unchanged. */
export const refusalNames: Readonly<Record<string, string>> = {
  password: 'Wrong password',
  code: 'Wrong code',
  recovery_code: 'Wrong recovery code',
  passkey: 'Passkey not verified',
  too_many: 'Too many attempts',
  deactivated: 'Inactive account',
  unknown_account: 'Unknown email',
  not_allowed: 'Not allowed',
  second_factor_missing: 'Without second factor',
  viewing_read_only: 'Change while viewing as another user',
  viewing_not_allowed: 'Viewing as another user',
  role_above: 'Role above their own',
  organization_unknown: 'Another organization',
  invitation_other_address: 'Invitation to another address',
  justification_missing: 'Without a reason',
  client_missing: 'Client unknown or not accessible',
  session_missing: 'Session unknown or not accessible',
}

/** Converts labels to select options. */
export function choicesOf(names: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

/** Returns the value if it is a key of `names`, else undefined. */
export function oneOf<Value extends string>(names: Readonly<Record<Value, string>>, given: unknown): Value | undefined {
  return isOneOf(names, given) ? given : undefined
}

function isOneOf<Value extends string>(names: Readonly<Record<Value, string>>, given: unknown): given is Value {
  return typeof given === 'string' && Object.hasOwn(names, given)
}

export const recordKindNames = { client: 'Client', session: 'Session' }
export type RecordKind = keyof typeof recordKindNames

/**
 * Returns the last 8 characters of an id (spec admin §9). Its beginning encodes the time, so ids of the same time begin
 * alike.
 */
export function shortId(id: string): string {
  return id.slice(-8)
}

export function nameOf({
  firstName,
  lastName,
  email,
}: {
  firstName: string
  lastName: string
  email?: string | null
}): string {
  return `${firstName} ${lastName}`.trim() || (email ?? '')
}
