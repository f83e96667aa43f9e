import { StartFailure } from '#server/start-failure.ts'
import type { BackupPlace } from '../place.ts'
import { type Archive, type Base, listArchives, listBases, readBase } from './archive-place.ts'
import { isOnTimeline, readTimelines } from './timelines.ts'

export interface FoundBase {
  archive: Archive
  id: string
  base: Base
  /** The timeline to which the moment belongs. */
  timeline: string
}

/**
 * The newest copy from which a moment can be restored. After a restore, a moment belongs to the timeline that was used then.
 * @throws StartFailure if there is none
 */
export async function findBase(place: BackupPlace, until: Date | 'latest'): Promise<FoundBase> {
  const isReached = (time: Date) => until === 'latest' || time <= until
  const found = []
  for (const archive of await listArchives(place))
    for (const id of await listBases(archive)) {
      const base = await readBase(archive, id)
      found.push({ archive, id, base, endedAt: new Date(base.endedAt) })
    }
  const ordered = found.toSorted((one, other) => one.endedAt.getTime() - other.endedAt.getTime())
  const newest = ordered.findLast(({ endedAt }) => isReached(endedAt))
  if (!newest) throw noBase(place, ordered[0]?.endedAt)
  const { archive } = newest
  const own = ordered.filter((one) => one.archive === archive)
  const timelines = await readTimelines(
    archive,
    own.map(({ base }) => base),
  )
  const timeline = timelines.findLast(({ startedAt }) => isReached(startedAt))
  const usable = timeline ? own.filter(({ base }) => isOnTimeline(base, timeline)) : []
  const best = usable.findLast(({ endedAt }) => isReached(endedAt))
  if (!timeline || !best) throw noBase(place, usable[0]?.endedAt)
  return { archive, id: best.id, base: best.base, timeline: timeline.id }
}

function noBase({ address }: BackupPlace, earliest: Date | undefined): StartFailure {
  return new StartFailure(
    earliest === undefined
      ? `There is no archive of changes in ${address} (BACKUP_WAL). Nothing was changed.`
      : `The archive begins at ${earliest.toISOString()}: choose a later moment. Nothing was changed.`,
  )
}
