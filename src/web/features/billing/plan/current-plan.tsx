import { Alert, Badge, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { BillingState, Subscription } from '#shared/contract/billing.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Detail, Details } from '#web/ui/layout/details.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useNow } from '#web/ui/browser/use-now.ts'
import { Hint, Lead, LeadHint, Muted, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { FigurePanel } from '#web/ui/layout/figure-panel.tsx'
import { cardsQuery, stateQuery } from '../billing-queries.ts'
import { shownPrice } from '#shared/rules/money.ts'
import { PayNow } from './pay-now.tsx'
import {
  endLabel,
  daysUntil,
  isTestMode,
  remainingText,
  subscriptionBadges,
  paymentProblem,
  usageText,
} from '../subscription-status.ts'
import classes from '../billing.module.css'

/** The current plan, its period and its usage. */
export function CurrentPlan({ timeZone }: { timeZone: string }) {
  const state = useQuery(stateQuery)
  const isReadOnly = useReadOnly()
  return (
    <Panel
      title="Current Plan"
      query={state}
      failure="Failed to fetch subscription"
      loadingLabel="Loading current plan"
      aside={
        state.data &&
        (state.data.isDemo || isTestMode(state.data)) && (
          <Hint component="div">
            <Badge color="ochre" mr="2xs">
              {state.data.isDemo ? 'Demo data' : 'Test mode'}
            </Badge>
            No money moves.
          </Hint>
        )
      }
      skeleton={<Placeholder kind="panel" isInset />}
    >
      {(billing) =>
        billing.subscription ? (
          <Subscribed
            billing={billing}
            subscription={billing.subscription}
            mayManage={billing.mayManage && !isReadOnly}
            timeZone={timeZone}
          />
        ) : (
          <div className={classes.none}>
            <NoPlan {...billing} mayManage={billing.mayManage && !isReadOnly} />
            <Usage billing={billing} />
          </div>
        )
      }
    </Panel>
  )
}

function NoPlan({ ended, mayManage }: Pick<BillingState, 'ended' | 'mayManage'>) {
  const title = ended?.wasTrial ? 'The free trial has ended' : ended && `The ${ended.productName} plan has ended`
  const prompt = ended ? 'Choose one of the plans below to continue.' : 'Choose one of the plans below.'
  const statement = ended ? 'Your organization currently has no plan.' : 'Your organization has no plan.'
  return (
    <div>
      <Text className={classes.plan}>{title ?? 'No plan yet'}</Text>
      <Lead maw="64ch">{mayManage ? prompt : statement} Recording, notes and existing data remain available.</Lead>
    </div>
  )
}

type SubscribedProps = { billing: BillingState; subscription: Subscription; mayManage: boolean; timeZone: string }

function Subscribed({ billing, subscription, mayManage, timeZone }: SubscribedProps) {
  const { productName, amount, currency, interval, status, trialEnd, currentPeriodEnd, cancelAtPeriodEnd } =
    subscription
  const { label, color } = subscriptionBadges[status]
  const problem = paymentProblem(subscription)
  const plan = useRef<HTMLDivElement>(null)
  const next = endLabel(subscription)
  return (
    <>
      {problem !== null && (
        <Alert role="note" color={color} title={label} mx="lg" mb="md">
          <Text inherit maw="72ch">
            {problem.what} {mayManage && problem.help}
          </Text>
          {mayManage && problem.isOpen && <PayNow onPaid={() => plan.current?.focus()} />}
        </Alert>
      )}
      <div className={classes.current} ref={plan} tabIndex={-1} data-counts={next !== null || undefined}>
        {next !== null && <Countdown until={currentPeriodEnd} what={next} timeZone={timeZone} />}
        <div className={classes.subscribed}>
          <div className={classes.named}>
            <Text span className={classes.plan}>
              {productName}
            </Text>
            <Muted span className="num">
              {shownPrice(amount, currency)} a {interval}
            </Muted>
          </div>
          <Details>
            <Detail name="Status">
              <Badge color={color}>{label}</Badge>
              {cancelAtPeriodEnd && (
                <Badge color="ochre" ml="2xs">
                  Ends with the period
                </Badge>
              )}
            </Detail>
            {trialEnd !== null && status === 'trialing' && (
              <Detail name="Trial ends">
                <span className="num">{shownDay(trialEnd, timeZone)}</span>
              </Detail>
            )}
            <Detail name={cancelAtPeriodEnd ? 'Access until' : 'Current period ends'}>
              <span className="num">{shownDay(currentPeriodEnd, timeZone)}</span>
            </Detail>
          </Details>
          <Usage billing={billing} />
          {status === 'trialing' && mayManage && !cancelAtPeriodEnd && <TrialHint />}
        </div>
      </div>
    </>
  )
}

function TrialHint() {
  const cards = useQuery(cardsQuery)
  if (!cards.data || cards.data.items.some(({ isDefault }) => isDefault)) return null
  return <Hint>Add a payment method to continue after the trial. Without one, your plan ends automatically.</Hint>
}

function Countdown({ until, what, timeZone }: { until: string; what: string; timeZone: string }) {
  const days = daysUntil(until, timeZone, useNow())
  return (
    <FigurePanel figure={days === 0 ? 'Today' : String(days)}>
      {days === 0 ? what : `${days === 1 ? 'day' : 'days'} until ${what}`}
    </FigurePanel>
  )
}

function Usage({ billing: { usage, subscription } }: { billing: BillingState }) {
  const text = usageText(usage, subscription !== null)
  const remaining = remainingText(usage)
  return (
    <div>
      <Strong size="sm" className="num">
        {text}
      </Strong>
      {usage.limit !== null && (
        <Progress
          mt="3xs"
          size="md"
          value={Math.min(100, (usage.used / usage.limit) * 100)}
          color={remaining === null ? 'spruce' : 'ochre.5'}
          aria-label={text}
        />
      )}
      {remaining !== null && <LeadHint className="num">{remaining}</LeadHint>}
    </div>
  )
}
