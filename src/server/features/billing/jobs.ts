import type { Services } from '#server/context.ts'
import type { JobHandlers } from '#server/jobs/queue.ts'
import { advanceSandbox } from './advance-sandbox.ts'
import { createBillingCustomer } from './create-billing-customer.ts'
import { checkUsage } from './check-usage.ts'
import { syncSubscription } from './sync-subscription.ts'
import { reconcile } from './reconcile.ts'

type Name = 'billing.create_customer' | 'billing.sync' | 'billing.reconcile' | 'billing.advance' | 'billing.usage'

export function billingJobs(services: Services): Pick<JobHandlers, Name> {
  return {
    'billing.create_customer': (task) => createBillingCustomer(services, task),
    'billing.sync': ({ organizationId }) => syncSubscription(services, organizationId),
    'billing.reconcile': () => reconcile(services),
    'billing.advance': () => advanceSandbox(services),
    'billing.usage': ({ organizationId }) => checkUsage(services, organizationId),
  }
}
