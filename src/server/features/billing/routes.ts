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

/** The payment provider is asked between transactions, never within one. */
function betweenTransactions<Input, Output>(work: (request: RequestContext, input: Input) => Promise<Output>) {
  return ({ context, input }: { context: RequestContext; input: Input }): Promise<Output> => work(context, input)
}

export const billingRoutes = {
  plans: billing.plans.handler(betweenTransactions(listPlans)),
  state: billing.state.handler(inTransaction(getState)),
  refresh: billing.refresh.handler(betweenTransactions(refreshState)),
  subscribe: billing.subscribe.handler(betweenTransactions(subscribe)),
  preview: billing.preview.handler(betweenTransactions(previewChange)),
  changePlan: billing.changePlan.handler(betweenTransactions(changePlan)),
  payOpen: billing.payOpen.handler(betweenTransactions(payOpen)),
  cancel: billing.cancel.handler(betweenTransactions(cancelSubscription)),
  reactivate: billing.reactivate.handler(betweenTransactions(reactivateSubscription)),
  paymentMethods: billing.paymentMethods.handler(betweenTransactions(listCards)),
  beginCard: billing.beginCard.handler(betweenTransactions(beginCard)),
  fillTestCard: billing.fillTestCard.handler(betweenTransactions(fillTestCard)),
  finishCard: billing.finishCard.handler(betweenTransactions(finishCard)),
  setDefaultCard: billing.setDefaultCard.handler(betweenTransactions(setDefaultCard)),
  removeCard: billing.removeCard.handler(betweenTransactions(removeCard)),
  invoices: billing.invoices.handler(betweenTransactions(listInvoices)),
}
