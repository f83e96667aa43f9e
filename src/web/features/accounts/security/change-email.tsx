import { Stack, Text, TextInput } from '@mantine/core'
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
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { longestEmail } from '#shared/contract/limits.ts'

type Props = { opened: boolean; email: string; onClose: () => void }

/** Changes the email address. The new one takes effect once its emailed code is entered. */
export default function ChangeEmail({ opened, email, onClose }: Props) {
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setAsked(null)}
      title={asked === null ? 'Change email' : 'Enter your code'}
    >
      {asked === null ? (
        <NewAddress present={email} onSent={setAsked} onClose={onClose} />
      ) : (
        <Code email={asked} onClose={onClose} onBack={() => setAsked(null)} />
      )}
    </Dialog>
  )
}

type NewAddressProps = { present: string; onSent: (email: string) => void; onClose: () => void }

function NewAddress({ present, onSent, onClose }: NewAddressProps) {
  const form = useForm({
    initialValues: { email: '', password: '' },
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
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async ({ email, password }) => {
    await beginEmailChange(email.trim(), password)
    onSent(email.trim())
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
          maxLength={longestEmail}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordField {...form.getInputProps('password')} />
        <FormButtons submit="Send Code" isSending={isSending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

type CodeProps = { email: string; onClose: () => void; onBack: () => void }

function Code({ email, onClose, onBack }: CodeProps) {
  const cache = useQueryClient()
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (code) => (/^\d{6}$/.test(code.replace(/\s/g, '')) ? null : 'Enter the six digits of the code.'),
    },
  })
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async ({ code }) => {
    await finishEmailChange(code)
    onClose()
    showSuccess(`You now sign in with ${email}.`)
    await Promise.all([
      cache.invalidateQueries({ queryKey: query.accounts.key() }),
      cache.invalidateQueries(accountQuery),
    ])
  }, 'Your email address could not be changed')
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <Text>It was sent to {email} and is valid for 10 minutes.</Text>
        <FormError message={failure} />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          ref={focusOnMount}
          {...form.getInputProps('code')}
        />
        <FormButtons submit="Change Email" cancel="Back" isSending={isSending} onCancel={onBack} />
      </Stack>
    </form>
  )
}
