import { Radio, TextInput } from '@mantine/core'
import { Choices } from '#web/ui/form/choices.ts'
import type { SettingType } from '#shared/contract/sessions.ts'
import type { SessionFieldErrors, SessionFields } from './session-details.ts'
import classes from './upload.module.css'

const settings: readonly { value: SettingType; label: string }[] = [
  { value: 'in-person', label: 'In person' },
  { value: 'telehealth', label: 'Telehealth' },
]

type Props = {
  value: SessionFields
  isDisabled: boolean
  onChange: (change: Partial<SessionFields>) => void
}

/** Options of the setting: in person or telehealth. */
export function SettingField({ value, isDisabled, onChange }: Props) {
  return (
    <Radio.Group
      label="Session type"
      value={value.settingType}
      onChange={(setting) => onChange({ settingType: setting === 'telehealth' ? 'telehealth' : 'in-person' })}
    >
      <Choices gap="lg">
        {settings.map((setting) => (
          <Radio key={setting.value} {...setting} disabled={isDisabled} />
        ))}
      </Choices>
    </Radio.Group>
  )
}

/** The date, time and participants of the session. */
export function SessionFieldset({
  value,
  errors,
  clientName,
  isFromFile,
  isDisabled,
  onChange,
}: Props & { errors: SessionFieldErrors; clientName: string; isFromFile: boolean }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          type="date"
          label="Date of the session"
          description={isFromFile ? 'Read from the file' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          disabled={isDisabled}
          error={errors.date}
          value={value.date}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Start time"
          required
          disabled={isDisabled}
          error={errors.startTime}
          value={value.startTime}
          onChange={(event) => onChange({ startTime: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label="Who took part"
        description={`You and ${clientName}. Add others by name or role, separated by commas.`}
        placeholder="Partner, Ana Ruiz (interpreter)"
        autoComplete="off"
        disabled={isDisabled}
        error={errors.others}
        value={value.others}
        onChange={(event) => onChange({ others: event.currentTarget.value })}
      />
    </>
  )
}
