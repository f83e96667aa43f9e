import { NativeSelect, Radio, TextInput } from '@mantine/core'
import type { Contact } from '#shared/contract/session-status.ts'
import type { HeldSession } from '#shared/contract/sessions.ts'
import { sessionTypes } from '#shared/rules/session-types.ts'
import { Choices } from '#web/ui/form/choices.ts'
import { contactNames } from '#web/ui/format/contact-names.ts'
import type { HeldSessionErrors } from './held-session-errors.ts'
import classes from './sessions.module.css'

const contacts: readonly Contact[] = ['session', 'phone call', 'no-show']

type Props = {
  value: HeldSession
  errors: HeldSessionErrors
  /** Whether the contact can be chosen. False for a recorded session, because it took place. */
  hasContact: boolean
  onChange: (change: Partial<HeldSession>) => void
}

/** Fields for contact, date, times, type and setting of a session. */
export function HeldSessionFields({ value, errors, hasContact, onChange }: Props) {
  const { type, settingType, contact } = value
  const field = (name: 'date' | 'startTime' | 'endTime') => ({
    error: errors[name],
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      {hasContact && (
        <Radio.Group
          label="Contact"
          value={contact}
          onChange={(wanted) => onChange({ contact: contacts.find((known) => known === wanted) ?? 'session' })}
        >
          <Choices gap="lg">
            {contacts.map((known) => (
              <Radio key={known} value={known} label={contactNames[known]} />
            ))}
          </Choices>
        </Radio.Group>
      )}
      <div className={classes.times}>
        <TextInput type="date" label="Date of the session" required {...field('date')} />
        <TextInput type="time" label="Start time" required {...field('startTime')} />
        <TextInput type="time" label="End time" required {...field('endTime')} />
      </div>
      <NativeSelect
        label="Type"
        data={[...new Set([...sessionTypes, type])]}
        value={type}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      />
      <Radio.Group
        label="Setting"
        value={settingType}
        onChange={(setting) => onChange({ settingType: setting === 'telehealth' ? 'telehealth' : 'in-person' })}
      >
        <Choices gap="lg">
          <Radio value="in-person" label="In person" />
          <Radio value="telehealth" label="Telehealth" />
        </Choices>
      </Radio.Group>
    </>
  )
}
