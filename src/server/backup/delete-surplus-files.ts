import type { Files } from '#server/providers/files/port.ts'
import { describeFailure } from '#server/start-failure.ts'

/** The folders of recordings and imported transcripts. A bucket may also contain backups, which must not be deleted. */
const folders = ['session-recordings', 'transcripts']

export interface Deletion {
  /** How many files were deleted. */
  deleted: number
  /** The files that could not be deleted, and what to do. Empty if all is well. */
  findings: string[]
}

/** The result of a restore that replaces nothing. */
export const noDeletion: Deletion = { deleted: 0, findings: [] }

/** Deletes the files of a replaced installation, except the wanted ones. Does not reject, because the restore is complete. */
export async function deleteSurplusFiles(
  files: Files,
  isWanted: (name: string) => boolean | Promise<boolean>,
): Promise<Deletion> {
  const findings: string[] = []
  let deleted = 0
  for (const folder of folders) {
    const errors: unknown[] = []
    const names = await files.list(folder).catch((error: unknown) => {
      findings.push(finding(`The files of the replaced installation in ${folder} could not be listed.`, error))
      return []
    })
    for (const name of names)
      try {
        if (await isWanted(name)) continue
        await files.delete(name)
        deleted++
      } catch (error) {
        errors.push(error)
      }
    if (errors.length > 0) {
      const count = errors.length === 1 ? '1 file' : `${errors.length} files`
      const what = `${count} of the replaced installation in ${folder} could not be deleted.`
      findings.push(finding(what, errors[0]))
    }
  }
  return { deleted, findings }
}

const finding = (what: string, error: unknown) =>
  `${what} ${describeFailure(error)} All data is restored. To delete the rest, correct the cause and run this restore again with --replace before you start Attend.`
