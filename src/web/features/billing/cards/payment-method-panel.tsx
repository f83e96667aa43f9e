import { Alert, Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { cardsQuery } from '../billing-queries.ts'
import { cardExpiry, cardName } from '#shared/rules/card-name.ts'
import classes from '../billing.module.css'

type Props = {
  /** Opens the card manager; with `add`, at the form for a new card. Null if cards are read-only. */
  onManage: ((add: boolean) => void) | null
}

/** The default payment method, with a button to manage cards. */
export function PaymentMethodPanel({ onManage }: Props) {
  const cards = useQuery(cardsQuery)
  return (
    <Panel
      title="Payment Method"
      query={cards}
      failure="Failed to fetch payment methods"
      loadingLabel="Loading payment method"
      skeleton={<Placeholder kind="box" isInset />}
    >
      {({ items }) => {
        const paid = items.find(({ isDefault }) => isDefault)
        return (
          <div className={classes.paidWith}>
            {onManage === null ? (
              items.map((card) => <Card key={card.id} card={card} note={card.isDefault ? ', default' : ''} />)
            ) : paid ? (
              <Card
                card={paid}
                note={items.length > 1 ? `, and ${items.length - 1} more ${items.length === 2 ? 'card' : 'cards'}` : ''}
              />
            ) : items.length > 0 ? (
              <Alert role="note" color="ochre" title="No default payment method">
                {items.map(cardName).join(', ')}: {items.length === 1 ? 'it is' : 'they are'} not used yet. Set one as
                default to pay your plan.
              </Alert>
            ) : (
              <Muted>No payment method yet. Paid plans require one.</Muted>
            )}
            {onManage && (
              <Button variant="default" onClick={() => onManage(items.length === 0)}>
                {items.length > 0 ? 'Manage Payment Methods' : 'Add Payment Method'}
              </Button>
            )}
          </div>
        )
      }}
    </Panel>
  )
}

function Card({ card, note }: { card: PaymentMethod; note: string }) {
  return (
    <div className={classes.card}>
      <IconCreditCard size={26} stroke={1.5} aria-hidden />
      <div>
        <Strong>{cardName(card)}</Strong>
        <Hint className="num">
          Expires {cardExpiry(card)}
          {note}
        </Hint>
      </div>
    </div>
  )
}
