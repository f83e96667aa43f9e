import type { TrailFilter, TrailPage } from '#shared/contract/audit.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { rowId } from '#server/ids.ts'
import { startTrailFile } from './csv.ts'
import { listOrganizationTrail, listPeople, type Cursor, type TrailRow } from './store.ts'
import { pageSize, parseCursor, toEvent, toPage } from './trail.ts'
import { actions } from './action-labels.ts'

/** Maximum number of events in a file, so that spreadsheets can open it. */
const maxEvents = 50_000

/** Events per query. */
const batchSize = 1000

/** @throws no_organization, not_allowed */
export async function organizationTrail(
  context: Context,
  { after, ...filter }: TrailFilter & { after?: string | undefined },
): Promise<TrailPage> {
  const organizationId = requireOrganizationAdmin(context)
  audit(context, { action: 'trail.read', resourceType: 'organization', resourceId: organizationId })
  const rows = await listOrganizationTrail(
    context.db,
    organizationId,
    withIds(context, filter),
    parseCursor(after),
    pageSize + 1,
  )
  return toPage(rows)
}

/** @throws no_organization, not_allowed */
export async function trailChoices(context: Context) {
  return { people: await listPeople(context.db, requireOrganizationAdmin(context)), actions }
}

/** @throws no_organization, not_allowed, trail_too_long */
export async function exportTrail(
  context: Context,
  filter: TrailFilter,
): Promise<{ fileName: string; content: string }> {
  const organizationId = requireOrganizationAdmin(context)
  const file = startTrailFile(context.clock())
  for await (const rows of inBatches(context, organizationId, filter)) {
    file.add(rows.map((row) => ({ ...toEvent(row), ipAddress: row.ip_address })))
    if (file.events() > maxEvents) fail('trail_too_long', { limit: maxEvents.toLocaleString('en-US') })
  }
  audit(context, {
    action: 'trail.exported',
    resourceType: 'organization',
    resourceId: organizationId,
    details: { events: file.events() },
  })
  return file.finish()
}

/** Yields the events in batches, newest first. Between batches, the process serves other requests. */
async function* inBatches(context: Context, organizationId: string, filter: TrailFilter): AsyncGenerator<TrailRow[]> {
  let after: Cursor | null = null
  for (;;) {
    const rows: TrailRow[] = await listOrganizationTrail(
      context.db,
      organizationId,
      withIds(context, filter),
      after,
      batchSize,
    )
    yield rows
    after = rows.at(-1) ?? null
    if (rows.length < batchSize) return
  }
}

function withIds({ actor }: Context, filter: TrailFilter) {
  const person = filter.personId === undefined ? {} : { personId: rowId(filter.personId, 'user_missing') }
  return { ...filter, ...person, timeZone: actor.timeZone }
}
