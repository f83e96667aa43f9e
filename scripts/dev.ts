// npm run dev: one process; the server runs from its sources and Vite serves the pages inside it.
import { createServer } from 'vite'
import { readConfig } from '#server/config.ts'
import type { PageServer } from '#server/http/static-files.ts'
import { startServer } from '#server/main.ts'
import { stopOnSignals } from './run-until-stopped.ts'

const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' })
const pages: PageServer = (request, response) =>
  new Promise((resolve, reject) => {
    response.once('close', resolve)
    vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve()))
  })
const server = await startServer(readConfig(), pages, { development: true })
stopOnSignals(server, () => vite.close())
if (server.outboxUrl) console.log(`Mails are kept here (no mail server is set up): ${server.outboxUrl}`)
console.log(`Attend (development): ${server.url}`)
