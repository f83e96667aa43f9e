import { ActionIcon, Badge, Button } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconUserQuestion, IconUsers } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Utterance } from '#shared/contract/transcripts.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { correctedWords } from './corrected-words.ts'
import { SpeakerInitial } from './speaker-initial.tsx'
import { initialOf, nameIn, type People } from './speakers.ts'
import classes from './transcripts.module.css'

/** Playback of one turn; null without stored audio or times. */
type TurnPlayback = { isPlaying: boolean; toggle: () => void } | null

type Props = {
  utterance: Utterance
  people: People
  hasTime: boolean
  isUnread: boolean
  /** Seconds in which the turn overlaps a neighboring turn. */
  overlap: number | undefined
  playback: TurnPlayback
  menu: ReactNode
  /** Editor to show in place of the words. */
  editor: ReactNode
  /** Null for users who cannot edit, and while a change is being saved. */
  onKeepSpeaker: (() => void) | null
  /** Null for users who cannot edit. */
  onRestore: (() => void) | null
}

/** One turn with its speaker, time, words and marks. */
export function Turn(props: Props) {
  const { utterance, people, hasTime, isUnread, overlap, playback, menu, editor, onKeepSpeaker, onRestore } = props
  const name = nameIn(people, utterance)
  const { original, text } = utterance
  const corrected = original && original.text !== text ? correctedWords(text, original.text) : null
  return (
    <>
      <div className={classes.head}>
        <SpeakerInitial initial={initialOf(name)} speaker={utterance.speaker} isSmall />
        <Strong span size="sm">
          {name}
        </Strong>
        {hasTime && <span className={`num ${classes.time}`}>{mediaTime(utterance.start)}</span>}
        {playback?.isPlaying && (
          <Strong span size="sm" className={classes.playing}>
            Playing
          </Strong>
        )}
        {overlap !== undefined && (
          <Badge color="ochre" leftSection={<IconUsers size={14} aria-hidden />}>
            {overlapName(overlap)}
          </Badge>
        )}
        {utterance.isSpeakerUnsure && (
          <>
            <Badge color="ochre" leftSection={<IconUserQuestion size={14} aria-hidden />}>
              Who said this?
            </Badge>
            {onKeepSpeaker && (
              <Button variant="subtle" size="compact-xs" className={classes.keep} onClick={onKeepSpeaker}>
                Keep {name}
              </Button>
            )}
          </>
        )}
        {isUnread && <Badge color="ochre">Not read for the note</Badge>}
        {corrected && (
          <span className={classes.original}>
            <IconPencil size={14} aria-hidden />
            <Hint span size="xs">
              {originalWords(corrected.replaced)}
            </Hint>
            {onRestore && (
              <Button variant="subtle" size="compact-xs" onClick={onRestore}>
                Restore
              </Button>
            )}
          </span>
        )}
        <span className={classes.turnActions}>
          {playback && (
            <ActionIcon
              variant="subtle"
              color="gray"
              tabIndex={-1}
              aria-label={
                playback.isPlaying ? 'Pause' : `Play ${mediaTime(utterance.start)} to ${mediaTime(utterance.end)}`
              }
              onClick={playback.toggle}
            >
              {playback.isPlaying ? (
                <IconPlayerPause size={17} aria-hidden />
              ) : (
                <IconPlayerPlay size={17} aria-hidden />
              )}
            </ActionIcon>
          )}
          {menu}
        </span>
      </div>
      {editor ?? (
        <p className={classes.said} lang={utterance.language} dir="auto">
          {corrected
            ? corrected.stretches.map((stretch, at) =>
                stretch.isNew ? (
                  // oxlint-disable-next-line react/no-array-index-key -- a part has no identity other than its position
                  <Fragment key={at}>
                    {/^\s*/.exec(stretch.text)?.[0]}
                    <span className={classes.correctedWord}>{stretch.text.trimStart()}</span>
                  </Fragment>
                ) : (
                  stretch.text
                ),
              )
            : text || <span className={classes.noWords}>No words</span>}
        </p>
      )}
    </>
  )
}

function overlapName(seconds: number): string {
  if (seconds === 0) return 'Overlap'
  return `Overlap, ${seconds === 1 ? '1 second' : `${seconds} seconds`}`
}

const maxOriginalLength = 60

function originalWords(replaced: string): string {
  if (replaced === '') return 'Words added'
  const words = replaced.length <= maxOriginalLength ? replaced : `${replaced.slice(0, maxOriginalLength).trimEnd()}…`
  return `Original: “${words}”`
}
