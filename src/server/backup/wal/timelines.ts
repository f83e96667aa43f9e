import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { compressed, decompressed } from '../compression.ts'
import { type Archive, type Base, positionOf, readJson, segmentName, timelineOf, writeJson } from './archive-place.ts'

// Each restore to a moment begins a new timeline of PostgreSQL. A history file names the timelines before it, and where it leaves
// them: what was saved later on these is abandoned.

const TimelineStart = z.object({ startedAt: z.iso.datetime() })

export interface Timeline {
  /** Eight hexadecimal digits, with which the names of its WAL files begin. */
  id: string
  startedAt: Date
  /** For each earlier timeline, the position of the WAL file in which it was left. */
  leftAt: Map<string, string>
}

const firstTimeline = '00000001'
const historyPattern = /^([0-9A-F]{8})\.history$/

const startsFolder = ({ folder }: Archive) => `${folder}/timelines`
const startName = (archive: Archive, id: string) => `${startsFolder(archive)}/${id}`

/** Archives the history of the cluster. PostgreSQL does not archive the history file of a restore without BACKUP_WAL. */
export async function archiveTimelines(archive: Archive, cluster: string): Promise<void> {
  const { place } = archive
  const archived = new Set(await place.files.list(startsFolder(archive)))
  const wal = join(cluster, 'pg_wal')
  for (const name of await readdir(wal)) {
    const id = historyPattern.exec(name)?.[1]
    if (id === undefined || archived.has(startName(archive, id))) continue
    // PostgreSQL writes the file when the timeline begins.
    const { mtime } = await stat(join(wal, name))
    await place.files.put(segmentName(archive, name), compressed(createReadStream(join(wal, name))))
    await writeJson(place, startName(archive, id), { startedAt: mtime.toISOString() })
  }
}

/** The timelines of an archive, oldest first. */
export async function readTimelines(archive: Archive, bases: readonly Base[]): Promise<Timeline[]> {
  const names = await archive.place.files.list(startsFolder(archive))
  const archived = await Promise.all(names.map((name) => readTimeline(archive, name.split('/').at(-1) ?? '')))
  const timelines = new Map(archived.map((timeline) => [timeline.id, timeline]))
  const others: Timeline[] = [
    { id: firstTimeline, startedAt: new Date(0), leftAt: new Map() },
    // Earlier versions did not archive the history: such a timeline began before its first copy.
    ...bases.map((base) => ({
      id: timelineOf(base),
      startedAt: new Date(base.endedAt),
      leftAt: new Map<string, string>(),
    })),
  ]
  for (const timeline of others) if (!timelines.has(timeline.id)) timelines.set(timeline.id, timeline)
  return [...timelines.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

async function readTimeline(archive: Archive, id: string): Promise<Timeline> {
  const { startedAt } = TimelineStart.parse(await readJson(archive.place, startName(archive, id)))
  const file = await archive.place.files.get(segmentName(archive, `${id}.history`))
  if (!file) throw new Error(`The history of timeline ${id} is missing in the archive.`)
  const text = (await collectBytes(decompressed(file.body))).toString()
  return { id, startedAt: new Date(startedAt), leftAt: parseHistory(text) }
}

/** Each line has a timeline and the position in the WAL at which the next one begins, e.g. `1 0/5000060 reason`. */
function parseHistory(text: string): Map<string, string> {
  const leftAt = new Map<string, string>()
  for (const [, id = '', high = '', low = ''] of text.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm))
    leftAt.set(hex(Number(id)), `${high.padStart(8, '0')}${hex(Number.parseInt(low, 16) >>> segmentBits)}`)
  return leftAt
}

/** A WAL file has 16 MiB. */
const segmentBits = 24

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** Whether a copy is complete before the timeline leaves that of the copy. Only then the timeline can be restored from it. */
export function isOnTimeline(base: Base, { id, leftAt }: Timeline): boolean {
  if (timelineOf(base) === id) return true
  const end = leftAt.get(timelineOf(base))
  return end !== undefined && positionOf(base.lastSegment ?? base.firstSegment) < end
}
