import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { requestPasswordReset } from '#web/api/auth.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { isEmail } from '#web/ui/form/email.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'

type Props = { opened: boolean; email: string; hasOutbox: boolean; onClose: () => void }

/** The forgot-password dialog: a form, then the confirmation. The field contains `email` at first. */
export default function ForgotPassword({ opened, email, hasOutbox, onClose }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setSentTo(null)}
      title={sentTo === null ? 'Reset your password' : 'Check Your Email'}
    >
      {sentTo === null ? (
        <RequestForm email={email} onSent={setSentTo} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text component="output">
            If an account belongs to <b>{sentTo}</b>, a link to choose a new password is on its way.
          </Text>
          {hasOutbox && (
            <Hint>
              No mail server is set up here; the mail is in the <Anchor href="/outbox">outbox</Anchor>. Its link was
              printed when Attend was started.
            </Hint>
          )}
          <DialogButtons>
            <Button ref={focusOnMount} onClick={onClose}>
              Close
            </Button>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  )
}

function RequestForm({ email, onSent, onClose }: Pick<Props, 'email' | 'onClose'> & { onSent: (to: string) => void }) {
  const form = useForm({
    initialValues: { email },
    validate: { email: (text) => (isEmail(text) ? null : 'Enter a valid email address.') },
  })
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async (values) => {
    await requestPasswordReset(values.email.trim())
    onSent(values.email.trim())
  }, 'Failed to send reset email')
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <Hint>Enter the email address of your account. We’ll email you a link to choose a new password.</Hint>
        <FormError message={failure} />
        <TextInput label="Email" type="email" autoComplete="email" data-autofocus {...form.getInputProps('email')} />
        <FormButtons
          submit="Send reset link"
          isSending={isSending}
          onCancel={onClose}
          isBlocked={form.values.email.trim() === ''}
        />
      </Stack>
    </form>
  )
}
