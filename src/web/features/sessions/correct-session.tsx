import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CorrectedSession } from '#shared/contract/corrections.ts'
import type { NotePage } from '#shared/contract/notes.ts'
import type { Session } from '#shared/contract/sessions.ts'
import { query } from '#web/api/client.ts'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { focusFirstInvalid, useSubmission } from '#web/ui/form/form.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { errorsOf, type HeldSessionErrors } from './held-session-errors.ts'
import { HeldSessionFields } from './held-session-fields.tsx'
import { useCorrection } from './use-correction.ts'

/** Renders the select for another client of the therapist. */
export type RenderClient = (field: {
  value: string | null
  error: string | undefined
  onChange: (clientId: string | null) => void
}) => ReactNode

type Props = {
  opened: boolean
  page: { session: Pick<NotePage['session'], 'id'> }
  timeZone: string
  renderClient: RenderClient
  onClose: () => void
}

/** The dialog that corrects client, date, times, type, setting and contact of a session. */
export default function CorrectSession({ opened, ...props }: Props) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title="Correct session" size={560}>
      <CurrentSession {...props} />
    </Dialog>
  )
}

/** The form with the current data of the session: a correction is refused if it is based on older data. */
function CurrentSession(props: Omit<Props, 'opened'>) {
  const [openedAt] = useState(() => Date.now())
  const sessionId = props.page.session.id
  const input = { sessionId }
  const session = useQuery({ ...query.sessions.get.queryOptions({ input }), staleTime: 0 })
  const page = useQuery({ ...query.notes.get.queryOptions({ input }), staleTime: 0 })
  const areCurrent = Math.min(session.dataUpdatedAt, page.dataUpdatedAt) >= openedAt
  if (session.data && page.data && areCurrent)
    return <CorrectionForm {...props} page={page.data} session={session.data} />
  const error = session.error ?? page.error
  if (!error) return <Placeholder kind="panel" />
  const onRetry = () => {
    for (const part of [session, page]) if (part.isError) void part.refetch()
  }
  return <LoadFailure error={error} fallback="Failed to load session data" onRetry={onRetry} />
}

type FormProps = Omit<Props, 'opened' | 'page'> & { page: NotePage; session: Session }

function CorrectionForm({ timeZone, renderClient, onClose, ...current }: FormProps) {
  // The form keeps the data that it opened with when the page is loaded again.
  const [{ page, session }] = useState(current)
  const { client } = page
  const { contact, source } = page.session
  const { id, date, startTime, endTime, type, settingType } = session
  const clientId = client.id
  const [before] = useState<CorrectedSession>({ clientId, date, startTime, endTime, type, settingType, contact })
  const [to, setTo] = useState(before)
  const [otherId, setOtherId] = useState<string | null>(null)
  const [isMoving, setMoving] = useState(false)
  const [errors, setErrors] = useState<HeldSessionErrors & { client?: string }>({})
  const correct = useCorrection(id)
  const { submit, failure, isSending } = useSubmission(async (wanted: CorrectedSession) => {
    await correct(before, wanted)
    onClose()
  }, 'The session could not be changed. Try again.')

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = { ...errorsOf(to, timeZone), ...(isMoving && otherId === null && { client: 'Choose a client.' }) }
    flushSync(() => setErrors(found))
    if (Object.keys(found).length === 0) void submit({ ...to, clientId: otherId ?? clientId })
    else focusFirstInvalid(event.currentTarget)
  }
  const name = `${client.firstName} ${client.lastName}`
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <UnsavedInput isDirty={to !== before || otherId !== null} />
        {isMoving ? (
          <>
            {renderClient({
              value: otherId,
              error: errors.client,
              onChange: (chosen) => {
                setOtherId(chosen)
                setErrors({})
              },
            })}
            <Hint>
              The note with its versions, the transcript, the recording and the insights move from {name} to this
              client. Names in the note and the transcript stay as they are. Correct them yourself.
            </Hint>
          </>
        ) : (
          <Text>
            Client: {name}{' '}
            <Anchor component="button" type="button" inherit onClick={() => setMoving(true)}>
              Move to another client
            </Anchor>
          </Text>
        )}
        <HeldSessionFields
          value={to}
          errors={errors}
          hasContact={source === 'written'}
          onChange={(change) => {
            setTo((old) => ({ ...old, ...change }))
            setErrors({})
          }}
        />
        <FormError message={failure} />
        <FormButtons submit="Correct session" isSending={isSending} onCancel={onClose} />
      </Stack>
    </form>
  )
}
