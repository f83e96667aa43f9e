// npm start: builds the pages when they are older than their sources (not with --as-built), then serves the whole product.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { readConfig } from '#server/config.ts'
import { builtPages, type PageServer } from '#server/http/static-files.ts'
import { startServer } from '#server/main.ts'
import { stopOnSignals } from './run-until-stopped.ts'

const pagesFolder = 'dist/web'

const config = readConfig()
const noPages: PageServer = async (_, response) => void response.writeHead(404).end()

if (config.ROLES.includes('web') && !process.argv.includes('--as-built') && !(await isBuilt())) {
  console.log('Building the pages (once)…')
  execFileSync(process.execPath, ['scripts/build-web.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
const pages = config.ROLES.includes('web') ? await builtPages(pagesFolder) : noPages
const server = await startServer(config, pages, { development: false })
stopOnSignals(server)
if (server.databaseFolder && !server.databaseFolder.startsWith(config.DATA_DIR)) {
  console.log(`The database's own user cannot enter ${config.DATA_DIR}, so its data lies in ${server.databaseFolder}.`)
}
if (server.outboxUrl) console.log(`Mails are kept here (no mail server is set up): ${server.outboxUrl}`)
else if (!config.SMTP_URL)
  console.log(`No mail server is set up (SMTP_URL): mails are only kept in ${config.DATA_DIR}/outbox.jsonl.`)
console.log(server.url ? `Attend is ready: ${server.url}` : 'The worker is ready.')

/** Whether the built pages are newer than everything they are made from. */
async function isBuilt(): Promise<boolean> {
  const built = statSync(`${pagesFolder}/index.html`, { throwIfNoEntry: false })?.mtimeMs ?? 0
  for await (const file of glob([
    'src/{web,shared}/**/*',
    'scripts/{build-web,vite-*}.ts',
    'package-lock.json',
    'vite.config.ts',
  ])) {
    if (!file.endsWith('.test.ts') && statSync(file).isFile() && statSync(file).mtimeMs > built) return false
  }
  return true
}
