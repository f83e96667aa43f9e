import { withTimeout } from '#server/abortable.ts'
import { isBackedUpNightly, type Config } from '#server/config.ts'
import { openPlace } from '#server/backup/place.ts'
import { readStoredNames } from '#server/backup/stored-names.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import { readWalArchive } from '#server/monitoring/wal-archive.ts'
import { withClient } from '#server/postgres/connection.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import type { Files } from '#server/providers/files/port.ts'
import { filesOf } from '#server/providers/providers.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const probe = 'doctor/probe'
const overdueHours = 26
const storeMs = 15_000
/** Size of the sample of stored files whose presence is checked. */
const maxProbed = 50

/** Checks whether the file store accepts, returns and deletes a file, and has the files that rows refer to. */
export async function checkStorage(config: Config, urls: RoleUrls | undefined): Promise<Finding[]> {
  try {
    const files = filesOf(config)
    await writeProbe(files)
    return urls ? await checkStored(files, urls) : []
  } catch (error) {
    const remedy =
      config.FILES === 's3'
        ? 'Check S3_ENDPOINT, the keys and the rights to the bucket.'
        : 'Check the folder files in DATA_DIR.'
    return [fault('storage', `The file store does not work. ${reasonOf(error)}`, remedy)]
  }
}

/** @throws the error of the store, or a timeout */
async function writeProbe(files: Files): Promise<void> {
  const written = await withTimeout(
    storeMs,
    testStore(files).then(() => true),
  )
  if (!written) throw new Error(`It did not respond within ${storeMs / 1000} seconds`)
}

async function testStore(files: Files): Promise<void> {
  await files.put(probe, once(Buffer.from('probe')))
  const file = await files.get(probe)
  const text = file && (await collectBytes(file.body)).toString()
  await files.delete(probe)
  if (text !== 'probe') throw new Error('A file that was just written could not be read')
}

async function checkStored(files: Files, urls: RoleUrls): Promise<Finding[]> {
  const names = await withClient(urls.app_backup, readStoredNames)
  const step = Math.max(1, Math.ceil(names.length / maxProbed))
  const missingFiles: string[] = []
  for (let at = names.length - 1; at >= 0; at -= step) {
    const name = names[at]
    if (name !== undefined && !(await files.get(name).catch(() => null))) missingFiles.push(name)
  }
  if (missingFiles.length === 0) return []
  return [
    fault(
      'storage',
      `${missingFiles.length} of ${Math.ceil(names.length / step)} checked files are missing or cannot be decrypted, e.g. ${missingFiles[0]}.`,
      'Mount the right DATA_DIR or bucket, and check the secret. Then restore the files from a backup.',
    ),
  ]
}

/** Checks whether there is a recent backup, and whether the next one can be written. */
export async function checkBackups(config: Config, urls: RoleUrls | undefined): Promise<Finding[]> {
  try {
    await writeProbe(openPlace(config).files)
  } catch (error) {
    return [
      fault('backups', `Backups cannot be written. ${reasonOf(error)}`, 'Correct BACKUP_TO, or free some space there.'),
    ]
  }
  if (!urls) return []
  const age = await withClient(urls.app_owner, async (owner) => {
    const { rows } = await owner.query<{ hours: number | null }>(
      `select floor(extract(epoch from now() - max(finished_at)) / 3600)::int as hours from backups where failure is null`,
    )
    return rows[0]?.hours ?? null
  })
  if (age !== null && age < overdueHours) return []
  const problem = age === null ? 'There is no backup yet.' : `The last backup is ${age} hours old.`
  const remedy = isBackedUpNightly(config)
    ? 'Run npm run backup, and keep a worker running at night.'
    : 'Set BACKUP_NIGHTLY=on or run npm run backup regularly.'
  return [warning('backups', problem, remedy)]
}

/** Checks whether the write-ahead log reaches its archive, if the database archives it. */
export async function checkWalArchive(urls: RoleUrls | undefined): Promise<Finding[]> {
  const wal = urls && (await withClient(urls.app_owner, readWalArchive))
  if (!wal?.isFailing) return []
  const sinceText = wal.archivedAt ? `since ${wal.archivedAt.toISOString()}` : 'yet'
  const [reason, remedy] =
    wal.failure === null
      ? ['', "See the log of PostgreSQL, and check its archive_command and the archive's space."]
      : [
          ` ${reasonOf(wal.failure)}`,
          'Correct BACKUP_TO, or free some space there. Until then, the log waits in DATA_DIR.',
        ]
  return [warning('backups', `The write-ahead log has not been archived ${sinceText}.${reason}`, remedy)]
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
