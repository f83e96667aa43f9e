import type { Speaker } from '#shared/contract/transcripts.ts'
import classes from './transcripts.module.css'

type Props = { initial: string; speaker: Speaker; isSmall?: boolean }

/** The letter or number of a speaker. It is decorative, because the name is beside it. */
export function SpeakerInitial({ initial, speaker, isSmall = false }: Props) {
  return (
    <span className={classes.initial} data-speaker={speaker} data-is-small={isSmall || undefined} aria-hidden>
      {initial}
    </span>
  )
}
