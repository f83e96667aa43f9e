import { afterAll, expect, test } from 'vitest'
import { install, newFolder, removeFolders, seedClinic, settings } from '#test/backup-clinic.ts'
import { createProviders } from '#server/providers/providers.ts'
import { rotateSecret } from '#server/rotate-secret.ts'
import { openPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { runBackup } from './run-backup.ts'

const former = 'a former secret of more than 32 letters'
const both = { APP_SECRET: 'the next secret of more than 32 letters', APP_SECRET_FORMER: former }

afterAll(removeFolders)

test(
  'a restored backup that was made during a rotation needs both secrets until the rotation ends',
  { timeout: 120_000 },
  async () => {
    const folder = await newFolder()
    const before = await install(settings(folder, { APP_SECRET: former }))
    await seedClinic(before, { therapists: 1, sessions: 1, recordings: 1, recordingBytes: 5000 })
    await before.stop()
    const source = await install(settings(folder, both))
    const { urls } = source.database
    await runBackup(source.config, { urls, files: source.files, clock: () => new Date() })
    await source.stop()

    const restoredFolder = await newFolder()
    const target = settings(restoredFolder, both)
    const { files } = createProviders(target)
    const options = { files, place: openPlace(source.config), replace: false, now: new Date() }
    expect(await restoreBackup(target, options)).toMatchObject({ files: 1, findings: [], needsRotation: true })
    const withoutFormer = settings(restoredFolder, { APP_SECRET: both.APP_SECRET })
    await expect(install(withoutFormer)).rejects.toThrow('is being replaced')

    const restored = await install(target)
    await rotateSecret(target, restored.database.adminUrl, files)
    await restored.stop()
    await (await install(withoutFormer)).stop()
  },
)
