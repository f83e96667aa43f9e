// npm run demo: prepares the demo practice in this installation's database and prints how to enter it.
import { type Config, offersDemo, readConfig } from '#server/config.ts'
import { startDatabase } from '#server/db/database.ts'
import { createPool } from '#server/postgres/connection.ts'
import { statementMs } from '#server/db/role-limits.ts'
import { Tenant } from '#server/db/tenant.ts'
import { prepareDemo } from '#server/features/demo/prepare-demo.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { createProviders } from '#server/providers/providers.ts'

const config = readConfig()
const url = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
const isRunning = await fetch(`${url}/api/health`).then(
  (response) => response.ok,
  () => false,
)

// The embedded database belongs to the running Attend, so that process prepares the demo.
if (isRunning && config.DATABASE_URL === undefined) await askRunning()
else await prepareHere(config)

if (process.exitCode === undefined) {
  if (!isRunning) console.log("Start Attend with 'npm start'.")
  if (!offersDemo(config)) console.log('Attend offers the demo practice when OFFER_DEMO=true.')
  console.log(`Open ${url} and choose 'Explore the demo practice'.`)
}

async function askRunning(): Promise<void> {
  const response = await fetch(`${url}/api/demo`, { method: 'POST', headers: { origin: url } })
  if (response.ok) {
    console.log('The demo practice is prepared.')
    return
  }
  console.error(`Attend at ${url} could not prepare the demo practice: ${await response.text()}`)
  process.exitCode = 1
}

async function prepareHere(settings: Config): Promise<void> {
  const database = await startDatabase(settings)
  const pool = createPool(database.urls.app_worker, {
    max: 2,
    pipeline: settings.DATABASE_PIPELINE,
    statementMs: statementMs.app_worker,
  })
  const providers = createProviders(settings)
  try {
    const begun = performance.now()
    const extractive = createDrafter({ kind: 'extractive' })
    await prepareDemo({ ...providers, tenant: new Tenant(pool), extractive })
    console.log(`The demo practice is prepared (${((performance.now() - begun) / 1000).toFixed(1)} s).`)
  } finally {
    await pool.end()
    await providers.speech.close()
    await database.stop()
  }
}
