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

/** What the filter of clients offers; clients are active or archived, so two of these find none. */
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
  cancelled: 'Cancelled',
}

/** Reasons of failed sign-ins and codes of refusals; other codes are shown as they are. */
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

/** The names as choices of a field. */
export function choicesOf(names: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

/** The one of these values that was given, if it is one. */
export function oneOf<Value extends string>(names: Readonly<Record<Value, string>>, given: unknown): Value | undefined {
  return isOneOf(names, given) ? given : undefined
}

function isOneOf<Value extends string>(names: Readonly<Record<Value, string>>, given: unknown): given is Value {
  return typeof given === 'string' && Object.hasOwn(names, given)
}

export const recordKindNames = { client: 'Client', session: 'Session' }
export type RecordKind = keyof typeof recordKindNames

/** An id in 8 characters (spec admin §9): its end, because its beginning is a time that neighbors share. */
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
