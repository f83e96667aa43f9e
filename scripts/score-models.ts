// npm run models:score: runs the configured language model over the bundled cases, prints its scores and stores them.
import { Kysely, PostgresDialect } from 'kysely'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import { readCases } from '#server/features/models/cases.ts'
import { measureRisk, type RiskScore } from '#server/features/models/measure-risk.ts'
import type { Score } from '#server/features/models/score.ts'
import { scoreModel } from '#server/features/models/score-model.ts'
import { insertScore, listSpotChecks } from '#server/features/models/store.ts'
import { failedMeasures, measuresOf } from '#server/features/models/thresholds.ts'
import { type CountedModel, openCountedModel } from '#server/providers/counted-model.ts'
import { createPool } from '#server/postgres/connection.ts'
import { createEngines, modelFolder } from '#server/providers/engines/create.ts'
import { drafterSettings } from '#server/providers/providers.ts'

try {
  await run(readConfig())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(config: Config): Promise<void> {
  const engines = createEngines({ folder: modelFolder(config), settings: config })
  const model = engines.languageModel()
  if (model === null)
    throw new Error(
      'No language model is configured. Choose one under Settings, Engines, or set DRAFTER and DRAFTER_MODEL. Then run this again.',
    )
  console.log(`${model}, ${config.SECOND_READING ? 'with' : 'without'} second reading:`)
  const modelUnderTest = openCountedModel(
    drafterSettings(config, engines.active('language').modelId),
    config.SECOND_READING,
  )
  try {
    await scoreAndStore(config, model, modelUnderTest)
  } finally {
    modelUnderTest.drafter.close?.()
  }
}

async function scoreAndStore(config: Config, model: string, modelUnderTest: CountedModel): Promise<void> {
  const score = await scoreModel({
    model,
    modelUnderTest,
    cases: readCases(),
    onCase: ({ noteType, client }) => console.log(`  ${noteType}: ${client}`),
    onFailure: ({ message }) => console.log(`    failed: ${message}`),
  })
  print(score)
  if (modelUnderTest.secondReader) printRisk(await measureRisk(modelUnderTest.secondReader))
  await storeScore(config, score)
}

function print(score: Score): void {
  const measures = measuresOf(score)
  const width = Math.max(...measures.map(({ name }) => name.length))
  for (const { name, value, needed, isMet } of measures)
    console.log(`${isMet ? '   ' : 'NO '} ${name.padEnd(width)}  ${value}${needed === null ? '' : ` (${needed})`}`)
  console.log(
    failedMeasures(score).length === 0
      ? `${score.model} passed Attend's checks.`
      : `${score.model} has not passed Attend's checks. Notes that it drafts say so.`,
  )
}

function printRisk({ failed, found, foundUnderAnyTopic, falseAlarms }: RiskScore): void {
  const share = ({ count, of }: RiskScore['found']) => `${count} of ${of}`
  console.log(
    `Indirect statements of risk found under their topic: ${share(found)}, under any topic: ${share(foundUnderAnyTopic)}.`,
  )
  console.log(`Harmless statements found: ${share(falseAlarms)}. Sessions not read to their end: ${share(failed)}.`)
}

async function storeScore(config: Config, score: Score): Promise<void> {
  const database = await openDatabase(config)
  if (!database)
    return console.log(
      `There is no database in ${config.DATA_DIR} yet, so the result is not stored. Start Attend once first.`,
    )
  const pool = createPool(database.urls.app_owner, { max: 1, pipeline: false })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    await insertScore(db, score)
    console.log('The result is stored. Platform admins see it under Models.')
    for (const { model, answered, wrong } of await listSpotChecks(db))
      console.log(`Spot checks of ${model ?? 'excerpts'}: ${wrong} of ${answered} supported sentences were wrong.`)
  } finally {
    await db.destroy()
    await database.stop()
  }
}
