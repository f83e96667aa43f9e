import { startWeb, startWorker } from './app.ts'
import { type Config, mostConnections } from './config.ts'
import { startDatabase } from './db/database.ts'
import { probesOnly } from './http/health.ts'
import { openListener } from './http/listener.ts'
import type { PageServer } from './http/static-files.ts'
import { createProviders, type Providers } from './providers/providers.ts'
import { publicUrlOf } from './public-url.ts'
import { threads } from './threads/pool.ts'
import { abortable, within } from './waiting.ts'
import { ensureWritable } from './writable-folder.ts'

export interface RunningServer {
  /** Where people open the product; undefined for a process that is a worker only. */
  url: string | undefined
  /** Where mails can be read while no mail server is set up. Its token is a secret. */
  outboxUrl: string | undefined
  /** Where the embedded database keeps its data. */
  databaseFolder: string | undefined
  stop: () => Promise<void>
}

export interface StartOptions {
  development: boolean
  /** Cancels the start: stops everything started so far and rejects. */
  signal?: AbortSignal
  /** Prints why the start is waiting. */
  tell?: (sentence: string) => void
}

/** A start has enough to do; the first draft comes later. */
const warmAfterMs = 20_000

/** Requests and jobs get this long to end; the database is stopped afterwards. */
const rolesMs = 12_000

/**
 * Starts the roles that the settings name on this installation's database. The port is taken first, so that a second start
 * fails before it touches anything.
 */
export async function startServer(
  config: Config,
  preparePages: (signal: AbortSignal) => Promise<PageServer>,
  { development, signal = new AbortController().signal, tell = () => undefined }: StartOptions,
): Promise<RunningServer> {
  const roles: (() => Promise<void>)[] = []
  const services: (() => Promise<void>)[] = []
  const stop = async () => {
    await within(rolesMs, Promise.allSettled(roles.splice(0).map((end) => end())))
    for (const end of services.splice(0).toReversed()) await end()
  }
  try {
    const listener = config.ROLES.includes('web')
      ? await openListener(config.HOST, config.PORT, mostConnections(config))
      : undefined
    if (listener) roles.push(() => listener.close())
    const probes =
      !listener && config.HEALTH_PORT !== undefined ? await openListener(config.HOST, config.HEALTH_PORT) : undefined
    if (probes) roles.push(() => probes.close())
    ensureWritable(config.DATA_DIR)
    const pages = listener && (await preparePages(signal))
    const providers = createProviders(config)
    services.push(() => providers.reports.close())
    const database = await startDatabase(config, { log: providers.log, signal, tell })
    services.push(database.stop)
    services.push(() => providers.speech.close())
    if (config.ROLES.includes('worker')) {
      const worker = await abortable(startWorker(config, database.urls, providers), signal)
      roles.push(worker.stop)
      probes?.serve(probesOnly(worker.readiness))
    }
    let url: string | undefined
    let outboxUrl: string | undefined
    if (listener && pages) {
      url = publicUrlOf({ ...config, PORT: listener.port })
      const options = { pages, limits: true, publicUrl: url, development, listener }
      const web = await abortable(startWeb(config, database.urls, providers, options), signal)
      roles.push(web.stop)
      outboxUrl = web.outboxUrl
    }
    if (config.ROLES.includes('worker')) {
      const warming = setTimeout(() => void warmThread(providers), warmAfterMs).unref()
      services.push(async () => clearTimeout(warming))
    }
    return { url, outboxUrl, databaseFolder: database.folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Without this the first draft after a start takes a second longer. */
async function warmThread({ log }: Providers): Promise<void> {
  try {
    await threads.run('warmUp', null)
  } catch (err) {
    log.warn({ err }, 'a thread could not be warmed up')
  }
}
