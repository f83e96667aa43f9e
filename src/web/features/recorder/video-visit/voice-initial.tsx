import { Avatar } from '@mantine/core'
import type { Voice } from '../engine/capture/audio-tap-messages.ts'

/** The color of a voice in meters and live text. */
const voiceColor: Readonly<Record<Voice, string>> = { therapist: 'spruce', client: 'dusk' }

/** The initial of a voice. It is decorative, because the name is beside it. */
export function VoiceInitial({ voice, initial }: { voice: Voice; initial: string }) {
  return (
    <Avatar size={24} radius="xl" color={voiceColor[voice]} aria-hidden>
      {initial}
    </Avatar>
  )
}
