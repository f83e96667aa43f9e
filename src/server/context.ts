import type { Config } from './config.ts'
import type { Actor, Caller, Db, CommitHooks, Tenant } from './db/tenant.ts'
import type { SignInWatch } from './db/sign-in-watch.ts'
import type { Jobs } from './jobs/queue.ts'
import type { ProgressHub } from './jobs/progress-hub.ts'
import type { Auth } from './features/accounts/auth.ts'
import type { ChunkBatches } from './features/recordings/live/chunk-batches.ts'
import type { Payments } from './providers/payments/port.ts'
import type { Providers } from './providers/providers.ts'

/** Providers and infrastructure, shared by the whole process. */
export interface Services extends Omit<Providers, 'outbox' | 'openPayments' | 'reports'> {
  config: Config
  tenant: Tenant
  jobs: Jobs
  payments: Payments
}

/** The first parameter of a use case: one transaction as one user, and the services. */
export interface Context extends Services, CommitHooks {
  db: Db
  actor: Actor
}

/** Checks permission, decides, writes. */
export type UseCase<Input, Output> = (context: Context, input: Input) => Promise<Output>

/** A request before its caller is known. */
export interface RequestContext extends Services {
  auth: Auth
  /** Transactions as app_admin, for platform admins only. */
  panel: Pick<Tenant, 'asCaller'>
  progress: ProgressHub
  signIns: SignInWatch
  chunkBatches: ChunkBatches
  /** Address and browser of the request, whether signed in or not. */
  sender: Omit<Caller, 'token'>
  /** Undefined without a session cookie. */
  caller: Caller | undefined
  /** The account whose data the page shows; undefined if the request names none. */
  shownAccount: string | undefined
  /** The organization that the page shows; undefined if the request names none. */
  shownOrganization: string | undefined
  /** True if the endpoint works while viewing as another user, because it only reads. */
  whileViewing: boolean
  /** True if the endpoint works without the second factor that the caller's organization requires. */
  withoutSecondFactor: boolean
  /** True if the endpoint reads, or if its change does not depend on the caller's current organization. */
  inAnyOrganization: boolean
  /** Name of the endpoint, e.g. `clients.get`, for the audit trail; empty for raw routes. */
  endpoint: string
  /** Headers of the response, in which an endpoint may set a cookie. */
  resHeaders?: Headers
}
