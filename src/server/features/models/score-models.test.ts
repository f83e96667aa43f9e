import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Endpoint, openEndpoint } from '#server/providers/drafter/endpoint.fixture.ts'
import { openModelServer } from '#test/model-server.ts'
import { createWorld, type World } from '#test/world.ts'

const run = promisify(execFile)

let world: World
let endpoint: Endpoint | null = null
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  await endpoint?.close()
  endpoint = null
})

async function scoreModels(model: string, baseUrl: string) {
  const { APP_SECRET = '', DATABASE_URL = '' } = world.config
  const settings = { DRAFTER: 'openai-compatible', DRAFTER_BASE_URL: baseUrl, DRAFTER_MODEL: model }
  const env = { APP_SECRET, DATABASE_URL, ...settings }
  return (await run(process.execPath, ['scripts/score-models.ts'], { env })).stdout
}
const storedScores = async (model: string) =>
  await world.db.selectFrom('model_scores').selectAll().where('model', '=', model).execute()

test.each([
  ['good', /^good passed Attend's checks\.$/m, 0],
  ['bad', /^bad has not passed Attend's checks\. Notes that it drafts say so\.$/m, 12],
] as const)('the scoring command scores a %s model, prints the score and stores it', async (kind, verdict, failed) => {
  endpoint = await openModelServer(kind)
  const printed = await scoreModels(kind, endpoint.baseUrl)
  expect(printed).toMatch(verdict)
  expect(printed).toMatch(/Caught: another person\s+\d+ of 9 \(at least 50%\)/)
  expect(printed.match(/^NO /gm)?.length ?? 0).toBeGreaterThanOrEqual(failed)
  expect(await storedScores(kind)).toMatchObject([{ model: kind, result: { model: kind } }])
})

test('the scoring command stores nothing and fails if the model answers in no case', async () => {
  endpoint = await openEndpoint(() => ({ status: 401 }))
  await expect(scoreModels('locked', endpoint.baseUrl)).rejects.toMatchObject({
    stdout: expect.stringContaining('failed: The language model refused the request with status 401.'),
    stderr: expect.stringContaining('locked answered in none of the 10 cases'),
  })
  expect(await storedScores('locked')).toEqual([])
})

test('the scoring command fails if no language model is configured', async () => {
  const { APP_SECRET = '', DATABASE_URL = '' } = world.config
  const attempt = run(process.execPath, ['scripts/score-models.ts'], {
    env: { APP_SECRET, DATABASE_URL },
  })
  await expect(attempt).rejects.toMatchObject({ stderr: expect.stringContaining('No language model is configured.') })
})
