// npm run secret:rotate: re-encrypts all data of a former secret with the current one, while Attend runs.
import { rm } from 'node:fs/promises'
import { readConfig } from '#server/config.ts'
import { secretFiles } from '#server/secrets.ts'
import { openDatabase } from '#server/db/database.ts'
import { createProviders } from '#server/providers/providers.ts'
import { rotateSecret } from '#server/rotate-secret.ts'
import { describeStartFailure } from '#server/start-failure.ts'

try {
  const config = readConfig()
  const database = await openDatabase(config)
  if (!database) throw new Error(`There is no database in ${config.DATA_DIR} yet. Start Attend once with 'npm start'.`)
  try {
    const { factors, files, chunks, psychotherapyNotes, templateExamples, ownVoices } = await rotateSecret(
      config,
      database.adminUrl,
      createProviders(config).files,
    )
    await rm(secretFiles(config.DATA_DIR).former, { force: true })
    console.log(
      `Only the new secret counts now: ${files} files, ${chunks} chunks of audio, ${psychotherapyNotes} psychotherapy notes, ${templateExamples} example notes, ${ownVoices} voices and ${factors} second factors were sealed with it.`,
    )
    console.log(
      'Unset APP_SECRET_FORMER and restart Attend. Users who have not used Attend since then must sign in again.',
    )
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(describeStartFailure(error))
  process.exitCode = 1
}
