import { Alert } from '@mantine/core'
import { useRef } from 'react'
import type { BillingState } from '#shared/contract/billing.ts'
import { AvailablePlans } from './plan/available-plans.tsx'
import { BillingHistory } from './invoices/billing-history.tsx'
import { PaymentMethodPanel } from './cards/payment-method-panel.tsx'

/** The billing page of the demo practice: invented data, no actions. */
export function DemoBilling({ subscription, timeZone }: Pick<BillingState, 'subscription'> & { timeZone: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <Alert role="note" color="gray" title="Demo data">
        The plan, payment methods and invoices here are invented, and nothing is charged. The demo practice is shared,
        so they cannot be changed.
      </Alert>
      <AvailablePlans subscription={subscription} onChoose={null} headingRef={heading} />
      <PaymentMethodPanel onManage={null} />
      <BillingHistory timeZone={timeZone} noFileText="No file in the demo practice" />
    </>
  )
}
