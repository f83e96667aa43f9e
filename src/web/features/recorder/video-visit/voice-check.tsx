import { IconCheck, IconClock, IconVolumeOff } from '@tabler/icons-react'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import type { Voice } from '../engine/capture/audio-tap-messages.ts'
import type { VisitAudio } from '../engine/visit/visit-audio.ts'
import { LevelMeter } from '../microphone/level-meter.tsx'
import classes from './video-visit.module.css'

/** State of a voice's meter before the start. */
export type MeterStatus = 'sound' | 'waiting' | 'no tab audio' | 'no microphone'

const states = {
  sound: { text: 'Sound detected', Icon: IconCheck },
  waiting: { text: 'Waiting for sound', Icon: IconClock },
  'no tab audio': { text: 'No tab audio', Icon: IconVolumeOff },
  'no microphone': { text: 'No microphone', Icon: IconVolumeOff },
} as const

type Props = { audio: VisitAudio; voice: Voice; name: string; source: string; detected: MeterStatus | null }

/** The level meter of one voice before the start. `detected` is null until the tab is shared. */
export function VoiceCheck({ audio, voice, name, source, detected }: Props) {
  const { text, Icon } = states[detected ?? 'waiting']
  return (
    <div className={classes.check} data-voice={voice}>
      <div>
        <Strong>{name}</Strong>
        <Hint>{source}</Hint>
      </div>
      <LevelMeter onLevel={audio.onLevel[voice]} isCapturing className={classes.meter} />
      <output className={classes.detected} data-detected={detected} aria-label={name}>
        {detected !== null && (
          <>
            <Icon size={17} stroke={1.8} aria-hidden />
            {text}
          </>
        )}
      </output>
    </div>
  )
}
