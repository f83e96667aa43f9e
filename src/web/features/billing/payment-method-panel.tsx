import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#web/ui/panel.tsx'
import { cardsQuery } from './billing-queries.ts'
import { cardExpiry, cardName } from './card-name.ts'
import classes from './billing.module.css'

type Props = {
  /** Opens the manager; `add` at once with the form for a new card. */
  onManage: (add: boolean) => void
}

/** What is paid with, and the way to change that. */
export function PaymentMethodPanel({ onManage }: Props) {
  const cards = useQuery(cardsQuery)
  return (
    <Panel
      title="Payment Method"
      query={cards}
      failure="Failed to fetch payment methods"
      loadingLabel="Loading payment method"
      skeleton={<Skeleton h={92} width="auto" m="lg" mt={0} />}
    >
      {({ items }) => {
        const paid = items.find(({ isDefault }) => isDefault)
        return (
          <div className={classes.paidWith}>
            {paid ? (
              <div className={classes.card}>
                <IconCreditCard size={26} stroke={1.5} aria-hidden />
                <div>
                  <Text fw={600}>{cardName(paid)}</Text>
                  <Text fz="sm" c="dimmed" className="num">
                    Expires {cardExpiry(paid)}
                    {items.length > 1 && `, and ${items.length - 1} more ${items.length === 2 ? 'card' : 'cards'}`}
                  </Text>
                </div>
              </div>
            ) : items.length > 0 ? (
              <Alert role="note" color="ochre" title="No default payment method">
                {items.map(cardName).join(', ')}: {items.length === 1 ? 'it pays' : 'they pay'} for nothing yet. Set one
                as default, so that your plan is paid.
              </Alert>
            ) : (
              <Text c="dimmed">No payment method yet. A plan that is paid for needs one.</Text>
            )}
            <Button variant="default" onClick={() => onManage(items.length === 0)}>
              {items.length > 0 ? 'Manage Payment Methods' : 'Add Payment Method'}
            </Button>
          </div>
        )
      }}
    </Panel>
  )
}
