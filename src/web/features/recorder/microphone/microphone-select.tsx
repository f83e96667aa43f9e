import { NativeSelect } from '@mantine/core'
import { IconChevronDown, IconMicrophone } from '@tabler/icons-react'
import type { Microphones } from './use-microphones.ts'
import classes from '../recorder.module.css'

type Props = {
  options: Microphones['options']
  deviceId: string | null
  isDisabled: boolean
  onChoose: (deviceId: string | null) => void
}

/** A select of the microphone, before and during a session, and after a microphone was disconnected. */
export function MicrophoneSelect({ options, deviceId, isDisabled, onChoose }: Props) {
  return (
    <NativeSelect
      className={classes.microphone}
      aria-label="Microphone"
      data={[...options]}
      value={deviceId ?? ''}
      disabled={isDisabled}
      leftSection={<IconMicrophone size={16} stroke={1.7} aria-hidden />}
      rightSection={<IconChevronDown size={15} aria-hidden />}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? null : currentTarget.value)}
    />
  )
}
