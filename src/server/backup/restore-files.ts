import type { Files } from '#server/providers/files/port.ts'
import type { BackedUpFile } from './manifest.ts'
import { type BackupPlace, fileName } from './place.ts'

/**
 * Copies the files of a backup into the file store and reads each of them again, which decrypts and authenticates every byte.
 * An existing file that is as in the backup stays. Another or a damaged one is replaced, but only by one that can be read. Calls `onCreate` with each name that is new in the store.
 * @throws Error that names the first file that is missing or damaged
 */
export async function restoreFiles(
  place: BackupPlace,
  files: Files,
  wanted: readonly BackedUpFile[],
  onCreate: (name: string) => void,
): Promise<void> {
  const known = new Set(await files.list())
  for (const file of wanted) {
    if (known.has(file.name)) {
      if (await isIntact(files, file)) continue
      await verifyStored(place, files, file)
    } else onCreate(file.name)
    await restoreFile(place, files, file)
    await verifyFile(files, file)
  }
}

const isIntact = (files: Files, file: BackedUpFile) =>
  verifyFile(files, file).then(
    () => true,
    () => false,
  )

/** Decrypts a file of the backup in its place, because it replaces one that may be undamaged. */
async function verifyStored({ files: place, root }: BackupPlace, files: Files, { name, id }: BackedUpFile) {
  try {
    await files.verifySealed(name, (range) => place.get(fileName(root, id), range))
  } catch (cause) {
    throw new Error(`The file ${name} of the backup cannot be read: the existing file was not replaced`, { cause })
  }
}

async function restoreFile(
  { files: place, root }: BackupPlace,
  files: Files,
  { name, id }: BackedUpFile,
): Promise<void> {
  try {
    const stored = await place.get(fileName(root, id))
    if (!stored) throw new Error('It is missing')
    await files.putSealed(name, stored.body)
  } catch (cause) {
    throw new Error(`The file ${name} of the backup could not be restored`, { cause })
  }
}

async function verifyFile(files: Files, { name, id }: BackedUpFile): Promise<void> {
  try {
    const sealed = await files.getSealed(name)
    if (sealed?.id !== id) throw new Error('It differs from the backup')
    const content = await files.get(name)
    if (content) for await (const _ of content.body);
  } catch (cause) {
    throw new Error(`The restored file ${name} cannot be read`, { cause })
  }
}
