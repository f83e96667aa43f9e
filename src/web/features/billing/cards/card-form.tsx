import { Stack } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect } from 'react'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Strong } from '#web/ui/layout/text.ts'
import classes from '../billing.module.css'

/** Props of the card forms of every provider. */
export interface CardFormProps {
  /** Stripe's key; null with the built-in provider. */
  publishableKey: string | null
  /** Whether the form takes the focus. True when it replaces the list of cards. */
  takesFocus: boolean
  onCancel: () => void
  /** Called when a card starts and stops being sent. Meanwhile, the surrounding dialog cannot be closed. */
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
  // A layout effect, so that the dialog stays open if Escape follows immediately.
  useLayoutEffect(() => {
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
        <FormButtons submit="Add Card" isSending={isSending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
