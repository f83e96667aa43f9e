import type { TrailFilter, TrailPage } from '#shared/contract/audit.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { rowId } from '#server/ids.ts'
import { beginTrailFile } from './csv.ts'
import { listOrganizationTrail, listPeople, type Place, type TrailRow } from './store.ts'
import { pageSize, placeOf, toEvent, toPage } from './trail.ts'
import { actions } from './words.ts'

/** Events of a file: what a spreadsheet opens at once. */
const most = 50_000

/** Events that are read and written at a time. */
const batch = 1000

/** @throws no_organization, not_allowed for whoever is neither owner nor admin */
export async function organizationTrail(
  context: Context,
  { after, ...filter }: TrailFilter & { after?: string | undefined },
): Promise<TrailPage> {
  const organizationId = organizationInCharge(context)
  const [rows] = await Promise.all([
    listOrganizationTrail(context.db, organizationId, known(context, filter), placeOf(after), pageSize + 1),
    audit(context, { action: 'trail.read', resourceType: 'organization', resourceId: organizationId }),
  ])
  return toPage(rows)
}

/** @throws no_organization, not_allowed */
export async function trailChoices(context: Context) {
  return { people: await listPeople(context.db, organizationInCharge(context)), actions }
}

/** @throws no_organization, not_allowed, trail_too_long */
export async function exportTrail(
  context: Context,
  filter: TrailFilter,
): Promise<{ fileName: string; content: string }> {
  const organizationId = organizationInCharge(context)
  const file = beginTrailFile(context.clock())
  for await (const rows of inBatches(context, organizationId, filter)) {
    file.add(rows.map((row) => ({ ...toEvent(row), ipAddress: row.ip_address })))
    if (file.events() > most) fail('trail_too_long', { limit: most.toLocaleString('en-US') })
  }
  await audit(context, {
    action: 'trail.exported',
    resourceType: 'organization',
    resourceId: organizationId,
    details: { events: file.events() },
  })
  return file.finish()
}

/** Newest first. Other requests are served between two batches. */
async function* inBatches(context: Context, organizationId: string, filter: TrailFilter): AsyncGenerator<TrailRow[]> {
  let after: Place | null = null
  for (;;) {
    const rows: TrailRow[] = await listOrganizationTrail(
      context.db,
      organizationId,
      known(context, filter),
      after,
      batch,
    )
    yield rows
    after = rows.at(-1) ?? null
    if (rows.length < batch) return
  }
}

function known({ actor }: Context, filter: TrailFilter) {
  const person = filter.personId === undefined ? {} : { personId: rowId(filter.personId, 'user_missing') }
  return { ...filter, ...person, timeZone: actor.timeZone }
}
