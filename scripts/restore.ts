// npm run restore [-- --from <folder or bucket>] [--backup <id>] [--replace] [--list]: restores database and files while Attend is stopped.
import { parseArgs } from 'node:util'
import { listBackups, openPlace } from '#server/backup/place.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { readConfig } from '#server/config.ts'
import { createProviders } from '#server/providers/providers.ts'
import { describeFailure } from '#server/start-failure.ts'

try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      replace: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  })
  const config = readConfig()
  const place = openPlace(config, values.from)
  if (values.list) {
    for (const id of await listBackups(place)) console.log(id)
  } else {
    const began = performance.now()
    const providers = createProviders(config)
    const options = { files: providers.files, place, id: values.backup, replace: values.replace, now: new Date() }
    const { id, rows, files, trail, findings } = await restoreBackup(config, options)
    await providers.speech.close()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`Backup ${id} is restored: ${rows} rows and ${files} files, in ${seconds} s.`)
    for (const line of findings.length === 0 ? trail : findings) console.log(line)
    if (findings.length > 0) process.exitCode = 1
    else console.log('All counts, hashes and files are as in the backup. Start Attend.')
  }
} catch (error) {
  console.error(`The restore failed. ${describeFailure(error)}`)
  process.exitCode = 1
}
