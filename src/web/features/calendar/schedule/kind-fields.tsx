import { Collapse, NativeSelect, Radio, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { Appointment, AppointmentKind, SettingType } from '#shared/contract/sessions.ts'
import { addMinutes } from '#shared/rules/local-time.ts'
import { sessionTypes } from '#shared/rules/session-types.ts'
import { shownTime } from '#web/ui/format/dates.ts'
import { Choices } from '#web/ui/form/choices.ts'
import { settingLabels } from '../setting-labels.ts'
import classes from './dialogs.module.css'

const lengths = [15, 20, 25, 30, 40, 45, 50, 55, 60, 75, 80, 90, 100, 120, 150, 180]
const settingTypes: readonly SettingType[] = ['in-person', 'telehealth']

type Kind = AppointmentKind & Pick<Appointment, 'startTime' | 'durationMinutes'>

type Props = {
  value: Kind
  onChange: (change: Partial<Omit<Kind, 'startTime'>>) => void
}

/** Length, type and setting of a session. */
export function KindFields({ value, onChange }: Props) {
  const { startTime, durationMinutes, type, settingType } = value
  const choices = [...new Set([...lengths, durationMinutes])].toSorted((a, b) => a - b)
  return (
    <>
      <div className={classes.pair}>
        <NativeSelect
          label="Length"
          description={`Ends at ${shownTime(addMinutes(startTime, durationMinutes))}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choices.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
          value={String(durationMinutes)}
          onChange={(event) => onChange({ durationMinutes: Number(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Type"
          data={[...new Set([...sessionTypes, type])]}
          value={type}
          onChange={(event) => onChange({ type: event.currentTarget.value })}
        />
      </div>
      <Radio.Group
        label="Setting"
        value={settingType}
        onChange={(wanted) => onChange({ settingType: settingTypes.find((known) => known === wanted) ?? 'in-person' })}
      >
        <Choices>
          {settingTypes.map((known) => (
            <Radio key={known} value={known} label={settingLabels[known].label} />
          ))}
        </Choices>
      </Radio.Group>
    </>
  )
}

/** The fields of `KindFields` on a phone, collapsed into a row that shows their values. */
export function CollapsedKind({ value, children }: { value: Kind; children: ReactNode }) {
  const id = useId()
  const [isOpen, fold] = useDisclosure(false)
  const { durationMinutes, type, settingType } = value
  const { Icon, label } = settingLabels[settingType]
  return (
    <div className={classes.fold}>
      <UnstyledButton className={classes.foldButton} aria-expanded={isOpen} aria-controls={id} onClick={fold.toggle}>
        <Icon size={18} stroke={1.7} aria-hidden />
        <span>
          {durationMinutes} minutes, {type.toLowerCase()}, {label.toLowerCase()}
        </span>
        <IconChevronRight size={18} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse id={id} expanded={isOpen}>
        <div className={classes.folded}>{children}</div>
      </Collapse>
    </div>
  )
}
