import { networkInterfaces } from 'node:os'
import { startWeb, startWorker } from './app.ts'
import type { Config } from './config.ts'
import { startDatabase } from './db/database.ts'
import type { PageServer } from './http/static-files.ts'
import { createProviders } from './providers/providers.ts'

export interface RunningServer {
  /** Where people open the product; undefined for a process that is a worker only. */
  url: string | undefined
  /** Where mails can be read while no mail server is set up. Its token is a secret. */
  outboxUrl: string | undefined
  /** Where the embedded database keeps its data. */
  databaseFolder: string | undefined
  stop: () => Promise<void>
}

/** Starts the roles that the settings name on this installation's database, and stops them in the reverse order. */
export async function startServer(
  config: Config,
  pages: PageServer,
  options: { development: boolean },
): Promise<RunningServer> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    const providers = createProviders(config)
    stops.push(() => providers.reports.close())
    const database = await startDatabase(config, providers.log)
    stops.push(database.stop)
    stops.push(() => providers.speech.close())
    let url: string | undefined
    let outboxUrl: string | undefined
    if (config.ROLES.includes('worker')) stops.push((await startWorker(config, database.urls, providers)).stop)
    if (config.ROLES.includes('web')) {
      const publicUrl = config.PUBLIC_URL ?? `http://${hostName(config.HOST)}:${config.PORT}`
      const web = await startWeb(config, database.urls, providers, { pages, limits: true, publicUrl, ...options })
      stops.push(web.stop)
      url = publicUrl
      outboxUrl = web.outboxUrl
    }
    return { url, outboxUrl, databaseFolder: database.folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The name under which a browser reaches the address we listen on. */
function hostName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host === '127.0.0.1' ? 'localhost' : host
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address ?? 'localhost'
}
