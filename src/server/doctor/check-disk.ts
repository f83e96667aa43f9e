import { stat, statfs } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { backupAddress, isBucket } from '#server/backup/place.ts'
import { ensureWritable } from '#server/writable-folder.ts'
import { type Finding, fault, reasonOf, warning } from './finding.ts'

const megabyte = 1024 ** 2
/** With less free space, a process is not ready (http/health.ts). */
const minFreeBytes = 256 * megabyte
/** With less free space, the doctor warns: a day of recordings of a small clinic. */
const comfortableBytes = 2048 * megabyte

/** Checks whether the data folder can be written, and its disk has free space. */
export async function checkDisk({ DATA_DIR }: Config): Promise<Finding[]> {
  try {
    ensureWritable(DATA_DIR)
  } catch (error) {
    return [fault('disk', reasonOf(error), 'Correct this first; without it Attend does not start.')]
  }
  const availableBytes = await freeBytes(DATA_DIR)
  const problem = `The disk of ${DATA_DIR} has ${Math.round(availableBytes / megabyte)} MB free.`
  const remedy = 'Free some space, or move DATA_DIR to a larger disk.'
  if (availableBytes < minFreeBytes) return [fault('disk', problem, remedy)]
  return availableBytes < comfortableBytes ? [warning('disk', problem, remedy)] : []
}

/** Checks whether the disk of the backups has free space, and is not the disk of the data. */
export async function checkBackupDisk(config: Config): Promise<Finding[]> {
  const address = backupAddress(config)
  if (isBucket(address)) return []
  const availableBytes = await freeBytes(address).catch(() => minFreeBytes)
  if (availableBytes < minFreeBytes)
    return [
      fault(
        'backups',
        `The disk of ${address} has ${Math.round(availableBytes / megabyte)} MB free.`,
        'Free some space, or set BACKUP_TO to another place.',
      ),
    ]
  const [data, backups] = await Promise.all([deviceOf(config.DATA_DIR), deviceOf(address)])
  if (data === undefined || data !== (backups ?? data)) return []
  return [
    warning(
      'backups',
      `The backups in ${address} are on the same disk as the data, and are lost with it.`,
      'Set BACKUP_TO to a folder of another disk or machine, or to a bucket.',
    ),
  ]
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function deviceOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  )
}
