import { startWeb, startWorker } from './app.ts'
import { startArchiver } from './backup/wal/archiver.ts'
import { join } from 'node:path'
import { type Config, maxConnections } from './config.ts'
import { startDatabase } from './db/database.ts'
import { pooledUrls } from './db/roles.ts'
import { createProbeListener } from './http/health.ts'
import { openListener } from './http/listener.ts'
import type { PageServer } from './http/static-files.ts'
import { measureEngines } from './monitoring/measure-engines.ts'
import { startHeartbeat } from './monitoring/heartbeat.ts'
import { createMonitor } from './monitoring/monitor.ts'
import { openTracing } from './monitoring/tracing.ts'
import { connections, connectionsOf } from './postgres/connection-budget.ts'
import { createPool } from './postgres/connection.ts'
import { createProviders, type Providers } from './providers/providers.ts'
import { publicUrlOf } from './public-url.ts'
import { threads } from './threads/pool.ts'
import { abortable, withTimeout } from './abortable.ts'
import { version } from './version.ts'
import { ensureWritable } from './writable-folder.ts'

export interface RunningServer {
  /** Address of the product; undefined for a worker-only process. */
  url: string | undefined
  /** Address of the outbox while no mail server is set up. Its token is a secret. */
  outboxUrl: string | undefined
  /** Data folder of the embedded database; undefined for an external one. */
  databaseFolder: string | undefined
  stop: () => Promise<void>
}

export interface StartOptions {
  development: boolean
  /** Cancels the start: stops everything started so far and rejects. */
  signal?: AbortSignal
  /** Prints why the start is waiting. */
  notify?: (sentence: string) => void
}

/** Delay of the warm-up, so that it does not slow the start. The first draft comes later. */
const warmAfterMs = 20_000

/** Time for requests and jobs to finish before the database stops. */
const stopTimeoutMs = 12_000

/** An unresponsive backup place must not delay the stop. The next start archives the remaining WAL files. */
const archiverStopMs = 3000

/** An unresponsive database must not delay the stop. */
const monitoringStopMs = 2000

/**
 * Starts the configured roles on this installation's database. Opens the port first, so that a second start fails
 * before it changes anything.
 */
export async function startServer(
  config: Config,
  preparePages: (signal: AbortSignal) => Promise<PageServer>,
  { development, signal = new AbortController().signal, notify = () => undefined }: StartOptions,
): Promise<RunningServer> {
  const roles: (() => Promise<void>)[] = []
  const services: (() => Promise<void>)[] = []
  let drain = async () => {}
  const stop = async () => {
    await drain()
    await withTimeout(stopTimeoutMs, Promise.allSettled(roles.splice(0).map((end) => end())))
    for (const end of services.splice(0).toReversed()) await end()
  }
  try {
    const listener = config.ROLES.includes('web')
      ? await openListener(config.HOST, config.PORT, maxConnections(config))
      : undefined
    if (listener) roles.push(() => listener.close())
    const probes =
      !listener && config.HEALTH_PORT !== undefined
        ? await openListener(config.HOST, config.HEALTH_PORT, undefined, { host: 'HOST', port: 'HEALTH_PORT' })
        : undefined
    if (probes) roles.push(() => probes.close())
    const scrapes =
      config.METRICS_PORT === undefined
        ? undefined
        : await openListener(config.METRICS_HOST, config.METRICS_PORT, undefined, {
            host: 'METRICS_HOST',
            port: 'METRICS_PORT',
          })
    if (scrapes) roles.push(() => scrapes.close())
    ensureWritable(config.DATA_DIR)
    const pages = listener && (await preparePages(signal))
    const providers = createProviders(config)
    services.push(() => providers.reports.close())
    const tracing = await openTracing(config, providers.log)
    if (tracing) services.push(() => withTimeout(monitoringStopMs, tracing.stop()))
    const database = await startDatabase(config, { log: providers.log, signal, notify })
    services.push(database.stop)
    if (config.BACKUP_WAL && database.folder !== undefined) {
      const cluster = join(database.folder, 'cluster')
      const archiver = startArchiver(config, { ...database, cluster, ...providers })
      services.push(() => withTimeout(archiverStopMs, archiver.stop()))
    }
    const monitoring = createPool(
      pooledUrls(config, database.urls)[config.ROLES.includes('worker') ? 'app_worker' : 'app_web'],
      {
        max: connections.process.monitoring,
        pipeline: false,
      },
    )
    services.push(() => withTimeout(monitoringStopMs, monitoring.end()))
    const monitor = createMonitor(config, monitoring)
    if (monitor) scrapes?.serve(monitor.page)
    let lastDraftSeconds: number | null = null
    measureEngines(providers, (run) => {
      monitor?.metrics.countEngineRun(run)
      if (run.engine === 'drafter' && run.outcome === 'finished') lastDraftSeconds = run.seconds
    })
    const heartbeat = startHeartbeat(monitoring, config, () => ({
      speech: providers.speech.status(),
      lastDraftSeconds,
    }))
    services.push(() => withTimeout(monitoringStopMs, heartbeat.stop()))
    services.push(() => providers.speech.close())
    services.push(async () => providers.drafter.close?.())
    if (config.ROLES.includes('worker')) {
      const worker = await abortable(startWorker(config, database.urls, providers, { monitor, tracing }), signal)
      roles.push(worker.stop)
      probes?.serve(createProbeListener(worker.readiness, scrapes ? undefined : monitor?.page))
    }
    let url: string | undefined
    let outboxUrl: string | undefined
    if (listener && pages) {
      url = publicUrlOf({ ...config, PORT: listener.port })
      const options = { pages, limits: true, publicUrl: url, development, listener, monitor, tracing }
      const web = await abortable(startWeb(config, database.urls, providers, options), signal)
      roles.push(web.stop)
      outboxUrl = web.outboxUrl
    }
    if (config.ROLES.includes('worker')) {
      const warming = setTimeout(() => void warmThread(providers), warmAfterMs).unref()
      services.push(async () => clearTimeout(warming))
    }
    if (listener && config.DRAIN_SECONDS > 0) drain = () => listener.drain(config.DRAIN_SECONDS * 1000)
    providers.log.info({ version, roles: config.ROLES, connections: connectionsOf(config.ROLES) }, 'Attend started')
    return { url, outboxUrl, databaseFolder: database.folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Without a warm thread, the first draft after a start takes a second longer. */
async function warmThread({ log }: Providers): Promise<void> {
  try {
    await threads.run('warmUp', null)
  } catch (err) {
    log.warn({ err }, 'a thread could not be warmed up')
  }
}
