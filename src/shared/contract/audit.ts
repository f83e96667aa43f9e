import * as z from 'zod'
import { isDay } from '#shared/rules/calendar.ts'
import { endpoint } from './endpoint.ts'
import { ClientId } from './ids.ts'

/** One access or change, for people to read. */
export const TrailEvent = z.object({
  /** Unique in a list. */
  id: z.string(),
  at: z.iso.datetime({ offset: true }),
  who: z.object({
    /** Null where nobody was signed in. */
    id: z.string().nullable(),
    name: z.string(),
    /** Attend's own staff, by way of the admin panel. */
    isPlatformAdmin: z.boolean(),
  }),
  /** A code, e.g. `client.read`. */
  action: z.string(),
  /** In plain words, e.g. 'Opened the client’s page'. */
  what: z.string(),
  /** Whom it was about, by name: a client of the organization or another person; null in a client's own trail. */
  about: z.string().nullable(),
  /** The client it was about, in the organization's trail. */
  clientId: ClientId.nullable(),
  /** As whom they saw the product, by name. */
  viewingAs: z.string().nullable(),
})
export type TrailEvent = z.infer<typeof TrailEvent>

/** A place in the trail, from the page before; the trail begins with its newest event. */
const after = z.string().max(200).optional()

export const TrailPage = z.object({ items: z.array(TrailEvent), next: z.string().nullable() })
export type TrailPage = z.infer<typeof TrailPage>

const Day = z.string().refine(isDay, { error: 'Choose a date.' })

/** Days are the caller's, both included. */
const filter = z.object({
  personId: z.string().optional(),
  /** One of the codes of `audit.choices`. */
  action: z.string().max(100).optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type TrailFilter = z.infer<typeof filter>

/** The audit trail as those read it whose records it is about. */
export const audit = {
  /** For the client's therapist, their supervisor, owner and admin. Looking is audited, too. @throws client_missing */
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/trail',
    summary: "Who opened this record: events of a client's record, newest first, 50 a page",
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
  /** What the filters offer. For owner and admin. */
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
  /** Itself audited. @throws not_allowed, no_organization, trail_too_long */
  exportOfOrganization: endpoint({
    method: 'POST',
    path: '/organization/trail/file',
    whileViewing: true,
    summary: "The organization's trail as a CSV file (RFC 4180), 50,000 events at most",
  })
    .input(filter)
    .output(z.object({ fileName: z.string(), content: z.string() })),
}
