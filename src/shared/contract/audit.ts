import * as z from 'zod'
import { isDay } from '#shared/rules/calendar.ts'
import { endpoint } from './endpoint.ts'
import { ClientId } from './ids.ts'

/** One access or change, in words for users. */
export const TrailEvent = z.object({
  /** Unique within a list. */
  id: z.string(),
  at: z.iso.datetime({ offset: true }),
  who: z.object({
    /** Null for an anonymous actor. */
    id: z.string().nullable(),
    name: z.string(),
    /** True for Attend staff in the admin panel. */
    isPlatformAdmin: z.boolean(),
  }),
  /** A code, e.g. `client.read`. */
  action: z.string(),
  /** A sentence, e.g. 'Opened the client’s page'. */
  what: z.string(),
  /** Name of the affected client or user. Null in a client's own trail. */
  about: z.string().nullable(),
  /** The affected client, in the organization's trail. */
  clientId: ClientId.nullable(),
  /** Name of the user whom the actor viewed as. */
  viewingAs: z.string().nullable(),
})
export type TrailEvent = z.infer<typeof TrailEvent>

/** The `next` of the previous page. The first page begins with the newest event. */
const after = z.string().max(200).optional()

export const TrailPage = z.object({ items: z.array(TrailEvent), next: z.string().nullable() })
export type TrailPage = z.infer<typeof TrailPage>

const Day = z.string().refine(isDay, { error: 'Choose a date.' })

/** Days in the caller's zone, both inclusive. */
const filter = z.object({
  personId: z.string().optional(),
  /** One of the codes of `audit.choices`. */
  action: z.string().max(100).optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type TrailFilter = z.infer<typeof filter>

/** The audit trail of a client or an organization, for their members. */
export const audit = {
  /**
   * For the client's therapist, their supervisor, owner and admin. Reading it is audited.
   * @throws client_missing
   */
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/trail',
    summary: "Audit events of a client's record, newest first, 50 a page",
  })
    .input(z.object({ clientId: ClientId, after }))
    .output(TrailPage),
  /** For owner and admin. @throws not_allowed, no_organization */
  ofOrganization: endpoint({
    method: 'GET',
    path: '/organization/trail',
    summary: "The organization's trail, newest first, 50 a page",
  })
    .input(filter.extend({ after }))
    .output(TrailPage),
  /** The options of the filters. For owner and admin. */
  choices: endpoint({
    method: 'GET',
    path: '/organization/trail/choices',
    summary: 'People and actions to filter by',
  }).output(
    z.object({
      /** Members, by name. */
      people: z.array(z.object({ id: z.string(), name: z.string() })),
      actions: z.array(z.object({ action: z.string(), what: z.string() })),
    }),
  ),
  /**
   * The export is audited.
   * @throws not_allowed, no_organization, trail_too_long
   */
  exportOfOrganization: endpoint({
    method: 'POST',
    path: '/organization/trail/file',
    whileViewing: true,
    summary: "The organization's trail as a CSV file (RFC 4180), 50,000 events at most",
  })
    .input(filter)
    .output(z.object({ fileName: z.string(), content: z.string() })),
}
