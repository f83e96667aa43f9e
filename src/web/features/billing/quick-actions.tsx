import { Card, Title, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconArrowsExchange,
  IconChevronRight,
  IconCircleX,
  IconCreditCard,
  IconRotateClockwise,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Subscription } from '#shared/contract/billing.ts'
import { shownDay } from '#web/ui/format/dates.ts'
import { Hint, StrongLine } from '#web/ui/layout/text.ts'
import classes from './billing.module.css'

type Props = {
  subscription: Subscription | null
  timeZone: string
  isReactivating: boolean
  onComparePlans: () => void
  onManageCards: () => void
  onCancel: () => void
  onReactivate: () => void
}

/** Shortcuts to the most frequent billing actions. */
export function QuickActions(props: Props) {
  const { subscription, timeZone, isReactivating, onComparePlans, onManageCards, onCancel, onReactivate } = props
  return (
    <Card component="section" aria-labelledby="quick-actions" padding={0}>
      <Title order={2} id="quick-actions" p="lg" pb="sm">
        Quick Actions
      </Title>
      <ul className={classes.quick}>
        <Action
          Icon={IconArrowsExchange}
          name={subscription ? 'Change Plan' : 'Choose a Plan'}
          onClick={onComparePlans}
        >
          Compare plans and switch
        </Action>
        <Action Icon={IconCreditCard} name="Update Payment Method" onClick={onManageCards}>
          Add a card or change the default
        </Action>
        {subscription?.cancelAtPeriodEnd === false && (
          <Action Icon={IconCircleX} name="Cancel Subscription" onClick={onCancel}>
            Your plan {subscription.status === 'past_due' ? 'ends by' : 'stays active until'}{' '}
            {shownDay(subscription.currentPeriodEnd, timeZone)}
          </Action>
        )}
        {subscription?.cancelAtPeriodEnd === true && (
          <Action
            Icon={IconRotateClockwise}
            name="Reactivate Subscription"
            isBusy={isReactivating}
            onClick={onReactivate}
          >
            Undo the cancellation and continue
          </Action>
        )}
      </ul>
    </Card>
  )
}

type ActionProps = { Icon: Icon; name: string; children: ReactNode; isBusy?: boolean; onClick: () => void }

function Action({ Icon, name, children, isBusy = false, onClick }: ActionProps) {
  return (
    <li>
      <UnstyledButton className={classes.action} aria-disabled={isBusy} onClick={isBusy ? undefined : onClick}>
        <Icon size={20} stroke={1.7} aria-hidden />
        <span>
          <StrongLine>{isBusy ? 'Reactivating...' : name}</StrongLine>
          <Hint span>{children}</Hint>
        </span>
        <IconChevronRight size={18} className={classes.chevron} aria-hidden />
      </UnstyledButton>
    </li>
  )
}
