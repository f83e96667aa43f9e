import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Appointment, SettingType } from '#shared/contract/sessions.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { api, query } from '#web/api/client.ts'
import { shownTime } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { useSubmission } from '#web/ui/form.ts'
import { showSuccess } from '#web/ui/toast.ts'
import { UnsavedInput } from '#web/ui/unsaved-input.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import { ClientChoice } from './client-choice.tsx'
import { dayName } from './days.ts'
import { DoubleBooking } from './double-booking.tsx'
import { settings } from './setting.ts'

const failureText = 'Failed to create session'
const types = ['Individual', 'Couple', 'Family', 'Group']
const settingTypes: readonly SettingType[] = ['in-person', 'telehealth']

/** Specification, section 9. */
const defaults = { startTime: '09:00', durationMinutes: 50 } as const

type Props = {
  opened: boolean
  /** The day that the form begins with. */
  day: string
  onClose: () => void
  onScheduled: (day: string) => void
}

/** The Schedule Session dialog. */
export default function ScheduleSession({ opened, ...props }: Props) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title="Schedule Session">
      <ScheduleForm {...props} />
    </Dialog>
  )
}

function ScheduleForm({ day, onClose, onScheduled }: Omit<Props, 'opened'>) {
  const cache = useQueryClient()
  const clientInput = useRef<HTMLInputElement>(null)
  const [clientId, setClientId] = useState<string | null>(null)
  const [at, setAt] = useState<Appointment>({ date: day, ...defaults })
  const [type, setType] = useState('Individual')
  const [settingType, setSettingType] = useState<SettingType>('in-person')
  const [errors, setErrors] = useState<{ client?: string; date?: string }>({})
  const [isSaved, setSaved] = useState(false)
  const { submit, failure, isSending } = useSubmission(async (chosen: string) => {
    const session = await api.sessions.schedule({ clientId: chosen, ...at, type, settingType })
    setSaved(true)
    await cache.invalidateQueries({ queryKey: query.sessions.key() })
    onClose()
    const { client, date, startTime } = session
    showSuccess(`${client.firstName} ${client.lastName} is scheduled for ${dayName(date)}, ${shownTime(startTime)}.`)
    onScheduled(date)
  }, failureText)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setErrors({
      ...(clientId === null && { client: 'Please select a client.' }),
      ...(!isDay(at.date) && { date: 'Choose a date.' }),
    })
    if (clientId === null) clientInput.current?.focus()
    else if (isDay(at.date)) void submit(clientId)
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <UnsavedInput isDirty={clientId !== null} />
        <FormError message={failure && (failure.startsWith(failureText) ? failure : `${failureText}: ${failure}`)} />
        <ClientChoice
          value={clientId}
          error={errors.client}
          input={clientInput}
          onChange={(id) => {
            setClientId(id)
            setErrors(({ date }) => ({ ...(date !== undefined && { date }) }))
          }}
        />
        <AppointmentFields
          value={at}
          dateError={errors.date}
          onChange={(change) => setAt((old) => ({ ...old, ...change }))}
        />
        <NativeSelect label="Type" data={types} value={type} onChange={(event) => setType(event.currentTarget.value)} />
        <Radio.Group
          label="Setting"
          value={settingType}
          onChange={(value) => setSettingType(settingTypes.find((known) => known === value) ?? 'in-person')}
        >
          <Group mt={6}>
            {settingTypes.map((known) => (
              <Radio key={known} value={known} label={settings[known].label} />
            ))}
          </Group>
        </Radio.Group>
        {/* Once saved, the session itself would be found at this time. */}
        {!isSaved && <DoubleBooking at={at} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            Schedule Session
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
