import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { BillingState, Plan } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { AvailablePlans } from './plan/available-plans.tsx'
import { BillingHistory } from './invoices/billing-history.tsx'
import { cardsQuery } from './billing-queries.ts'
import { subjectOf } from './with-idempotency.ts'
import { PaymentMethodPanel } from './cards/payment-method-panel.tsx'
import { QuickActions } from './quick-actions.tsx'
import { useBillingChanges } from './use-billing-changes.ts'
import { useIdempotentCall } from './use-idempotent-call.ts'
import type { PaymentIntent } from './plan/payment-intent.ts'
import classes from './billing.module.css'

const CancelSubscription = lazyDialog(() => import('./plan/cancel-subscription.tsx'))
const ConfirmPlanChange = lazyDialog(() => import('./plan/confirm-plan-change.tsx'))
const PaymentMethodRequired = lazyDialog(() => import('./plan/payment-method-required.tsx'))
const PaymentMethods = lazyDialog(() => import('./cards/payment-methods.tsx'))

type Props = { billing: BillingState; timeZone: string }

/** Billing for owners and admins: plan, payment methods, cancellation and invoices. */
export function ManageBilling({ billing, timeZone }: Props): ReactNode {
  const { subscription } = billing
  const hasCheckout = billing.provider === 'stripe'
  const cards = useQuery(cardsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const [intent, setIntent] = useState<PaymentIntent | null>(null)
  const [chosen, setChosen] = useState<Plan | null>(null)
  const [manager, setManager] = useState({ opening: 0, startsWithForm: false })
  const confirm = useDialog()
  const required = useDialog()
  const methods = useDialog()
  const cancel = useDialog()
  const { showState } = useBillingChanges()
  const once = useIdempotentCall<BillingState>(subjectOf(subscription))
  const reactivate = useSingleMutation({
    mutationFn: () => once((requestId) => api.billing.reactivate({ requestId })),
    onSuccess: async (state) => {
      showSuccess('Your subscription continues.')
      await showState(state, (shown) => shown.subscription?.cancelAtPeriodEnd === false)
      // The pressed button was removed, so no element has the focus.
      if (document.activeElement === document.body) heading.current?.focus()
    },
    onError: (error) => {
      const { code, sentence } = readError(error, 'Failed to reactivate subscription')
      if (code !== 'billing_no_card' || !subscription) return showFailure(sentence)
      setIntent({ plan: null, subscription })
      return required.open()
    },
  })

  const openMethods = (startsWithForm: boolean) => {
    setManager(({ opening }) => ({ opening: opening + 1, startsWithForm }))
    methods.open()
  }
  const choose = async (plan: Plan) => {
    setIntent({ plan, subscription })
    if (subscription) return confirm.open()
    // Waits until the list of cards has loaded. If that fails, the server reports a missing card later.
    setChosen(plan)
    const { data } = cards.isPending ? await cards.refetch({ cancelRefetch: false }) : cards
    setChosen(null)
    if (data?.items.length === 0) required.open()
    else confirm.open()
  }
  const closeMethods = () => {
    setIntent(null)
    methods.close()
  }
  const onAdded = () => {
    if (intent === null) return
    methods.close()
    if (intent.plan) confirm.open()
    else reactivate.mutate()
  }

  return (
    <>
      <AvailablePlans
        subscription={subscription}
        onChoose={(plan) => void (chosen === null && choose(plan))}
        chosen={chosen}
        headingRef={heading}
      />
      <div className={classes.halves}>
        <PaymentMethodPanel
          onManage={(add) => {
            setIntent(null)
            openMethods(add)
          }}
        />
        <QuickActions
          subscription={subscription}
          timeZone={timeZone}
          isReactivating={reactivate.isPending}
          onComparePlans={() => heading.current?.focus()}
          onManageCards={() => {
            setIntent(null)
            openMethods(false)
          }}
          onCancel={cancel.open}
          onReactivate={() => reactivate.mutate()}
        />
      </div>
      <BillingHistory timeZone={timeZone} />
      <Suspense>
        {confirm.isMounted && intent?.plan && (
          <ConfirmPlanChange
            key={intent.plan.priceId}
            opened={confirm.isOpen}
            plan={intent.plan}
            subscription={intent.subscription}
            timeZone={timeZone}
            hasCheckout={hasCheckout}
            onNoCard={() => {
              confirm.close()
              required.open()
            }}
            onClose={confirm.close}
            onGone={() => heading.current?.focus()}
          />
        )}
        {required.isMounted && intent && (
          <PaymentMethodRequired
            key={intent.plan ? intent.plan.priceId : intent.subscription.id}
            opened={required.isOpen}
            wish={intent}
            timeZone={timeZone}
            hasCheckout={hasCheckout && intent.subscription === null}
            onAdd={() => {
              required.close()
              openMethods(true)
            }}
            onClose={required.close}
          />
        )}
        {methods.isMounted && (
          <PaymentMethods
            key={manager.opening}
            opened={methods.isOpen}
            billing={billing}
            startsWithForm={manager.startsWithForm}
            onAdded={onAdded}
            onClose={closeMethods}
          />
        )}
        {cancel.isMounted && subscription && (
          <CancelSubscription
            opened={cancel.isOpen}
            subscription={subscription}
            timeZone={timeZone}
            onClose={cancel.close}
            onGone={() => heading.current?.focus()}
          />
        )}
      </Suspense>
    </>
  )
}
