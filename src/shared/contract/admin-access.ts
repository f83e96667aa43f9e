import * as z from 'zod'
import { AdminOrganizationName, AdminPerson, listOf, search, Timestamp } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'

/** A failed sign-in, or a request that was rejected for missing permission. */
export const RefusedAccess = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(['sign_in', 'access']),
  /** Null for a sign-in with an email that has no account. */
  person: AdminPerson.nullable(),
  /** For a sign-in a `FailedSignInReason` or `unknown_account`, else the code of the refusal. */
  reason: z.string(),
  /** The rejected endpoint, e.g. `clients.get`. */
  endpoint: z.string().nullable(),
  /** 'Chrome on macOS', from the user agent. */
  device: z.string(),
  ipAddress: z.string().nullable(),
})
export type RefusedAccess = z.infer<typeof RefusedAccess>

/** Why an admin opened the administrative details of a client or a session. */
export const AccessReason = z.object({
  id: z.string(),
  at: Timestamp,
  admin: AdminPerson,
  kind: z.enum(['client', 'session']),
  /** Of the client or session that was opened. */
  recordId: z.string(),
  /** Null when the client does not exist anymore. */
  client: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  organization: AdminOrganizationName.nullable(),
  justification: z.string(),
})
export type AccessReason = z.infer<typeof AccessReason>

export const AccessReasonList = listOf(AccessReason)
export type AccessReasonList = z.infer<typeof AccessReasonList>

export const adminAccess = {
  /**
   * Says why a client's or session's administrative details are opened. Audited with the text; opens that one record for 15
   * minutes to this session of the admin.
   * @throws justification_required for an empty text, client_missing, session_not_found
   */
  justify: endpoint({ method: 'POST', path: '/admin/justify', summary: 'Say why a record is opened' })
    .input(z.object({ kind: z.enum(['client', 'session']), id: z.string(), justification: z.string().max(2000) }))
    .output(z.object({ accessUntil: Timestamp })),
  listAccessReasons: endpoint({
    method: 'POST',
    path: '/admin/access-reasons/search',
    summary: 'Reasons given for opening clients and sessions, newest first, 100 at most',
  })
    .input(z.object({ search, kind: z.enum(['all', 'client', 'session']).default('all') }))
    .output(AccessReasonList),
  /** Rate limited per account and address where it is recorded. */
  listRefusedAccess: endpoint({
    method: 'GET',
    path: '/admin/refused-access',
    summary: 'Failed sign-ins and refused access of the last 90 days, newest first, 200 at most',
  }).output(z.array(RefusedAccess)),
}
