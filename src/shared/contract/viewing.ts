import * as z from 'zod'
import { OrganizationRole } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** A user whose data the caller may view. */
export const ViewablePerson = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: OrganizationRole,
})
export type ViewablePerson = z.infer<typeof ViewablePerson>

/**
 * Viewing as (D6): owner and admin as members of their organization, supervisors as therapists they manage. Viewing
 * is read-only and audited, and lasts at most 60 minutes. `viewing` of the account describes a viewing in progress.
 */
export const viewing = {
  // Uses POST, because a search text is a name and URLs are logged.
  people: endpoint({
    method: 'POST',
    whileViewing: true,
    path: '/viewing/people',
    summary: 'Members whose data the caller may view, by last name',
  })
    .input(z.object({ search: z.string().max(200).default('') }))
    .output(z.object({ items: z.array(ViewablePerson), total: z.int() })),
  start: endpoint({ method: 'POST', path: '/viewing', summary: 'View data as another member, in this sign-in' })
    .input(z.object({ userId: z.string() }))
    .output(z.object({ endsAt: z.iso.datetime({ offset: true }) })),
  stop: endpoint({
    method: 'DELETE',
    path: '/viewing',
    whileViewing: true,
    summary: 'Stop viewing data as another member',
  }).output(z.object({ stopped: z.literal(true) })),
}
