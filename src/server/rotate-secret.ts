import type pg from 'pg'
import { anchorFile, anchorKeys, resignAnchor } from './audit-trail/anchor.ts'
import { isStoredName, readStoredNames } from './backup/stored-names.ts'
import type { Config } from './config.ts'
import { cookieKeys } from './secrets.ts'
import { withClient } from '#server/postgres/connection.ts'
import { dropOtherLogins, ensureRoles } from './db/roles.ts'
import { deleteOtherChecks } from './db/secret-check.ts'
import { reencrypt } from './features/accounts/factor-keys.ts'
import { resealNotes } from './features/psychotherapy-notes/reseal-notes.ts'
import { resealVoices } from './features/transcripts/own-voice/reseal-voices.ts'
import { resealChunks } from './features/recordings/reseal-chunks.ts'
import { resealExamples } from './features/templates/reseal-examples.ts'
import { FileGone, type Files } from './providers/files/port.ts'
import { StartFailure } from './start-failure.ts'

export interface Rotation {
  factors: number
  files: number
  /** Chunks of uploads and live recordings that are not yet assembled into a file. */
  chunks: number
  psychotherapyNotes: number
  templateExamples: number
  ownVoices: number
}

/**
 * Encrypts all data of the former secrets again with the current secret, while Attend runs with both. Can be repeated
 * after an interruption. At the end removes the former logins and check values, which makes the former secrets invalid.
 */
export async function rotateSecret(config: Config, adminUrl: string, files: Files): Promise<Rotation> {
  if (config.formerSecrets.length === 0)
    throw new StartFailure(
      'There is no former secret: set APP_SECRET to a new one and APP_SECRET_FORMER to the one in use (or rename DATA_DIR/secret to secret.former), restart Attend, then run this again.',
    )
  const { urls, suffix } = await ensureRoles(adminUrl, config)
  const rotated = await withClient(urls.app_owner, async (owner) => ({
    factors: await reencryptFactors(owner, config),
    files: await reencryptFiles(owner, files),
    chunks: await resealChunks(owner, config),
    psychotherapyNotes: await resealNotes(owner, config),
    templateExamples: await resealExamples(owner, config),
    ownVoices: await resealVoices(owner, config),
  }))
  await resignAnchor(anchorFile(config), anchorKeys(config))
  await withClient(adminUrl, async (admin) => {
    await admin.query('begin')
    await dropOtherLogins(admin, config.secret, suffix)
    await deleteOtherChecks(admin, config.secret)
    await admin.query('commit')
  })
  return rotated
}

async function reencryptFactors(owner: pg.ClientBase, config: Config): Promise<number> {
  const [current, ...former] = cookieKeys(config)
  let count = 0
  const { rows } = await owner.query<{ id: string; secret: string; codes: string }>(
    'select id, secret, backup_codes as codes from auth_two_factors',
  )
  for (const { id, secret, codes } of rows) {
    const next = [await reencrypt(secret, current, former), await reencrypt(codes, current, former)]
    if (next.every((value) => value === undefined)) continue
    // A recovery code used in the meantime changes the row, which is then already encrypted with the current key.
    await owner.query(
      `update auth_two_factors set secret = coalesce($2, secret), backup_codes = case when backup_codes = $4 then coalesce($3, backup_codes) else backup_codes end
       where id = $1 and secret = $5`,
      [id, ...next, codes, secret],
    )
    count++
  }
  return count
}

/** Reads each file and stores it again, encrypted with the current key. */
async function reencryptFiles(owner: pg.ClientBase, files: Files): Promise<number> {
  let count = 0
  for (const name of await readStoredNames(owner)) {
    const file = await files.get(name)
    if (!file) continue
    try {
      await files.put(name, file.body)
    } catch (error) {
      if (error instanceof FileGone) continue
      throw error
    }
    // A file that was deleted while it was read must not come back.
    if (await isStoredName(owner, name)) count++
    else await files.delete(name)
  }
  return count
}
