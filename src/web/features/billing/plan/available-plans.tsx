import { Badge, Button, Card, Skeleton, Text, Title } from '@mantine/core'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { Plan, Subscription } from '#shared/contract/billing.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Muted, Strong } from '#web/ui/layout/text.ts'
import { plansQuery } from '../billing-queries.ts'
import { shownPrice } from '#shared/rules/money.ts'
import classes from '../billing.module.css'

type Props = {
  subscription: Subscription | null
  /** Null for users who may not change the plan. */
  onChoose: ((plan: Plan) => void) | null
  /** The chosen plan while the list of cards is loading. */
  chosen?: Plan | null
  headingRef: Ref<HTMLHeadingElement>
}

/** The highlighted plan (spec admin §3). */
const highlighted = 'professional'

/** The available plans side by side. */
export function AvailablePlans({ subscription, onChoose, chosen = null, headingRef }: Props) {
  const plans = useQuery(plansQuery)
  return (
    <section aria-labelledby="available-plans">
      <Title order={2} id="available-plans" ref={headingRef} tabIndex={-1} mb="sm">
        Available Plans
      </Title>
      {plans.isError && (
        <Card padding={0} mb={plans.data && 'md'}>
          <LoadFailure error={plans.error} fallback="Failed to fetch products" onRetry={() => void plans.refetch()} />
        </Card>
      )}
      {plans.isPending && (
        <Loading label="Loading plans">
          <div className={classes.plans}>
            {[1, 2, 3].map((card) => (
              <Skeleton key={card} className={classes.loadingPlan} />
            ))}
          </div>
        </Loading>
      )}
      {plans.data?.items.length === 0 && (
        <Card padding={0}>
          <EmptyState title="No plans are offered right now">
            Your Attend administrator hasn’t set up any plans. Your existing data is not affected.
          </EmptyState>
        </Card>
      )}
      {plans.data !== undefined && plans.data.items.length > 0 && (
        <ul className={classes.plans}>
          {plans.data.items.map((plan) => (
            <PlanCard
              key={plan.priceId}
              plan={plan}
              isCurrent={plan.priceId === subscription?.priceId}
              verb={subscription ? 'Change to' : 'Choose'}
              onChoose={onChoose && (() => onChoose(plan))}
              isWaiting={chosen?.priceId === plan.priceId}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type CardProps = { plan: Plan; isCurrent: boolean; verb: string; onChoose: (() => void) | null; isWaiting: boolean }

function PlanCard({ plan, isCurrent, verb, onChoose, isWaiting }: CardProps) {
  const { id, name, price, currency, interval, sessions, features, isPopular } = plan
  const isHighlighted = id === highlighted
  return (
    <Card component="li" className={classes.planCard} data-highlighted={isHighlighted || undefined}>
      <div className={classes.planHead}>
        <Title order={3} className={classes.planName}>
          {name}
        </Title>
        {isPopular && <Badge>Most popular</Badge>}
      </div>
      <Muted className="num">
        <span className={classes.price}>{shownPrice(price, currency)}</span> a {interval}
      </Muted>
      <Strong mt="md">{sessions === null ? 'Unlimited sessions' : `${sessions} sessions a ${interval}`}</Strong>
      <ul className={classes.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <div className={classes.planFoot}>
        {isCurrent ? (
          <Text className={classes.isCurrent}>
            <IconCircleCheck size={20} aria-hidden /> Current plan
          </Text>
        ) : (
          onChoose && (
            <Button fullWidth variant={isHighlighted ? 'filled' : 'default'} loading={isWaiting} onClick={onChoose}>
              {verb} {name}
            </Button>
          )
        )}
      </div>
    </Card>
  )
}
