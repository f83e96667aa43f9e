import * as z from 'zod'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { type BackedUpFile, Manifest } from '../manifest.ts'
import { type BackupPlace, fileName, idOf } from '../place.ts'

// wal/<system identifier>/base/<id>/cluster     copy of the cluster, to which the WAL is applied
//                        /base/<id>/manifest    written last
//                        /segments/<name>       WAL files, compressed
//                        /timelines/<timeline>  when a restore to a moment began the timeline
//                        /files/<time>          stored files that are new or were rewritten since the last base
// Each cluster has its own folder, because the WAL files of all clusters have the same names.

/** A copy of the cluster. */
export const Base = z.object({
  format: z.literal(1),
  /** When the copy ended. Only later moments can be restored from this copy. */
  endedAt: z.iso.datetime(),
  /** Name of the first WAL file that the copy needs. */
  firstSegment: z.string(),
  /** Name of the last WAL file that the copy needs. Copies of earlier versions do not have it. */
  lastSegment: z.string().optional(),
  /** Stored files that the rows of the copy refer to. */
  files: Manifest.shape.files,
})
export type Base = z.infer<typeof Base>

const FileList = Manifest.shape.files

/** The folder of all archives of a secret. */
export const archivesOf = (root: string) => `${root}/wal/`

/** The archive of one cluster. */
export interface Archive {
  place: BackupPlace
  folder: string
}

export function archiveOf(place: BackupPlace, systemId: string): Archive {
  return { place, folder: `${archivesOf(place.root)}${systemId}` }
}

export async function listArchives(place: BackupPlace): Promise<Archive[]> {
  const names = await place.files.list(`${place.root}/wal`)
  const ids = new Set(names.map((name) => name.slice(archivesOf(place.root).length).split('/')[0] ?? ''))
  return [...ids].map((systemId) => archiveOf(place, systemId))
}

export const clusterName = ({ folder }: Archive, id: string) => `${folder}/base/${id}/cluster`
export const baseName = ({ folder }: Archive, id: string) => `${folder}/base/${id}/manifest`
export const segmentName = ({ folder }: Archive, segment: string) => `${folder}/segments/${segment}`
export const fileListName = ({ folder }: Archive, time: Date) => `${folder}/files/${idOf(time)}`

/** Ids of the complete bases, oldest first. An id is the time at which the copy began. */
export async function listBases({ place, folder }: Archive): Promise<string[]> {
  const names = await place.files.list(`${folder}/base`)
  return names.filter((name) => name.endsWith('/manifest')).flatMap((name) => name.split('/').at(-2) ?? [])
}

/** Names of the archived WAL files, in order. */
export async function listSegments({ place, folder }: Archive): Promise<string[]> {
  const names = await place.files.list(`${folder}/segments`)
  return names.flatMap((name) => name.split('/').at(-1) ?? [])
}

export async function readBase(archive: Archive, id: string): Promise<Base> {
  return Base.parse(await readJson(archive.place, baseName(archive, id)))
}

/** The timeline of the cluster, with which the names of its WAL files begin. A restore to a moment begins a new one. */
export const timelineOf = ({ firstSegment }: Pick<Base, 'firstSegment'>) => firstSegment.slice(0, 8)

/** The position of a WAL file, which is the same on all timelines. */
export const positionOf = (segment: string) => segment.slice(8, 24)

/** Whether a WAL file is not needed by a copy that begins with `firstSegment`. History files are always needed. */
export function isBefore(segment: string, firstSegment: string): boolean {
  return !segment.endsWith('.history') && positionOf(segment) < positionOf(firstSegment)
}

/** All stored files that an archive lists, by their names: of each the newest entry, because `secret:rotate` rewrites files. */
export async function readFilesOf(archive: Archive): Promise<Map<string, BackedUpFile>> {
  return byName(await readFileEntries(archive))
}

/** Like `readFilesOf`, without the entries whose file is not in the place. */
export async function readStoredFilesOf(archive: Archive): Promise<Map<string, BackedUpFile>> {
  const { files, root } = archive.place
  const entries = await readFileEntries(archive)
  const stored = new Set(await files.list(`${root}/files`))
  return byName(entries.filter(({ id }) => stored.has(fileName(root, id))))
}

const byName = (entries: readonly BackedUpFile[]) => new Map(entries.map((file) => [file.name, file]))

/** Oldest first. */
async function readFileEntries(archive: Archive): Promise<BackedUpFile[]> {
  const lists = await archive.place.files.list(`${archive.folder}/files`)
  const sources = [
    ...lists.map((name) => ({
      time: name.split('/').at(-1) ?? '',
      read: async () => FileList.parse(await readJson(archive.place, name)),
    })),
    ...(await listBases(archive)).map((id) => ({ time: id, read: async () => (await readBase(archive, id)).files })),
  ]
  const entries: BackedUpFile[] = []
  for (const { read } of sources.toSorted((one, other) => (one.time < other.time ? -1 : 1)))
    entries.push(...(await read()))
  return entries
}

/** All stored files that any archive of this secret names. */
export async function readArchivedFiles(place: BackupPlace): Promise<BackedUpFile[]> {
  const archives = await Promise.all((await listArchives(place)).map(readFilesOf))
  return archives.flatMap((known) => [...known.values()])
}

export async function writeJson(place: BackupPlace, name: string, content: unknown): Promise<void> {
  await place.files.put(name, once(Buffer.from(JSON.stringify(content))))
}

export async function readJson({ files }: BackupPlace, name: string): Promise<unknown> {
  const file = await files.get(name)
  if (!file) throw new Error(`${name} is missing in the place of the backups.`)
  return JSON.parse((await collectBytes(file.body)).toString())
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
