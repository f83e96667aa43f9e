import { Badge, Button, Group, ModalStack, Stack } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconCreditCard, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { BillingState, PaymentMethod } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusOnMount } from '#web/ui/form/form.ts'
import { lazyPart, notLoaded } from '#web/ui/feedback/lazy-part.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint, Muted, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { RowAction, RowActions } from '#web/ui/layout/row-actions.tsx'
import { cardsQuery } from '../billing-queries.ts'
import { cardExpiry, cardName } from '#shared/rules/card-name.ts'
import { DeleteCard } from './delete-card.tsx'
import { TestCardForm } from './test-card-form.tsx'
import { useBillingChanges } from '../use-billing-changes.ts'
import classes from '../billing.module.css'

// Needed only if Stripe is the provider.
const StripeCardForm = lazyPart(() => import('./stripe-card-form.tsx'), notLoaded('Failed to load card form'))

type Props = {
  opened: boolean
  billing: BillingState
  /** Whether the dialog opens at the form for a new card. */
  startsWithForm: boolean
  /** Called when a card was added. */
  onAdded: () => void
  onClose: () => void
}

/** Manages the organization's cards: the default card, deletion and a form for a new card. */
export default function PaymentMethods({ opened, billing, startsWithForm, onAdded, onClose }: Props) {
  const cards = useQuery({ ...cardsQuery, enabled: opened })
  const [isAdding, setAdding] = useState(startsWithForm)
  const [isSending, setSending] = useState(false)
  const [deleted, setDeleted] = useState<PaymentMethod | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { showCards, refresh } = useBillingChanges()
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  // False until the user changes the view. On opening, the dialog moves the focus itself, after storing its opener.
  const [hasSwitched, setSwitched] = useState(false)
  const addRef = useMergedRef(add, hasSwitched ? focusOnMount : null)
  const makeDefault = useSingleMutation({
    mutationFn: ({ id }: PaymentMethod) => api.billing.setDefaultCard({ paymentMethodId: id }),
    onSuccess: (items, card) => {
      showSuccess(`${cardName(card)} is now your default payment method.`)
      // The button of this card disappears, so the list takes the focus.
      list.current?.focus()
      void showCards(items)
    },
    onError: (error) => {
      if (readError(error).code === 'payment_method_missing') void refresh()
    },
  })
  const showForm = (isShown: boolean) => {
    setSwitched(true)
    setAdding(isShown)
  }
  const CardForm = billing.provider === 'stripe' ? StripeCardForm : TestCardForm
  const items = cards.data?.items ?? []
  return (
    <ModalStack>
      <Dialog
        stackId="payment-methods"
        opened={opened}
        onClose={onClose}
        isBusy={makeDefault.isPending || isSending}
        closeOnClickOutside={!isAdding}
        onExitTransitionEnd={makeDefault.reset}
        title="Payment Methods"
        size="lg"
      >
        <Stack gap="md">
          <FormError
            message={
              makeDefault.isError ? readError(makeDefault.error, 'Failed to set default payment method').sentence : null
            }
          />
          {cards.isError && (
            <LoadFailure
              error={cards.error}
              fallback="Failed to fetch payment methods"
              onRetry={() => void cards.refetch()}
            />
          )}
          {cards.isPending && (
            <Loading label="Loading payment methods">
              <Placeholder kind="field" />
            </Loading>
          )}
          {cards.data && items.length === 0 && !isAdding && (
            <Muted>No payment method yet. Paid plans require one.</Muted>
          )}
          {items.length > 0 && (
            <ul className={classes.cards} ref={list} tabIndex={-1} aria-label="Payment methods">
              {items.map((card) => (
                <CardRow
                  key={card.id}
                  card={card}
                  isBusy={makeDefault.isPending}
                  onDefault={() => makeDefault.mutate(card)}
                  onDelete={() => {
                    setDeleted(card)
                    setAsking(true)
                  }}
                />
              ))}
            </ul>
          )}
          {isAdding ? (
            <Suspense
              fallback={
                <Loading label="Loading card form">
                  <Placeholder kind="panel" />
                </Loading>
              }
            >
              <CardForm
                publishableKey={billing.publishableKey}
                takesFocus={hasSwitched}
                onCancel={() => showForm(false)}
                onSending={setSending}
                onAdded={(added) => {
                  showForm(false)
                  void showCards(added)
                  showSuccess('The card was added.')
                  onAdded()
                }}
              />
            </Suspense>
          ) : (
            <Group>
              <Button
                ref={addRef}
                variant="default"
                leftSection={<IconPlus size={17} aria-hidden />}
                data-autofocus
                onClick={() => showForm(true)}
              >
                Add Payment Method
              </Button>
            </Group>
          )}
        </Stack>
      </Dialog>
      {deleted && (
        <DeleteCard
          opened={isAsking}
          card={deleted}
          onClose={() => setAsking(false)}
          onGone={() => (list.current ?? add.current)?.focus()}
        />
      )}
    </ModalStack>
  )
}

type RowProps = { card: PaymentMethod; isBusy: boolean; onDefault: () => void; onDelete: () => void }

function CardRow({ card, isBusy, onDefault, onDelete }: RowProps) {
  const name = cardName(card)
  return (
    <li className={classes.cardRow}>
      <div className={classes.card}>
        <IconCreditCard size={24} stroke={1.5} aria-hidden />
        <div>
          <Strong component="div">
            {name}
            {card.isDefault && (
              <Badge ml="2xs" color="spruce">
                Default
              </Badge>
            )}
          </Strong>
          <Hint className="num">Expires {cardExpiry(card)}</Hint>
        </div>
      </div>
      <RowActions>
        {!card.isDefault && (
          <RowAction disabled={isBusy} aria-label={`Set Default: ${name}`} onClick={onDefault}>
            Set Default
          </RowAction>
        )}
        <RowAction aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </RowAction>
      </RowActions>
    </li>
  )
}
