import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Account } from '#shared/contract/accounts.ts'
import { confirmEmail, sendEmailCode } from '#web/api/auth.ts'
import { Hint, Muted } from '#web/ui/layout/text.ts'
import { FormError } from './form-error.tsx'
import { focusFirstError } from './form.ts'
import { SendAgainButton } from './send-again-button.tsx'
import { useEmailedCode } from './use-emailed-code.ts'

type Props = {
  email: string
  /** Says what the confirmation is needed for. */
  children: string
  onConfirmed: (account: Account) => Promise<void> | void
}

/** Confirms an email address with a mailed code. */
export function ConfirmEmail({ email, children, onConfirmed }: Props) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{8}$/.test(digitsOf(code)) ? null : 'Enter the eight digits of the code.') },
  })
  const emailed = useEmailedCode({
    confirm: async (code) => onConfirmed(await confirmEmail(digitsOf(code))),
    confirmFallback: 'The address could not be confirmed. Try again.',
    send: sendEmailCode,
  })
  return (
    <form
      noValidate
      aria-label="Confirm your email address"
      onSubmit={(event) => {
        // The surrounding dialog may contain another form, which must not be submitted.
        event.stopPropagation()
        form.onSubmit(({ code }) => emailed.confirm(code), focusFirstError(form))(event)
      }}
    >
      <Stack gap="sm" align="stretch">
        <Title order={2} size="h3">
          Confirm your email address
        </Title>
        <Muted style={{ overflowWrap: 'anywhere' }}>
          {children} We sent a code to {email}.
        </Muted>
        <FormError message={emailed.failure} />
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            w={180}
            {...form.getInputProps('code')}
          />
          <Button type="submit" disabled={emailed.isConfirming}>
            {emailed.isConfirming ? 'Confirming...' : 'Confirm'}
          </Button>
          <SendAgainButton code={emailed} />
        </Group>
        <Hint component="output">{emailed.notice}</Hint>
      </Stack>
    </form>
  )
}

/** Removes the spaces from a typed code. */
function digitsOf(code: string): string {
  return code.replaceAll(/\s/g, '')
}
