import { Button, CopyButton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { beginAuthenticator, verifyCode, type NewAuthenticator } from '#web/api/two-factor.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { NeedsConfirmedEmail } from '#web/ui/form/needs-confirmed-email.tsx'
import { AuthenticatorCodeField } from '#web/ui/form/authenticator-code-field.tsx'
import { codeError } from './code-field.tsx'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './two-factor.module.css'

type Props = { opened: boolean; onClose: () => void; onChanged: () => void }

/** Sets up an authenticator app in steps: password, scan and first code, recovery codes. */
export default function SetUpAuthenticator({ opened, onClose, onChanged }: Props) {
  const [newAuthenticator, setNewAuthenticator] = useState<NewAuthenticator | null>(null)
  const [isDone, setDone] = useState(false)
  const begin = useSubmission<PasswordValues>(
    async ({ password }) => setNewAuthenticator(await beginAuthenticator(password)),
    'The authenticator app could not be set up',
  )
  const check = useSubmission<CodeValues>(async ({ code }) => {
    await verifyCode('authenticator', code)
    setDone(true)
    onChanged()
  }, 'The code could not be checked')
  const reset = () => {
    setNewAuthenticator(null)
    setDone(false)
    begin.clearFailure()
    check.clearFailure()
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={begin.isSending || check.isSending}
      onExitTransitionEnd={reset}
      closeOnClickOutside={false}
      closeOnEscape={!isDone}
      withCloseButton={!isDone}
      title={isDone ? 'Save your recovery codes' : 'Set up an authenticator app'}
    >
      {newAuthenticator === null ? (
        <NeedsConfirmedEmail reason="An authenticator app needs a confirmed address.">
          <PasswordStep submission={begin} onClose={onClose} />
        </NeedsConfirmedEmail>
      ) : isDone ? (
        <RecoveryCodes codes={newAuthenticator.recoveryCodes} onDone={onClose} />
      ) : (
        <CodeStep begun={newAuthenticator} submission={check} onClose={onClose} />
      )}
    </Dialog>
  )
}

type PasswordValues = { password: string }

type StepProps<Values> = { submission: ReturnType<typeof useSubmission<Values>>; onClose: () => void }

function PasswordStep({ submission, onClose }: StepProps<PasswordValues>) {
  const { submit, failure, isSending } = submission
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordRequired } })
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <Text>You need an app that shows sign-in codes, such as your password manager.</Text>
        <FormError message={failure} />
        <PasswordField data-autofocus {...form.getInputProps('password')} />
        <FormButtons submit="Continue" isSending={isSending} onCancel={onClose} />
      </Stack>
    </form>
  )
}

type CodeValues = { code: string }

function CodeStep({
  begun: newAuthenticator,
  submission,
  onClose,
}: StepProps<CodeValues> & { begun: NewAuthenticator }) {
  const { submit, failure, isSending } = submission
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => codeError('authenticator', code) },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <div className={classes.scan}>
          <QrCode text={newAuthenticator.uri} label="QR code to scan with your authenticator app" />
          <div>
            <Text mb="sm">Scan this with your authenticator app, or type this key there:</Text>
            <Text component="code" className={classes.secret}>
              {newAuthenticator.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Text>
            <CopyButton value={newAuthenticator.secret}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" mt="sm" display="block" onClick={copy}>
                  <span aria-live="polite">{copied ? 'Copied' : 'Copy the key'}</span>
                </Button>
              )}
            </CopyButton>
          </div>
        </div>
        <FormError message={failure} />
        <AuthenticatorCodeField ref={focusOnMount} {...form.getInputProps('code')} />
        <FormButtons submit="Switch On" isSending={isSending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
