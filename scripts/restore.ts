// npm run restore [-- --from <folder or bucket>] [--backup <id> | --until <time or latest>] [--replace] [--list]: restores database and files
// while Attend is stopped.
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { explainNoBackup } from '#server/backup/no-backup.ts'
import { listBackups, openPlace } from '#server/backup/place.ts'
import { type Restoration, restoreBackup } from '#server/backup/restore-backup.ts'
import { restoreToTime } from '#server/backup/wal/restore-to-time.ts'
import { readConfig } from '#server/config.ts'
import { createProviders } from '#server/providers/providers.ts'
import { secretFiles } from '#server/secrets.ts'
import { describeFailure, StartFailure } from '#server/start-failure.ts'

try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      until: { type: 'string' },
      replace: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  })
  const until = values.until === undefined ? undefined : parseTime(values.until)
  const config = readConfig()
  // A new secret opens no backup, and could be mistaken for the secret of the backup.
  if (config.isNewSecret) await rm(secretFiles(config.DATA_DIR).current, { force: true })
  const place = openPlace(config, values.from)
  if (values.list) {
    const ids = await listBackups(place)
    console.log(ids.length === 0 ? await explainNoBackup(place) : ids.join('\n'))
  } else {
    const startedAt = performance.now()
    const providers = createProviders(config)
    const options = { files: providers.files, place, replace: values.replace, now: new Date() }
    const { id, rows, files, deleted, trail, findings, needsRotation }: Restoration = await (until === undefined
      ? restoreBackup(config, { ...options, id: values.backup })
      : restoreToTime(config, { ...options, until }))
    await providers.speech.close()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`Backup ${id} is restored: ${rows} rows and ${files} files, in ${seconds} s.`)
    if (deleted > 0) console.log(`${deleted} files of the replaced installation were deleted.`)
    if (needsRotation)
      console.log(
        'The data also needs the former secret: start Attend with both secrets, then run npm run secret:rotate.',
      )
    for (const line of findings.length === 0 ? trail : findings) console.log(line)
    if (findings.length > 0) process.exitCode = 1
    else if (until === undefined) console.log('All counts, hashes and files are as in the backup. Start Attend.')
    else console.log(`The database is as it was at ${values.until}, and all its files are there. Start Attend.`)
  }
} catch (error) {
  console.error(`The restore failed. ${describeFailure(error)}`)
  process.exitCode = 1
}

/** @throws StartFailure if the text is neither `latest` nor a time with its time zone */
function parseTime(text: string): Date | 'latest' {
  if (text === 'latest') return text
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new StartFailure('--until takes a time with its time zone, e.g. 2026-11-26T17:30:00Z, or latest.')
  return new Date(text)
}
