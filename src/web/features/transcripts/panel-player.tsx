import { ActionIcon } from '@mantine/core'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { Utterance } from '#shared/contract/transcripts.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import type { LabelledSpeaker } from './speakers.ts'
import classes from './panel-player.module.css'

/** The page's playback of the session recording. Times are in seconds from its start. */
export type Playback = {
  isActive: boolean
  isPlaying: boolean
  position: number
  play: (span: { start: number; end: number }) => void
  stop: () => void
}

type Props = {
  playback: Playback
  utterances: readonly Utterance[]
  /** The speakers that have a lane. */
  lanes: readonly LabelledSpeaker[]
  seconds: number
}

/** A player for the whole session, with a lane of turns for each of the two main speakers. */
export function PanelPlayer({ playback, utterances, lanes, seconds }: Props) {
  const { isActive, position } = playback
  const from = position >= seconds - 0.5 ? 0 : position
  return (
    <div className={classes.player}>
      <ActionIcon
        variant="filled"
        radius="50%"
        size={44}
        aria-label={isActive ? 'Pause' : 'Play'}
        onClick={() => (isActive ? playback.stop() : playback.play({ start: from, end: seconds }))}
      >
        {isActive ? <IconPlayerPauseFilled size={20} aria-hidden /> : <IconPlayerPlayFilled size={20} aria-hidden />}
      </ActionIcon>
      <div className={classes.lanes} aria-hidden>
        {lanes.map(({ label, initial, speaker }) => (
          <div key={label} className={classes.lane}>
            <span className={classes.laneName}>{initial}</span>
            <Lane utterances={utterances} label={label} speaker={speaker} seconds={seconds} />
          </div>
        ))}
        <div className={classes.laneNow}>
          <span style={{ insetInlineStart: `${Math.min(100, (position / seconds) * 100)}%` }} />
        </div>
      </div>
      <span className="num">
        <strong>{mediaTime(position)}</strong> of {mediaTime(seconds)}
      </span>
    </div>
  )
}

/** Number of positions in a lane. More could not be distinguished. */
const lanePlaces = 400

type LaneProps = Pick<Props, 'utterances' | 'seconds'> & Pick<LabelledSpeaker, 'label' | 'speaker'>

/** The turns of one speaker. They are a single SVG path, so that long transcripts render fast. */
function Lane({ utterances, label, speaker, seconds }: LaneProps) {
  const place = (time: number) => Math.round((time / seconds) * lanePlaces)
  const path = new Set(
    utterances
      .filter((turn) => turn.label === label)
      .map(
        ({ start, end }) =>
          `M${place(start)} 0h${Math.max(2, place(end) - place(start) - 1)}v8h-${Math.max(2, place(end) - place(start) - 1)}z`,
      ),
  )
  return (
    <svg
      className={classes.laneTurns}
      data-speaker={speaker}
      viewBox={`0 0 ${lanePlaces} 8`}
      preserveAspectRatio="none"
    >
      <path d={[...path].join('')} />
    </svg>
  )
}
