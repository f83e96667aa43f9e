import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { maxAmendmentTextLength } from '#shared/contract/limits.ts'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { api, query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { SignAs } from '#web/ui/form/sign-as.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError } from '#web/ui/form/form.ts'
import { useConfirmation, useSigningRequest } from '#web/ui/form/use-confirmation.ts'
import { Hint } from '#web/ui/layout/text.ts'
import type { AnswerProps } from './answer-props.ts'
import { useChange } from './use-refresh.ts'

/** The two answers that add a signed addendum to the note. */
const answers = {
  accept: {
    title: 'Accept the request',
    lead: 'The signed note stays as it is. Your correction is added to it, dated and signed, and printed with it.',
    label: 'Correction',
    missing: 'Write the correction.',
    button: 'Sign and accept',
    done: 'Request accepted and correction signed. Notify the client.',
    failed: 'The request was not accepted.',
    send: (amendmentId: string, text: string) => api.amendments.accept({ amendmentId, correction: text }),
  },
  statement: {
    title: 'Attach the statement of disagreement',
    lead: 'The client’s words are added to the note as a client statement, signed by you, and printed with it.',
    label: 'Statement of the client',
    missing: 'Write the statement.',
    button: 'Sign and attach',
    done: 'Statement attached to the note.',
    failed: 'The statement was not attached.',
    send: (amendmentId: string, text: string) => api.amendments.attachStatement({ amendmentId, statement: text }),
  },
} as const

type Props = AnswerProps & { answer: keyof typeof answers; timeZone: string }

/** Accepts a request with a correction, or attaches the client's statement. Both are signed addenda. */
export default function SignAnswer(props: Props) {
  const { opened, answer, request, onClose } = props
  const { sessionId } = request
  const signatures = useQuery({
    ...query.signatures.get.queryOptions({ input: { sessionId } }),
    enabled: opened,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={answers[answer].title} size={600} isSheet>
      {signatures.isError && (
        <LoadFailure
          error={signatures.error}
          fallback="Failed to load the signatures of the note"
          onRetry={() => void signatures.refetch()}
        />
      )}
      {signatures.isPending && (
        <Loading label="Loading">
          <Placeholder kind="panel" />
        </Loading>
      )}
      {signatures.data && <AnswerForm {...props} state={signatures.data} />}
    </Dialog>
  )
}

function AnswerForm({ state, answer, request, timeZone, onClose, onDone }: Props & { state: NoteSignatures }) {
  const { lead, label, missing, button, done, failed, send } = answers[answer]
  const change = useChange()
  const confirmation = useConfirmation(state)
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? missing : null) },
  })
  const { failure, isSigning, formRef, sign } = useSigningRequest(confirmation, failed)
  const submit = async ({ text }: typeof form.values) => {
    await sign(async () => {
      await change(() => send(request.id, text))
      showSuccess(done)
      onDone()
    })
  }
  if (!state.canAddAddendum) {
    return (
      <Stack gap="md">
        <Text role="alert">This note is not signed. Correct and sign the note first.</Text>
        <DialogButtons>
          <Button onClick={onClose}>Close</Button>
        </DialogButtons>
      </Stack>
    )
  }
  return (
    <form ref={formRef} noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <Stack gap="md">
        <UnsavedGuard isDirty={form.isDirty()} what="this answer" />
        <Hint>{lead}</Hint>
        <Textarea
          label={label}
          data-autofocus
          required
          autosize
          minRows={4}
          maxRows={14}
          maxLength={maxAmendmentTextLength}
          {...form.getInputProps('text')}
        />
        <SignAs signer={state.signer} confirmation={confirmation} timeZone={timeZone} isBusy={isSigning} />
        <FormError message={failure?.sentence ?? null} />
        <FormButtons
          submit={isSigning ? 'Signing…' : button}
          isSending={isSigning}
          onCancel={onClose}
          isBlocked={state.signer.credentials === ''}
        />
      </Stack>
    </form>
  )
}
