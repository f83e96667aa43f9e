import * as z from 'zod'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId } from './ids.ts'
import { maxAmendmentTextLength } from './limits.ts'

/** How a request arrived. */
export const AmendmentChannel = z.enum(['letter', 'email', 'phone', 'in person', 'other'])
export type AmendmentChannel = z.infer<typeof AmendmentChannel>

/** The reasons of 45 CFR 164.526(a)(2)(i) to (iv), in that order. */
export const DenialReason = z.enum(['not_ours', 'not_in_record', 'not_for_inspection', 'accurate'])
export type DenialReason = z.infer<typeof DenialReason>

/** A step of a request after it was logged. */
export const AmendmentStep = z.object({
  kind: z.enum(['extended', 'accepted', 'denied', 'statement']),
  denialReason: DenialReason.nullable(),
  /** The reason of an extension or the basis of a denial. Null if an addendum has the text. */
  text: z.string().nullable(),
  /** The addendum with the correction or the client's statement. */
  addendumNumber: z.int().nullable(),
  by: z.string(),
  at: z.iso.datetime({ offset: true }),
})
export type AmendmentStep = z.infer<typeof AmendmentStep>

/** A client's request to amend a note (45 CFR 164.526). Days are yyyy-MM-dd. */
export const AmendmentRequest = z.object({
  id: z.string(),
  clientId: ClientId,
  sessionId: SessionId,
  sessionDate: z.string(),
  receivedOn: z.string(),
  channel: AmendmentChannel,
  /** The wish of the client. */
  text: z.string(),
  /** The last day for the answer, with an extension if there is one. */
  dueOn: z.string(),
  state: z.enum(['open', 'accepted', 'denied']),
  loggedBy: z.string(),
  loggedAt: z.iso.datetime({ offset: true }),
  /** Oldest first. */
  steps: z.array(AmendmentStep),
})
export type AmendmentRequest = z.infer<typeof AmendmentRequest>

/** Requests in the order of their receipt. */
export const AmendmentRequests = z.object({
  items: z.array(AmendmentRequest),
  /** True if the caller may log, extend and answer requests of this client. */
  canAnswer: z.boolean(),
})
export type AmendmentRequests = z.infer<typeof AmendmentRequests>

/** An open request in a queue, without the client. */
export const DueAmendment = AmendmentRequest.pick({ id: true, sessionId: true, receivedOn: true, dueOn: true })
export type DueAmendment = z.infer<typeof DueAmendment>

const text = z.string().trim().min(1).max(maxAmendmentTextLength)

const NewAmendment = z.object({
  sessionId: SessionId,
  requestId: z.uuid(),
  receivedOn: Day,
  channel: AmendmentChannel,
  text,
})
export type NewAmendment = z.infer<typeof NewAmendment>

// The lookup returns 404 for a malformed id.
const byId = z.object({ amendmentId: z.string() })

export const amendments = {
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/amendments',
    summary: "A client's requests to amend notes",
  })
    .input(z.object({ clientId: ClientId }))
    .output(AmendmentRequests),
  ofNote: endpoint({
    method: 'GET',
    path: '/notes/{sessionId}/amendments',
    summary: "The client's requests to amend a note",
  })
    .input(z.object({ sessionId: SessionId }))
    .output(AmendmentRequests),
  /** @throws amendment_date, amendment_without_note */
  log: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/amendments',
    summary: "Log a client's request to amend a note; sent twice, it is logged once",
  })
    .input(NewAmendment)
    .output(AmendmentRequest),
  /** @throws amendment_answered, amendment_extended, amendment_overdue */
  extend: endpoint({
    method: 'POST',
    path: '/amendments/{amendmentId}/extension',
    summary: 'Extend the time for an answer once, by 30 days',
  })
    .input(byId.extend({ reason: text }))
    .output(AmendmentRequest),
  /** @throws amendment_answered, amendment_unsigned, credentials_missing, confirmation_missing */
  accept: endpoint({
    method: 'POST',
    path: '/amendments/{amendmentId}/acceptance',
    summary: 'Accept a request and add a signed correction to the note',
  })
    .input(byId.extend({ correction: text }))
    .output(AmendmentRequest),
  /** @throws amendment_answered */
  deny: endpoint({
    method: 'POST',
    path: '/amendments/{amendmentId}/denial',
    summary: 'Deny a request with a reason and its basis',
  })
    .input(byId.extend({ denialReason: DenialReason, basis: text }))
    .output(AmendmentRequest),
  /** @throws amendment_not_denied, amendment_has_statement, amendment_unsigned, credentials_missing, confirmation_missing */
  attachStatement: endpoint({
    method: 'POST',
    path: '/amendments/{amendmentId}/statement',
    summary: "Attach the client's statement of disagreement to the note of a denied request",
  })
    .input(byId.extend({ statement: text }))
    .output(AmendmentRequest),
}
