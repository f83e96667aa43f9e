import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { sentence } from '#shared/contract/errors.ts'
import { readError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Cards = { items: PaymentMethod[] }
type Props = { confirm: () => Promise<Cards>; onConfirmed: (cards: Cards) => void; onClose: () => void }

/** Simulates the bank's confirmation page in test mode. */
export function BankConfirmation({ confirm, onConfirmed, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const [isRefused, setRefused] = useState(false)
  const step = useMutation({ mutationFn: confirm, onSuccess: () => setOpen(false) })
  const failure = step.isError ? readError(step.error, 'Failed to add payment method').sentence : null
  return (
    <Dialog
      stackId="second-step"
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={() => (step.data ? onConfirmed(step.data) : onClose())}
      isBusy={step.isPending}
      closeOnClickOutside={false}
      size="sm"
      title="Confirm with your bank"
    >
      <Stack gap="md">
        <Text>The bank of this card asks for confirmation. In test mode there is no bank: choose its response.</Text>
        <FormError message={isRefused ? sentence('card_step_failed') : failure} />
        <DialogButtons>
          <Button
            variant="default"
            disabled={step.isPending}
            onClick={() => (isRefused ? setOpen(false) : setRefused(true))}
          >
            {isRefused ? 'Back to the card' : 'Refuse'}
          </Button>
          <Button
            data-autofocus
            loading={step.isPending}
            onClick={() => {
              setRefused(false)
              step.mutate()
            }}
          >
            Confirm
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
