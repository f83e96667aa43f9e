import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { confirmEmail, sendEmailCode } from '#web/api/auth.ts'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { FormError } from './form-error.tsx'
import { focusFirstError, useSubmission } from './form.ts'

type Props = {
  email: string
  /** Explains what the confirmation is needed for. */
  children: string
  onConfirmed: (account: Account) => Promise<void> | void
}

/** Confirms an email address with an emailed code. */
export function ConfirmEmail({ email, children, onConfirmed }: Props) {
  const [isSentAgain, setSentAgain] = useState(false)
  const [latest, setLatest] = useState<'confirm' | 'send'>('confirm')
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{8}$/.test(digitsOf(code)) ? null : 'Enter the eight digits of the code.') },
  })
  const confirming = useSubmission<typeof form.values>(async ({ code }) => {
    setLatest('confirm')
    setSentAgain(false)
    await onConfirmed(await confirmEmail(digitsOf(code)))
  }, 'The address could not be confirmed. Try again.')
  const sending = useSubmission(async () => {
    setLatest('send')
    setSentAgain(false)
    await sendEmailCode()
    setSentAgain(true)
  }, 'The code could not be mailed. Ask for another one in a minute.')
  return (
    <form
      noValidate
      aria-label="Confirm your email address"
      onSubmit={(event) => {
        // In a dialog it may be inside another form.
        event.stopPropagation()
        form.onSubmit(confirming.submit, focusFirstError(form))(event)
      }}
    >
      <Stack gap="sm" align="stretch">
        <Title order={2} size="h3">
          Confirm your email address
        </Title>
        <Muted style={{ overflowWrap: 'anywhere' }}>
          {children} We sent a code to {email}.
        </Muted>
        <FormError message={latest === 'send' ? sending.failure : confirming.failure} />
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            w={180}
            {...form.getInputProps('code')}
          />
          <Button type="submit" disabled={confirming.isSending}>
            {confirming.isSending ? 'Confirming...' : 'Confirm'}
          </Button>
          <Button variant="default" disabled={sending.isSending} onClick={() => void sending.submit(undefined)}>
            {sending.isSending ? 'Sending...' : 'Send again'}
          </Button>
        </Group>
        <Hint component="output">{isSentAgain ? 'A new code is on its way. Earlier ones no longer work.' : ''}</Hint>
      </Stack>
    </form>
  )
}

/** Emailed codes have two groups of four digits. */
function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '')
}
