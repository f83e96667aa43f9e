import { Strong } from '#web/ui/layout/text.ts'
import type { Voice } from '../engine/capture/audio-tap-messages.ts'
import { formatTimer } from '../timer.ts'
import { VoiceInitial } from '../video-visit/voice-initial.tsx'
import { turnsOf } from './turns-of.ts'
import type { LiveLine } from './use-live-text.ts'
import classes from './spoken-turns.module.css'

export type Speakers = Readonly<Record<Voice, { name: string; initial: string }>>

/** The live text of a video visit in turns, each with the name of its voice. */
export function SpokenTurns({ utterances, speakers }: { utterances: readonly LiveLine[]; speakers: Speakers }) {
  return turnsOf(utterances).map(({ id, voice, start, text }) => (
    <div key={id} className={classes.turn}>
      <VoiceInitial voice={voice} initial={speakers[voice].initial} />
      <div>
        <Strong span size="sm">
          {speakers[voice].name}
        </Strong>{' '}
        <span className={classes.time}>{formatTimer(start * 1000)}</span>
        <p>{text}</p>
      </div>
    </div>
  ))
}
