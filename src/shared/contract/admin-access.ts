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
  /** For a sign-in a `FailedSignInReason` or `unknown_account`, else the error code. */
  reason: z.string(),
  /** The rejected endpoint, e.g. `clients.get`. */
  endpoint: z.string().nullable(),
  /** 'Chrome on macOS', from the user agent. */
  device: z.string(),
  ipAddress: z.string().nullable(),
})
export type RefusedAccess = z.infer<typeof RefusedAccess>

/** The reason of an admin for opening the administrative details of a client or session. */
export const AccessReason = z.object({
  id: z.string(),
  at: Timestamp,
  admin: AdminPerson,
  kind: z.enum(['client', 'session']),
  /** Organization of the client or session. */
  recordId: z.string(),
  /** Null if the client no longer exists. */
  client: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  organization: AdminOrganizationName.nullable(),
  justification: z.string(),
})
export type AccessReason = z.infer<typeof AccessReason>

export const AccessReasonList = listOf(AccessReason)
export type AccessReasonList = z.infer<typeof AccessReasonList>

export const adminAccess = {
  /**
   * Records a reason for opening a client's or session's administrative details. The reason is audited and opens that
   * one record for 15 minutes, for this sign-in only.
   * @throws justification_required for an empty text, client_missing, session_not_found
   */
  justify: endpoint({ method: 'POST', path: '/admin/justify', summary: 'State the reason for opening a record' })
    .input(z.object({ kind: z.enum(['client', 'session']), id: z.string(), justification: z.string().max(2000) }))
    .output(z.object({ accessUntil: Timestamp })),
  listAccessReasons: endpoint({
    method: 'POST',
    path: '/admin/access-reasons/search',
    summary: 'Reasons given for opening clients and sessions, newest first, 100 at most',
  })
    .input(z.object({ search, kind: z.enum(['all', 'client', 'session']).default('all') }))
    .output(AccessReasonList),
  /** Refusals are recorded at a limited rate per account and address. */
  listRefusedAccess: endpoint({
    method: 'GET',
    path: '/admin/refused-access',
    summary: 'Failed sign-ins and refused access of the last 90 days, newest first, 200 at most',
  }).output(z.array(RefusedAccess)),
}
