import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useId } from 'react'
import type { PaymentMethod } from '#shared/contract/billing.ts'
import { FormError } from '#web/ui/form-error.tsx'
import classes from './billing.module.css'

/** What a card form is given, whoever takes the money. */
export interface CardFormProps {
  /** Of Stripe; null with the built-in provider. */
  publishableKey: string | null
  onCancel: () => void
  /** The cards as they are with the new one. */
  onAdded: (cards: { items: PaymentMethod[] }) => Promise<void>
}

type Props = {
  failure: string | null
  isSending: boolean
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

/** The frame of every card form: its name, what went wrong, and its buttons. */
export function CardForm({ failure, isSending, onSubmit, onCancel, children }: Props) {
  const id = useId()
  return (
    <form noValidate aria-labelledby={id} className={classes.cardForm} onSubmit={onSubmit}>
      <Stack gap="md">
        <Text component="h3" id={id} fw={600} m={0}>
          Card Information
        </Text>
        {children}
        <FormError message={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Add Card
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
