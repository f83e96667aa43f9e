import { Button, Stack } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useId } from 'react'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Strong } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import classes from '../billing.module.css'

/** Props of the card forms of every provider. */
export interface CardFormProps {
  /** Stripe's key; null with the built-in provider. */
  publishableKey: string | null
  /** The form takes the focus when it replaces the list of cards. */
  takesFocus: boolean
  onCancel: () => void
  /** Whether a card is being sent. The surrounding dialog stays open until then. */
  onSending: (isSending: boolean) => void
  /** Called with the updated cards. */
  onAdded: (cards: { items: PaymentMethod[] }) => void
}

type Props = {
  failure: string | null
  isSending: boolean
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  onCancel: () => void
  onSending: (isSending: boolean) => void
  children: ReactNode
}

/** The shared frame of card forms: title, error and buttons. */
export function CardForm({ failure, isSending, onSubmit, onCancel, onSending, children }: Props) {
  const id = useId()
  useEffect(() => {
    onSending(isSending)
    return () => onSending(false)
  }, [isSending, onSending])
  return (
    <form noValidate aria-labelledby={id} className={classes.cardForm} onSubmit={onSubmit}>
      <Stack gap="md">
        <Strong component="h3" id={id} m={0}>
          Card Information
        </Strong>
        {children}
        <FormError message={failure} />
        <DialogButtons>
          <Button variant="default" disabled={isSending} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Add Card
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
