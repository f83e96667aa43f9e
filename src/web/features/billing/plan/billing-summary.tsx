import { Alert, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProrationPreview } from '#shared/contract/billing.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { shownAmount } from '#shared/rules/money.ts'
import classes from '../billing.module.css'

type Props = { preview: UseQueryResult<ProrationPreview>; isOverdue: boolean; timeZone: string }

/** The cost of the plan change now and later, as calculated by the provider. */
export function BillingSummary({ preview, isOverdue, timeZone }: Props) {
  if (preview.isError) {
    return (
      <Alert role="alert" color="ochre">
        <Text inherit>
          Unable to calculate exact billing preview. Your subscription will be updated with standard proration.
        </Text>
        {isOverdue && <Text inherit>Open invoices are charged first.</Text>}
      </Alert>
    )
  }
  if (!preview.data) {
    return (
      <Loading label="Loading billing summary">
        <Placeholder kind="panel" />
      </Loading>
    )
  }
  return <Summary preview={preview.data} timeZone={timeZone} />
}

function Summary({ preview, timeZone }: { preview: ProrationPreview; timeZone: string }) {
  const {
    currency,
    currentPlan,
    newPlan,
    proration,
    unpaidAmount,
    creditUsed,
    creditKept,
    dueNow,
    nextInvoice,
    endsAt,
  } = preview
  const { daysRemaining, totalDaysInCycle, creditAmount, chargeAmount } = proration
  const amount = (value: number) => shownAmount(value, currency)
  return (
    <section aria-labelledby="billing-summary">
      <Strong id="billing-summary" component="h3" m={0} mb="3xs">
        Billing summary
      </Strong>
      <dl className={classes.summary}>
        <Line name={`Current plan: ${currentPlan.name}`}>{amount(currentPlan.amount)}</Line>
        <Line name={`New plan: ${newPlan.name}`}>{amount(newPlan.amount)}</Line>
        <Line name="Days remaining">
          {daysRemaining} of {totalDaysInCycle}
        </Line>
        <Line name={`Credit for ${currentPlan.name}`}>{amount(creditAmount)}</Line>
        <Line name={`Charge for ${newPlan.name}`}>{amount(chargeAmount)}</Line>
        {unpaidAmount > 0 && <Line name="Unpaid from before">{amount(unpaidAmount)}</Line>}
        {creditUsed < 0 && <Line name="Credit used">{amount(creditUsed)}</Line>}
        {creditKept > 0 && <Line name="Credited to your next invoices">{amount(creditKept)}</Line>}
        <Line name="Due now" isTotal>
          {amount(dueNow)}
        </Line>
        {nextInvoice && (
          <Line name={`Next invoice on ${shownDay(nextInvoice.periodStart, timeZone)}`}>
            {amount(nextInvoice.amount)}
          </Line>
        )}
        {endsAt !== null && <Line name={`Ends on ${shownDay(endsAt, timeZone)}`}>No further invoice</Line>}
      </dl>
    </section>
  )
}

function Line({ name, children, isTotal = false }: { name: string; children: ReactNode; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
