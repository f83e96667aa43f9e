import * as z from 'zod'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { ClientId } from './ids.ts'
import { maxReleaseTextLength } from './limits.ts'

/** A copy of a client's record that left the practice. Days are yyyy-MM-dd. */
export const RecordRelease = z.object({
  id: z.string(),
  releasedOn: z.string(),
  recipient: z.string(),
  /** The released parts of the record, without clinical text. */
  contents: z.string(),
  loggedBy: z.string(),
  loggedAt: z.iso.datetime({ offset: true }),
})
export type RecordRelease = z.infer<typeof RecordRelease>

/** A legal hold on a client's record. Active until it is lifted. */
export const LegalHold = z.object({
  id: z.string(),
  startsOn: z.string(),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: z.iso.datetime({ offset: true }),
  lifted: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime({ offset: true }) }).nullable(),
})
export type LegalHold = z.infer<typeof LegalHold>

/** Releases and holds of a client's record, each oldest first. */
export const ReleasesAndHolds = z.object({
  releases: z.array(RecordRelease),
  holds: z.array(LegalHold),
  /** True if the caller may log releases, and place and lift holds. */
  canChange: z.boolean(),
})
export type ReleasesAndHolds = z.infer<typeof ReleasesAndHolds>

const text = z.string().trim().min(1).max(maxReleaseTextLength)

const ofClient = z.object({ clientId: ClientId })

const NewRelease = ofClient.extend({ requestId: z.uuid(), releasedOn: Day, recipient: text, contents: text })
export type NewRelease = z.infer<typeof NewRelease>

const NewHold = ofClient.extend({ requestId: z.uuid(), startsOn: Day, reason: text })
export type NewHold = z.infer<typeof NewHold>

export const releases = {
  ofClient: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/releases',
    summary: "Releases and legal holds of a client's record",
  })
    .input(ofClient)
    .output(ReleasesAndHolds),
  /** @throws release_date */
  log: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/releases',
    summary: "Log a release of a client's record; sent twice, it is logged once",
  })
    .input(NewRelease)
    .output(ReleasesAndHolds),
  /** @throws hold_date */
  placeHold: endpoint({
    method: 'POST',
    path: '/clients/{clientId}/holds',
    summary: "Place a legal hold on a client's record; sent twice, it is placed once",
  })
    .input(NewHold)
    .output(ReleasesAndHolds),
  /** @throws hold_missing, hold_lifted */
  liftHold: endpoint({
    method: 'POST',
    path: '/holds/{holdId}/lift',
    summary: 'Lift a legal hold with a reason',
  })
    // The lookup returns 404 for a malformed id.
    .input(z.object({ holdId: z.string(), reason: text }))
    .output(ReleasesAndHolds),
}
