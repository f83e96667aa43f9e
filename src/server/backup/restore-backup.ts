import { runVerification } from '#server/audit-trail/run-verification.ts'
import type { Config } from '#server/config.ts'
import { openForRestore } from '#server/db/database.ts'
import { knownMigrations, migrate } from '#server/db/migrate.ts'
import { ensureRoles } from '#server/db/roles.ts'
import { checkValue, needsRotation, saveChecks, wrongSecret } from '#server/db/secret-check.ts'
import { prepareQueue } from '#server/jobs/queue-schema.ts'
import type { Files } from '#server/providers/files/port.ts'
import { withClient } from '#server/postgres/connection.ts'
import { StartFailure } from '#server/start-failure.ts'
import { deleteSurplusFiles, noDeletion } from './delete-surplus-files.ts'
import { loadDatabase } from './load-database.ts'
import type { Manifest } from './manifest.ts'
import { explainNoBackup } from './no-backup.ts'
import { type BackupPlace, databaseName, listBackups, readManifest } from './place.ts'
import { restoreFiles } from './restore-files.ts'
import { isStoredName } from './stored-names.ts'

export interface RestoreOptions {
  /** The file store of the installation. */
  files: Files
  place: BackupPlace
  /** The newest backup by default. */
  id?: string | undefined
  /** Replaces existing data. */
  replace: boolean
  now: Date
}

export interface Restoration {
  id: string
  rows: number
  files: number
  /** Files of the replaced installation that were deleted. */
  deleted: number
  /** Result of the verification of the audit trail and of the signatures. */
  trail: string[]
  /** Differences from the backup, files that were missing when it was made, and files that could not be deleted. Empty if all is well. */
  findings: string[]
  /** Whether the data still needs a former secret, until it is rotated. */
  needsRotation: boolean
}

/**
 * Restores a backup into an empty installation. Checks the secret and the version before it writes. Restores the files first, so that
 * no row appears without its file, then the database in one transaction, then migrates it to this version.
 * @throws StartFailure if the secret is not that of the backup, Attend runs, or the target has data and `replace` is false
 * @throws Error if the backup is damaged; the database is unchanged then
 */
export async function restoreBackup(config: Config, options: RestoreOptions): Promise<Restoration> {
  const { files, place, replace, now } = options
  const { id, manifest } = await findBackup(config, place, options.id)
  const database = await openForRestore(config)
  try {
    if (!replace) await requireEmpty(database.adminUrl, files)
    const { suffix, urls } = await ensureRoles(database.adminUrl, config)
    const created: string[] = []
    try {
      await restoreFiles(place, files, manifest.files, (name) => created.push(name))
      const content = await place.files.get(databaseName(place.root, id))
      if (!content) throw new Error(`The database of the backup ${id} is missing.`)
      await loadDatabase({ ownerUrl: urls.app_owner, suffix, manifest, content: content.body, replace })
    } catch (error) {
      for (const name of created) await files.delete(name)
      throw error
    }
    // Otherwise a start without the former secret of these rows and files would succeed.
    await withClient(database.adminUrl, (admin) => saveChecks(admin, manifest.checks))
    await migrate(urls.app_owner, suffix)
    await prepareQueue(urls.app_owner, suffix)
    const { isWhole, lines, head } = await runVerification(config, urls.app_owner, now)
    const findings = [
      ...(isWhole ? [] : lines),
      ...(head === manifest.auditHead ? [] : ['The audit trail ends with other events than in the backup.']),
      ...manifest.lost.map((name) => `The file ${name} was missing before the backup.`),
    ]
    const wanted = new Set([...manifest.files.map(({ name }) => name), ...manifest.lost])
    // With an external database, Attend may have been started meanwhile.
    const isWanted = async (name: string) =>
      wanted.has(name) || (await withClient(urls.app_backup, (client) => isStoredName(client, name)))
    const surplus = replace ? await deleteSurplusFiles(files, isWanted) : noDeletion
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      id,
      rows,
      files: manifest.files.length,
      deleted: surplus.deleted,
      trail: lines,
      findings: [...findings, ...surplus.findings],
      needsRotation: await needsRotation(database.adminUrl),
    }
  } finally {
    await database.stop()
  }
}

/** @throws StartFailure if there is no backup for this secret and version */
async function findBackup(
  config: Config,
  place: BackupPlace,
  wanted: string | undefined,
): Promise<{ id: string; manifest: Manifest }> {
  const ids = await listBackups(place)
  const id = wanted ?? ids.at(-1)
  if (id === undefined || !ids.includes(id)) {
    const reason = ids.length === 0 ? await explainNoBackup(place) : `There is no backup ${id} in ${place.address}.`
    throw new StartFailure(`${reason} Nothing was changed.`)
  }
  const manifest = await readManifest(place, id).catch((cause: unknown) => {
    throw new Error(`The backup ${id} is damaged. Nothing was changed.`, { cause })
  })
  const given = new Set([config.secret, ...config.formerSecrets].map(checkValue))
  if (!manifest.checks.every((check) => given.has(check))) throw new StartFailure(wrongSecret)
  const known = new Set(await knownMigrations())
  const newer = manifest.migrations.filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new StartFailure(
      `The backup was made by a newer version of Attend (${manifest.version}, migration ${newer.join(', ')}): restore it with that version. Nothing was changed.`,
    )
  return { id, manifest }
}

/** @throws StartFailure if the installation has data */
async function requireEmpty(adminUrl: string, files: Files): Promise<void> {
  const isUsed = await withClient(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ isUsed: boolean }>(`select to_regnamespace('app') is not null as "isUsed"`)
    return rows[0]?.isUsed === true
  })
  const hasFiles = (await files.list()).length > 0
  if (isUsed || hasFiles)
    throw new StartFailure(
      `This installation already has ${[isUsed && 'a database', hasFiles && 'files'].filter(Boolean).join(' and ')}. Restore to an empty one, or add --replace: then its data is lost. Nothing was changed.`,
    )
}
