// A separate process that archives the changes of an installation until it is killed.
import { join } from 'node:path'
import { install, settings } from './backup-clinic.ts'
import { createProviders } from '#server/providers/providers.ts'
import { startArchiver } from '#server/backup/wal/archiver.ts'

const [folder = '', backups = ''] = process.argv.slice(2)
const { config, database } = await install(settings(folder, { BACKUP_WAL: 'on', BACKUP_TO: backups }))
startArchiver(config, { ...database, cluster: join(database.folder ?? '', 'cluster'), ...createProviders(config) })
process.stdout.write(`${database.adminUrl}\n`)
