import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { backupJobs } from './backup/jobs.ts'
import { type Config, maxConnections, hasOutbox } from './config.ts'
import { cookieKeys, deriveKey } from './secrets.ts'
import type { Services } from './context.ts'
import { statementMs } from './db/role-limits.ts'
import { pooledUrls, type RoleUrls } from './db/roles.ts'
import { watchSignIns } from './db/sign-in-watch.ts'
import { connections } from '#server/postgres/connection-budget.ts'
import { createPool } from '#server/postgres/connection.ts'
import { Tenant } from './db/tenant.ts'
import { createAuth } from './features/accounts/auth.ts'
import { accountJobs } from './features/accounts/jobs.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { amendmentRoutes } from './features/amendments/routes.ts'
import { releaseRoutes } from './features/releases/routes.ts'
import { auditJobs } from './features/audit/jobs.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { billingJobs } from './features/billing/jobs.ts'
import { billingRawRoutes } from './features/billing/raw-routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { demoJobs } from './features/demo/jobs.ts'
import { copyRoutes } from './features/copies/routes.ts'
import { demoRoutes } from './features/demo/routes.ts'
import { engineJobs } from './features/engines/jobs.ts'
import { engineRawRoutes } from './features/engines/raw-routes.ts'
import { engineRoutes } from './features/engines/routes.ts'
import { feedbackJobs } from './features/feedback/jobs.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { correctionJobs } from './features/corrections/jobs.ts'
import { correctionRoutes } from './features/corrections/routes.ts'
import { cosignRoutes } from './features/cosign/routes.ts'
import { insightRoutes } from './features/insights/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { noticeJobs } from './features/notices/jobs.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { signatureRoutes } from './features/signatures/routes.ts'
import { noteJobs } from './features/notes/jobs.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { progressRoutes } from './features/progress/routes.ts'
import { psychotherapyNoteRoutes } from './features/psychotherapy-notes/routes.ts'
import { recordingJobs } from './features/recordings/jobs.ts'
import { ownVoiceRoutes } from './features/transcripts/own-voice/routes.ts'
import { transcriptJobs } from './features/transcripts/jobs.ts'
import { ChunkBatches } from './features/recordings/live/chunk-batches.ts'
import { chunkKeys } from './features/recordings/sealed-chunk.ts'
import { recordingRawRoutes } from './features/recordings/raw-routes.ts'
import { recordingRoutes } from './features/recordings/routes.ts'
import { recordRoutes } from './features/records/routes.ts'
import { resourceRoutes } from './features/resources/routes.ts'
import { reviewRoutes } from './features/review/routes.ts'
import { seriesRoutes, sessionRoutes } from './features/sessions/routes.ts'
import { templateExampleRoutes, templateRoutes } from './features/templates/routes.ts'
import { snippetRoutes } from './features/snippets/routes.ts'
import { transcriptRawRoutes } from './features/transcripts/live-text-route.ts'
import { transcriptRoutes } from './features/transcripts/routes.ts'
import { viewingRoutes } from './features/viewing/routes.ts'
import { workQueueRoutes } from './features/work-queue/routes.ts'
import { checkDisk, createReadiness, type Readiness } from './http/health.ts'
import { type Listener, openListener } from './http/listener.ts'
import { outboxUrl } from './http/outbox-page.ts'
import { createRequestListener, type RawRoute } from './http/server.ts'
import type { PageServer } from './http/static-files.ts'
import { removeLeftovers } from './providers/files/work-folder.ts'
import type { Payments } from './providers/payments/port.ts'
import type { Providers } from './providers/providers.ts'
import type { Tracing } from './monitoring/tracing.ts'
import type { Monitor } from './monitoring/monitor.ts'
import { openProgressHub } from './jobs/progress-hub.ts'
import { type JobHandlers, type Jobs, openQueue, type Queue } from './jobs/queue.ts'
import { pipelineJobs } from './session-pipeline/jobs.ts'

const router = {
  accounts: accountRoutes,
  organizations: organizationRoutes,
  members: memberRoutes,
  invitations: invitationRoutes,
  billing: billingRoutes,
  notices: noticeRoutes,
  clients: clientRoutes,
  sessions: sessionRoutes,
  series: seriesRoutes,
  recordings: recordingRoutes,
  transcripts: transcriptRoutes,
  ownVoice: ownVoiceRoutes,
  engines: engineRoutes,
  notes: noteRoutes,
  records: recordRoutes,
  review: reviewRoutes,
  signatures: signatureRoutes,
  amendments: amendmentRoutes,
  releases: releaseRoutes,
  cosign: cosignRoutes,
  workQueue: workQueueRoutes,
  insights: insightRoutes,
  corrections: correctionRoutes,
  progress: progressRoutes,
  copies: copyRoutes,
  templates: templateRoutes,
  templateExamples: templateExampleRoutes,
  feedback: feedbackRoutes,
  resources: resourceRoutes,
  psychotherapyNotes: psychotherapyNoteRoutes,
  snippets: snippetRoutes,
  viewing: viewingRoutes,
  audit: auditRoutes,
  admin: adminRoutes,
  demo: demoRoutes,
}

const rawRoutes: readonly RawRoute[] = [
  ...billingRawRoutes,
  ...recordingRawRoutes,
  ...transcriptRawRoutes,
  ...engineRawRoutes,
]

function jobHandlers(services: Services, urls: RoleUrls): JobHandlers {
  return {
    ...accountJobs(services),
    ...billingJobs(services),
    ...noticeJobs(services),
    ...noteJobs(services),
    ...correctionJobs(services),
    ...recordingJobs(services),
    ...transcriptJobs(services),
    ...engineJobs(services),
    ...pipelineJobs(services),
    ...feedbackJobs(services),
    ...auditJobs(services, urls.app_owner),
    ...backupJobs(services, urls),
    ...demoJobs({ ...services, extractive: services.excerpts }),
  }
}

export interface WebRole {
  port: number
  /** The outbox page with its token; undefined if there is no outbox. */
  outboxUrl: string | undefined
  stop: () => Promise<void>
}

export async function startWeb(
  config: Config,
  urls: RoleUrls,
  providers: Providers,
  options: {
    pages: PageServer
    development: boolean
    limits: boolean
    publicUrl: string
    listener?: Listener
    monitor?: Monitor | undefined
    tracing?: Tracing | undefined
  },
): Promise<WebRole> {
  const { requests: forRequests, signIn, adminPanel } = connections.web
  const pooled = pooledUrls(config, urls)
  const pool = createPool(pooled.app_web, { max: forRequests, pipeline: config.DATABASE_PIPELINE })
  const authPool = createPool(pooled.app_auth, { max: signIn, pipeline: false })
  const panelPool = createPool(pooled.app_admin, { max: adminPanel, pipeline: config.DATABASE_PIPELINE })
  options.monitor?.metrics.watchPool('web', pool)
  options.monitor?.metrics.watchPool('sign-in', authPool)
  options.monitor?.metrics.watchPool('admin panel', panelPool)
  const queue = await openQueue(urls.app_web, providers.log, { worker: false })
  const progress = await openProgressHub(urls.app_web, providers.log)
  const onDeadlock = () => providers.log.warn('a transaction was repeated after a deadlock')
  // One account uses at most half of the connections.
  const tenant = new Tenant(pool, { share: forRequests / 2, onDeadlock })
  const [cookieKey, ...formerCookieKeys] = cookieKeys(config)
  const auth = createAuth({
    publicUrl: options.publicUrl,
    key: cookieKey,
    formerKeys: formerCookieKeys,
    codeKey: deriveKey(config, 'email codes'),
    pool: authPool,
    mail: providers.mail,
    // During a mail outage, one waiting mail per account is enough.
    mailReset: (userId) =>
      tenant.asAnonymous(async (db) => {
        const isUnderway = await queue.isUnderway(db, 'accounts.reset_mail', { userId })
        if (!isUnderway) await queue.enqueue(db, 'accounts.reset_mail', { userId })
      }),
    log: providers.log,
    limits: options.limits,
    signInDays: config.SIGN_IN_MAX_DAYS,
  })
  const payments = await providers.openPayments(pooled.app_payments)
  const signIns = watchSignIns(tenant, providers.log)
  const panel = new Tenant(panelPool, { entry: 'app.enter_admin_session', onDeadlock })
  const { clock, log } = providers
  const chunkBatches = new ChunkBatches({ tenant, keys: chunkKeys(config), clock, log })
  const shared = servicesOf(config, tenant, queue, payments, providers)
  const services = { ...shared, panel, auth, progress, signIns, chunkBatches }
  const outboxToken = providers.outbox && hasOutbox(config) ? randomBytes(32).toString('base64url') : undefined
  const listener = options.listener ?? (await openListener(config.HOST, config.PORT, maxConnections(config)))
  const requests = createRequestListener({
    services,
    router,
    rawRoutes,
    outbox: outboxToken && providers.outbox ? { outbox: providers.outbox, token: outboxToken } : null,
    reports: providers.reports,
    pages: options.pages,
    readiness: readinessOf(config, pool, queue, providers),
    monitor: options.monitor,
    tracing: options.tracing,
    cookieKey,
    formerCookieKeys,
    publicUrl: config.PUBLIC_URL,
    development: options.development,
  })
  listener.serve(requests)
  return {
    port: listener.port,
    outboxUrl: outboxToken && outboxUrl(options.publicUrl, outboxToken),
    async stop() {
      await listener.close()
      signIns.stop()
      await Promise.all([queue.stop(), progress.stop()])
      await Promise.all([pool.end(), authPool.end(), panelPool.end(), payments.close()])
    },
  }
}

function servicesOf(config: Config, tenant: Tenant, jobs: Jobs, payments: Payments, providers: Providers): Services {
  const { files, speech, drafter, excerpts, secondReader, analyst, engines, mail, clock, log } = providers
  const drafting = { drafter, excerpts, secondReader, analyst, engines }
  return { config, tenant, jobs, files, speech, ...drafting, mail, payments, clock, log }
}

/** @throws Error if the database is read-only, e.g. after a failover to a standby */
async function requireWritable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as is_read_only`,
  )
  if (rows[0]?.is_read_only) throw new Error('the database accepts no changes')
}

function readinessOf(config: Config, pool: Pool, queue: Queue, { files }: Providers): Readiness {
  return createReadiness({
    database: () => requireWritable(pool),
    // `get` returns null for this missing file, which also shows that the store works.
    files: () => files.get('health/probe'),
    queue: () => queue.check(),
    disk: () => checkDisk(config.DATA_DIR),
  })
}

/** Removes the decrypted recordings of killed workers. */
async function removeWorkLeftovers({ DATA_DIR }: Config, { log }: Providers): Promise<void> {
  try {
    await removeLeftovers(join(DATA_DIR, 'work'))
  } catch (err) {
    log.warn({ err }, 'the folders of killed workers could not be removed')
  }
}

export interface WorkerRole {
  readiness: Readiness
  stop: () => Promise<void>
}

/**
 * Processes jobs from the queue. Stopping waits for running jobs; another worker takes over the jobs of a killed one.
 */
export async function startWorker(
  config: Config,
  urls: RoleUrls,
  providers: Providers,
  { monitor, tracing }: { monitor?: Monitor | undefined; tracing?: Tracing | undefined } = {},
): Promise<WorkerRole> {
  const pooled = pooledUrls(config, urls)
  const pool = createPool(pooled.app_worker, {
    max: connections.worker.jobs,
    pipeline: config.DATABASE_PIPELINE,
    statementMs: statementMs.app_worker,
  })
  monitor?.metrics.watchPool('worker', pool)
  const queue = await openQueue(urls.app_worker, providers.log, { worker: true, tracing })
  const payments = await providers.openPayments(pooled.app_payments)
  const services = servicesOf(config, new Tenant(pool), queue, payments, providers)
  await removeWorkLeftovers(config, providers)
  await queue.work(jobHandlers(services, urls), {
    kind: config.WORKER_JOBS,
    transcriptions: config.TRANSCRIPTIONS_AT_ONCE,
  })
  return {
    readiness: readinessOf(config, pool, queue, providers),
    async stop() {
      await queue.stop()
      await Promise.all([pool.end(), payments.close()])
    },
  }
}
