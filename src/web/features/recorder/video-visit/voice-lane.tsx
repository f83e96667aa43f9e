import { Hint, Strong } from '#web/ui/layout/text.ts'
import type { Voice } from '../engine/capture/audio-tap-messages.ts'
import type { VisitAudio } from '../engine/visit/visit-audio.ts'
import { LevelMeter } from '../microphone/level-meter.tsx'
import { VoiceInitial } from './voice-initial.tsx'
import classes from './video-visit.module.css'

type Props = {
  audio: VisitAudio
  voice: Voice
  name: string
  initial: string
  source: string
  isCapturing: boolean
}

/** The loudness of one voice while it is being recorded. */
export function VoiceLane({ audio, voice, name, initial, source, isCapturing }: Props) {
  return (
    <div className={classes.lane} data-voice={voice}>
      <div className={classes.laneHead}>
        <VoiceInitial voice={voice} initial={initial} />
        <Strong>{name}</Strong>
        <Hint className={classes.source}>{source}</Hint>
      </div>
      <LevelMeter onLevel={audio.onLevel[voice]} isCapturing={isCapturing} className={classes.meter} />
    </div>
  )
}
