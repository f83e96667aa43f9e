// npm start: builds the pages if they are older than their sources (not with --as-built), then serves the product.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { readConfig } from '#server/config.ts'
import { builtPages, type PageServer } from '#server/http/static-files.ts'
import { startServer } from '#server/main.ts'
import { StartFailure } from '#server/start-failure.ts'
import { runUntilStopped } from './run-until-stopped.ts'

const pagesFolder = 'dist/web'

runUntilStopped(async (signal) => {
  const config = readConfig()
  const server = await startServer(config, preparePages, { development: false, signal, notify: console.log })
  if (server.databaseFolder && !server.databaseFolder.startsWith(config.DATA_DIR)) {
    console.log(
      `The database's own user cannot enter ${config.DATA_DIR}, so its data lies in ${server.databaseFolder}.`,
    )
  }
  if (server.outboxUrl) console.log(`Emails are stored here (no mail server is configured): ${server.outboxUrl}`)
  else if (!config.SMTP_URL)
    console.log(`No mail server is configured (SMTP_URL): emails are only stored in ${config.DATA_DIR}/outbox.jsonl.`)
  console.log(server.url ? `Attend is ready: ${server.url}` : 'The worker is ready.')
  return server
})

async function preparePages(signal: AbortSignal): Promise<PageServer> {
  if (process.argv.includes('--as-built')) {
    if (!existsSync(pagesFolder))
      throw new StartFailure('The pages are not built: run npm run build, or start Attend without --as-built.')
  } else if (!(await isBuilt())) {
    console.log('Building the pages (once)…')
    const build = spawn(process.execPath, ['scripts/build-web.ts'], { signal, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(build, 'exit')
    if (code !== 0) throw new StartFailure('The pages could not be built: run npm ci, then start Attend again.')
  }
  return builtPages(pagesFolder)
}

/** True if the built pages are newer than all their sources. */
async function isBuilt(): Promise<boolean> {
  const built = statSync('dist/web.complete', { throwIfNoEntry: false })?.mtimeMs ?? 0
  for await (const file of glob([
    'src/{web,shared}/**/*',
    'scripts/{build-web,page-preloads,service-worker-files,vite-*}.ts',
    'package-lock.json',
    '{postcss,vite}.config.{cjs,ts}',
  ])) {
    if (!/[.]test[.]tsx?$/.test(file) && statSync(file).isFile() && statSync(file).mtimeMs > built) return false
  }
  return true
}
