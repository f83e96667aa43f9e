import { Alert, Badge, Progress, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BillingState, Subscription } from '#shared/contract/billing.ts'
import { shownDay } from '#web/ui/dates.ts'
import { Detail, Details } from '#web/ui/details.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { stateQuery } from './billing-queries.ts'
import { shownPrice } from './money.ts'
import { comes, daysUntil, isTestMode, subscriptionStandings, trouble, usageText } from './standing.ts'
import classes from './billing.module.css'

/** What the organization has subscribed to, until when, and how much of it was used. */
export function CurrentPlan({ timeZone }: { timeZone: string }) {
  const state = useQuery(stateQuery)
  return (
    <Panel
      title="Current Plan"
      query={state}
      failure="Failed to fetch subscription"
      loadingLabel="Loading current plan"
      aside={
        state.data &&
        isTestMode(state.data) && (
          <Text fz="sm" c="dimmed">
            <Badge color="ochre" mr={8}>
              Test mode
            </Badge>
            No money moves.
          </Text>
        )
      }
      skeleton={<Skeleton h={148} width="auto" m="lg" mt={0} />}
    >
      {(billing) =>
        billing.subscription ? (
          <Subscribed billing={billing} subscription={billing.subscription} timeZone={timeZone} />
        ) : (
          <>
            <EmptyState title="No plan yet">
              {billing.mayManage
                ? 'Choose one of the plans below. Recording, notes and everything you have stay open to you either way.'
                : 'Your organization has chosen none. Recording, notes and everything you have stay open to you either way.'}
            </EmptyState>
            <div className={classes.usage}>
              <Usage billing={billing} />
            </div>
          </>
        )
      }
    </Panel>
  )
}

type SubscribedProps = { billing: BillingState; subscription: Subscription; timeZone: string }

function Subscribed({ billing, subscription, timeZone }: SubscribedProps) {
  const { productName, amount, currency, interval, status, trialEnd, currentPeriodEnd, cancelAtPeriodEnd } =
    subscription
  const { label, color } = subscriptionStandings[status]
  const wrong = trouble(subscription)
  const next = comes(subscription)
  return (
    <>
      {wrong !== null && (
        <Alert role="note" color="ember" title={label} mx="lg" mb="md">
          {wrong}
        </Alert>
      )}
      <div className={classes.current} data-counts={next !== null || undefined}>
        {next !== null && <Countdown until={currentPeriodEnd} what={next} timeZone={timeZone} />}
        <div className={classes.subscribed}>
          <div className={classes.named}>
            <Text span className={classes.plan}>
              {productName}
            </Text>
            <Text span c="dimmed" className="num">
              {shownPrice(amount, currency)} a {interval}
            </Text>
          </div>
          <Details>
            <Detail name="Status">
              <Badge color={color}>{label}</Badge>
              {cancelAtPeriodEnd && (
                <Badge color="ochre" ml={8}>
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
          {status === 'trialing' && billing.mayManage && !cancelAtPeriodEnd && (
            <Text fz="sm" c="dimmed">
              With a default payment method the plan goes on after the trial; without one it ends by itself.
            </Text>
          )}
        </div>
      </div>
    </>
  )
}

function Countdown({ until, what, timeZone }: { until: string; what: string; timeZone: string }) {
  const days = daysUntil(until, timeZone, useNow())
  return (
    <p className={classes.count}>
      {days === 0 ? (
        <>
          <span className={classes.figure} data-word>
            Today
          </span>{' '}
          {what}
        </>
      ) : (
        <>
          <span className={`${classes.figure} num`}>{days}</span> {days === 1 ? 'day' : 'days'} until {what}
        </>
      )}
    </p>
  )
}

function Usage({ billing: { usage, subscription } }: { billing: BillingState }) {
  const text = usageText(usage, subscription !== null)
  const isOver = usage.limit !== null && usage.used > usage.limit
  return (
    <div>
      <Text fz="sm" fw={600} className="num">
        {text}
      </Text>
      {usage.limit !== null && (
        <Progress
          mt={6}
          size="md"
          value={Math.min(100, (usage.used / usage.limit) * 100)}
          color={usage.used / usage.limit > 0.9 ? 'ochre' : 'spruce'}
          aria-label={text}
        />
      )}
      {isOver && (
        <Text fz="sm" c="dimmed" mt={6}>
          More than the plan includes. Recording goes on all the same.
        </Text>
      )}
    </div>
  )
}
