import type { RequestContext } from '#server/context.ts'
import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { beginCard } from './begin-card.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePlan } from './change-plan.ts'
import { fillTestCard } from './fill-test-card.ts'
import { finishCard } from './finish-card.ts'
import { getState } from './get-state.ts'
import { listCards } from './list-cards.ts'
import { listInvoices } from './list-invoices.ts'
import { listPlans } from './list-plans.ts'
import { payOpen } from './pay-open.ts'
import { previewChange } from './preview-change.ts'
import { reactivateSubscription } from './reactivate-subscription.ts'
import { refreshState } from './refresh-state.ts'
import { removeCard } from './remove-card.ts'
import { setDefaultCard } from './set-default-card.ts'
import { subscribe } from './subscribe.ts'

const { billing } = endpoints

/**
 * Serves an endpoint with a use case that calls the payment provider. Such use cases open their own transactions,
 * because no transaction may wait for the provider.
 */
function withoutTransaction<Input, Output>(work: (request: RequestContext, input: Input) => Promise<Output>) {
  return ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> => work(context, input)
}

export const billingRoutes = {
  plans: billing.plans.handler(withoutTransaction(listPlans)),
  state: billing.state.handler(inTransaction(getState)),
  refresh: billing.refresh.handler(withoutTransaction(refreshState)),
  subscribe: billing.subscribe.handler(withoutTransaction(subscribe)),
  preview: billing.preview.handler(withoutTransaction(previewChange)),
  changePlan: billing.changePlan.handler(withoutTransaction(changePlan)),
  payOpen: billing.payOpen.handler(withoutTransaction(payOpen)),
  cancel: billing.cancel.handler(withoutTransaction(cancelSubscription)),
  reactivate: billing.reactivate.handler(withoutTransaction(reactivateSubscription)),
  paymentMethods: billing.paymentMethods.handler(withoutTransaction(listCards)),
  beginCard: billing.beginCard.handler(withoutTransaction(beginCard)),
  fillTestCard: billing.fillTestCard.handler(withoutTransaction(fillTestCard)),
  finishCard: billing.finishCard.handler(withoutTransaction(finishCard)),
  setDefaultCard: billing.setDefaultCard.handler(withoutTransaction(setDefaultCard)),
  removeCard: billing.removeCard.handler(withoutTransaction(removeCard)),
  invoices: billing.invoices.handler(withoutTransaction(listInvoices)),
}
