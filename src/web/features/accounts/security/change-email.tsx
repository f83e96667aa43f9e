import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { beginEmailChange, finishEmailChange } from '#web/api/credentials.ts'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { isEmail } from '#web/ui/form/email.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { SendAgainButton } from '#web/ui/form/send-again-button.tsx'
import { useEmailedCode } from '#web/ui/form/use-emailed-code.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { maxEmailLength } from '#shared/contract/limits.ts'

type Props = { opened: boolean; email: string; onClose: () => void }

/** Changes the email address. The new address takes effect once the mailed code is entered. */
export default function ChangeEmail({ opened, email, onClose }: Props) {
  /**
   * The fields of the last request for a code. Back restores the address; requesting another code needs the password.
   */
  const [typed, setTyped] = useState(blank)
  const [isSent, setSent] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => {
        setTyped(blank)
        setSent(false)
      }}
      title={isSent ? 'Enter your code' : 'Change email'}
    >
      {isSent ? (
        <Code {...typed} onClose={onClose} onBack={() => setSent(false)} />
      ) : (
        <NewAddress
          present={email}
          typed={typed}
          onSent={(sent) => {
            setTyped(sent)
            setSent(true)
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type Typed = { email: string; password: string }

const blank: Typed = { email: '', password: '' }

type NewAddressProps = { present: string; typed: Typed; onSent: (sent: Typed) => void; onClose: () => void }

function NewAddress({ present, typed, onSent, onClose }: NewAddressProps) {
  const form = useForm<Typed>({
    initialValues: typed,
    validate: {
      email: (email) =>
        !isEmail(email)
          ? 'Enter a valid email address.'
          : email.trim().toLowerCase() === present
            ? 'This is already your address.'
            : null,
      password: passwordRequired,
    },
  })
  const { submit, failure, isSending } = useSubmission<Typed>(async ({ email, password }) => {
    await beginEmailChange(email.trim(), password)
    onSent({ email: email.trim(), password })
  }, 'The code could not be sent')
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <Text>You sign in with {present}. A code is sent to the new address to make sure that it is yours.</Text>
        <FormError message={failure} />
        <TextInput
          label="New email"
          type="email"
          autoComplete="email"
          maxLength={maxEmailLength}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordField {...form.getInputProps('password')} />
        <FormButtons submit="Send Code" isSending={isSending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

type CodeProps = Typed & { onClose: () => void; onBack: () => void }

function Code({ email, password, onClose, onBack }: CodeProps) {
  const cache = useQueryClient()
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (code) => (/^\d{6}$/.test(code.replace(/\s/g, '')) ? null : 'Enter the six digits of the code.'),
    },
  })
  const emailed = useEmailedCode({
    confirm: async (code) => {
      await finishEmailChange(code)
      onClose()
      showSuccess(`You now sign in with ${email}.`)
      await Promise.all([
        cache.invalidateQueries({ queryKey: query.accounts.key() }),
        cache.invalidateQueries(accountQuery),
      ])
    },
    confirmFallback: 'Your email address could not be changed',
    send: () => beginEmailChange(email, password),
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => emailed.confirm(code), focusFirstError(form))}>
      <Stack gap="md">
        <Text>It was sent to {email} and is valid for 10 minutes.</Text>
        <FormError message={emailed.failure} />
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            ref={focusOnMount}
            {...form.getInputProps('code')}
          />
          <SendAgainButton code={emailed} />
        </Group>
        <Hint component="output">{emailed.notice}</Hint>
        <FormButtons submit="Change Email" cancel="Back" isSending={emailed.isConfirming} onCancel={onBack} />
      </Stack>
    </form>
  )
}
