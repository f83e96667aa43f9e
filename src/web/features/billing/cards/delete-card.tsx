import { Button, Stack, Text } from '@mantine/core'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { cardName } from '#shared/rules/card-name.ts'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { useBillingChanges } from '../use-billing-changes.ts'

type Props = { opened: boolean; card: PaymentMethod; onClose: () => void; onGone: () => void }

/** Asks before a card is deleted. */
export function DeleteCard({ opened, card, onClose, onGone }: Props) {
  const { showCards, refresh } = useBillingChanges()
  const { onDone, onClosed } = useFocusAfter(onGone)
  const showDeleted = () => {
    onDone()
    onClose()
    showSuccess(`${cardName(card)} was deleted.`)
  }
  const remove = useSingleMutation({
    mutationFn: () => api.billing.removeCard({ paymentMethodId: card.id }),
    onSuccess: (cards) => {
      showDeleted()
      void showCards(cards)
    },
    onError: (error) => {
      // The card was deleted before, e.g. by a request whose response was lost.
      if (readError(error).code !== 'payment_method_missing') return
      showDeleted()
      void refresh()
    },
  })
  return (
    <Dialog
      stackId="delete-card"
      opened={opened}
      onClose={onClose}
      isBusy={remove.isPending}
      onExitTransitionEnd={() => {
        onClosed()
        remove.reset()
      }}
      title="Delete payment method"
    >
      <Stack gap="md">
        <Text>Delete {cardName(card)}? It will no longer be charged.</Text>
        <FormError
          message={remove.isError ? readError(remove.error, 'Failed to delete payment method').sentence : null}
        />
        <DialogButtons>
          <Button variant="default" data-autofocus disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button color="ember" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
