import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { advanceTestPayments } from './advance-test-payments.ts'
import { beginAccount } from './begin-account.ts'
import { checkUsage } from './check-usage.ts'
import { mirrorAccount } from './mirror-account.ts'
import { reconcile } from './reconcile.ts'

type Name = 'billing.begin' | 'billing.mirror' | 'billing.reconcile' | 'billing.advance' | 'billing.usage'

export function billingJobs(services: Services): Pick<JobHandlers, Name> {
  return {
    'billing.begin': (task) => beginAccount(services, task),
    'billing.mirror': ({ organizationId }) => mirrorAccount(services, organizationId),
    'billing.reconcile': () => reconcile(services),
    'billing.advance': () => advanceTestPayments(services),
    'billing.usage': ({ organizationId }) => checkUsage(services, organizationId),
  }
}
