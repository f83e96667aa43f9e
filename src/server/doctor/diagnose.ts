import { rm } from 'node:fs/promises'
import { type Config, readConfig } from '#server/config.ts'
import { secretFiles } from '#server/secrets.ts'
import { checkAudit } from './check-audit.ts'
import { checkDatabase } from './check-database.ts'
import { checkBackupDisk, checkDisk } from './check-disk.ts'
import { checkEngines } from './check-engines.ts'
import { checkMail } from './check-mail.ts'
import { checkPorts } from './check-ports.ts'
import { checkPublicUrl } from './check-processes.ts'
import { checkSettings } from './check-settings.ts'
import { checkBackups, checkStorage, checkWalArchive } from './check-storage.ts'
import { type Finding, fault, reasonOf } from './finding.ts'

/**
 * Checks an installation, whether or not it runs. Changes nothing, except that it writes and deletes small files to test the stores.
 * @param env the settings; by default the environment of this process
 */
export async function diagnose(env?: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    return [fault('settings', reasonOf(error), 'Correct the settings in .env or the environment.')]
  }
  const disk = await checkDisk(config)
  if (disk.some(({ level }) => level === 'fault')) return [...checkSettings(config), ...disk]
  // Deletes a secret that `readConfig` has just generated, so that it is not mistaken for the secret of a database.
  if (config.isNewSecret) await rm(secretFiles(config.DATA_DIR).current, { force: true })
  const { findings, database, processes } = await checkDatabase(config)
  // Without the tables of this version, the checks that read them would only repeat the finding.
  const urls = findings.some(({ level }) => level === 'fault') ? undefined : database?.urls
  try {
    return [
      ...checkSettings(config),
      ...(await checkPorts(config)),
      ...disk,
      ...findings,
      ...(await checkPublicUrl(config, processes)),
      ...(await checkStorage(config, urls)),
      ...(await checkMail(config)),
      ...(await checkEngines(config)),
      ...(await checkBackups(config, urls)),
      ...(await checkWalArchive(urls)),
      ...(await checkBackupDisk(config)),
      ...(await checkAudit(config)),
    ]
  } finally {
    await database?.stop()
  }
}
