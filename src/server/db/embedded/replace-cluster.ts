import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '#server/start-failure.ts'

const formerOf = (path: string) => `${path}.former`

/**
 * Replaces the folder of a cluster by a restored one. Deletes the former one only afterwards, so that a failure leaves one of them.
 * The caller holds the lock of the folder, and no server runs.
 */
export async function replaceCluster(path: string, restored: string): Promise<void> {
  await finishReplacement(path)
  const hasFormer = await renameIfPresent(path, formerOf(path))
  try {
    await rename(restored, path)
  } catch (error) {
    if (hasFormer) await rename(formerOf(path), path)
    throw error
  }
  await rm(formerOf(path), { recursive: true, force: true })
}

/**
 * Ends a replacement whose process was killed: without a cluster, the former one takes its place again; otherwise the former one is
 * deleted. The caller holds the lock of the folder.
 */
export async function finishReplacement(path: string): Promise<void> {
  const hasCluster = await access(join(path, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (hasCluster) await rm(formerOf(path), { recursive: true, force: true })
  else await renameIfPresent(formerOf(path), path)
}

/** Whether the folder was present. */
const renameIfPresent = (from: string, to: string) => rename(from, to).then(() => true, ignoreMissing)

function ignoreMissing(error: unknown): false {
  if (errorCode(error) === 'ENOENT') return false
  throw error
}
