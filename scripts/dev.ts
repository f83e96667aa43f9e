// npm run dev: one process; the server runs from its sources and Vite serves the pages in it.
import { createServer } from 'vite'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { runUntilStopped } from './run-until-stopped.ts'

runUntilStopped(async (signal) => {
  const config = readConfig()
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'spa' })
  const server = await startServer(
    config,
    async () => (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', resolve)
        vite.middlewares(request, response, (error: unknown) => (error ? reject(error) : resolve()))
      }),
    { development: true, signal, notify: console.log },
  )
  if (server.outboxUrl) console.log(`Emails are stored here (no mail server is configured): ${server.outboxUrl}`)
  console.log(`Attend (development): ${server.url}`)
  return {
    ...server,
    async stop() {
      await Promise.all([vite.close(), server.stop()])
    },
  }
})
