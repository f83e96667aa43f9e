import { Button } from '@mantine/core'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useSubmission } from '#web/ui/form/form.ts'

/** Signs in with a passkey; hidden without browser support. The passkey library loads on click. */
export function PasskeySignIn({ onDone }: { onDone: () => Promise<void> }) {
  const { submit, failure, isSending } = useSubmission<undefined>(async () => {
    const { signInWithPasskey } = await import('#web/api/passkeys.ts')
    await signInWithPasskey()
    await onDone()
  }, 'Login failed')
  if (!('PublicKeyCredential' in window)) return null
  return (
    <>
      <Button variant="default" size="md" mt="md" fullWidth loading={isSending} onClick={() => void submit(undefined)}>
        Use a passkey
      </Button>
      <FormError message={failure} />
    </>
  )
}
