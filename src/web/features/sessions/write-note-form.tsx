import { Card, NativeSelect } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NoteType } from '#shared/contract/notes.ts'
import type { HeldSession } from '#shared/contract/sessions.ts'
import { sessionEndingNow } from '#shared/rules/held-at.ts'
import { noteTypeChoices } from '#shared/rules/note-types.ts'
import { api } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { focusFirstInvalid, useSubmission } from '#web/ui/form/form.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { errorsOf, type HeldSessionErrors } from './held-session-errors.ts'
import { HeldSessionFields } from './held-session-fields.tsx'
import classes from './sessions.module.css'

type Props = {
  /** Null until a client is chosen. */
  clientId: string | null
  timeZone: string
  /** The appointment that the session fulfills. */
  appointment: (Omit<HeldSession, 'contact'> & { id: string }) | undefined
  defaultType: NoteType
  /** Renders the select for the client. It receives an error if no client is chosen. */
  renderClient: (error: string | undefined) => ReactNode
  onCancel: () => void
  onBegun: (sessionId: string) => void
}

/** Adds a session without a recording and opens its empty note. */
export function WriteNoteForm({
  clientId,
  timeZone,
  appointment,
  defaultType,
  renderClient,
  onCancel,
  onBegun,
}: Props) {
  const [value, setValue] = useState(() => initial(timeZone, appointment))
  const [noteType, setNoteType] = useState(defaultType)
  const [errors, setErrors] = useState<HeldSessionErrors & { client?: string }>({})
  const sendOnce = useSendOnce()
  const { submit, failure, isSending } = useSubmission(async (chosenId: string) => {
    const held = { ...value, clientId: chosenId, noteType, ...(appointment && { appointmentId: appointment.id }) }
    const { sessionId } = await sendOnce(held, api.sessions.write)
    onBegun(sessionId)
  }, 'Failed to create session')

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = { ...errorsOf(value, timeZone), ...(clientId === null && { client: 'Choose a client.' }) }
    flushSync(() => setErrors(found))
    if (clientId !== null && Object.keys(found).length === 0) void submit(clientId)
    else focusFirstInvalid(event.currentTarget)
  }
  return (
    <Card component="form" noValidate className={classes.form} onSubmit={onSubmit}>
      <Hint>
        For a session that was not recorded, a phone call or a no-show. You write the note yourself; nothing is
        processed.
      </Hint>
      {renderClient(errors.client)}
      <HeldSessionFields
        value={value}
        errors={errors}
        hasContact
        onChange={(change) => {
          setValue((old) => ({ ...old, ...change }))
          setErrors({})
        }}
      />
      <NativeSelect
        label="Note Type"
        data={noteTypeChoices.map(({ value: type }) => type)}
        value={noteType}
        onChange={(event) => {
          const chosen = noteTypeChoices.find(({ value: type }) => type === event.currentTarget.value)
          if (chosen) setNoteType(chosen.value)
        }}
      />
      <FormError message={failure} />
      <FormButtons submit="Write note" isSending={isSending} onCancel={onCancel} />
    </Card>
  )
}

/** Initial values: the appointment, or a session that ends now. */
function initial(timeZone: string, appointment: Props['appointment']): HeldSession {
  if (appointment) {
    const { date, startTime, endTime, type, settingType } = appointment
    return { date, startTime, endTime, type, settingType, contact: 'session' }
  }
  return {
    ...sessionEndingNow(new Date(), timeZone),
    type: 'Individual',
    settingType: 'in-person',
    contact: 'session',
  }
}
