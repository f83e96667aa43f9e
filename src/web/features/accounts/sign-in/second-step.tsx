import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { verifyCode } from '#web/api/two-factor.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, focusOnMount, useSubmission } from '#web/ui/form/form.ts'
import { CodeField, codeError, type CodeKind } from '../two-factor/code-field.tsx'

type Props = { onDone: () => Promise<void>; onStartAgain: () => void }

/** The second-factor step of sign-in. */
export default function SecondStep(props: Props) {
  const [kind, setKind] = useState<CodeKind>('authenticator')
  // The key resets input and error when the kind of code changes.
  return <CodeForm key={kind} kind={kind} onKindChange={setKind} {...props} />
}

type FormProps = Props & { kind: CodeKind; onKindChange: (kind: CodeKind) => void }

function CodeForm({ kind, onKindChange, onDone, onStartAgain }: FormProps) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: (code) => codeError(kind, code) } })
  const { submit, failure, code, isSending } = useSubmission<typeof form.values>(async (values) => {
    await verifyCode(kind, values.code)
    await onDone()
  }, 'Login failed')
  const isOver = code === 'sign_in_expired'
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))} aria-label="Second step">
      <Stack gap="md">
        <FormError message={failure} />
        {!isOver && (
          <>
            <CodeField ref={focusOnMount} kind={kind} onKindChange={onKindChange} {...form.getInputProps('code')} />
            <Button type="submit" size="md" fullWidth loading={isSending}>
              Log in
            </Button>
          </>
        )}
        <Anchor
          ref={isOver ? focusOnMount : undefined}
          component="button"
          type="button"
          size="sm"
          ta="left"
          onClick={onStartAgain}
        >
          ← Back to login
        </Anchor>
      </Stack>
    </form>
  )
}
