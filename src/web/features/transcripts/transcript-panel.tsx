import { Badge, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Speaker, Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { mediaTime } from '#web/ui/media-time.ts'
import { showFailure, showSuccess } from '#web/ui/toast.ts'
import { labelledSpeakers, speakerName } from './speakers.ts'
import classes from './transcripts.module.css'

type Props = {
  sessionId: string
  transcript: Transcript | undefined
  /** Why the transcript is not there, once that is known. */
  failure: Error | null
  onRetry: () => void
  canEdit: boolean
  /** The utterance to show first; it is marked. */
  shownId: string | null
  /** Turns that the note was drafted without. */
  unread: ReadonlySet<string>
  play: (utterance: Utterance) => ReactNode
}

/** What was said, turn by turn, and who said it. */
export function TranscriptPanel({ sessionId, transcript, failure, onRetry, canEdit, shownId, unread, play }: Props) {
  if (failure && !transcript) {
    return <LoadFailure error={failure} fallback="Failed to get transcript" onRetry={onRetry} />
  }
  if (!transcript) {
    return (
      <Stack>
        <Skeleton h={60} />
        <Skeleton h={60} />
        <Skeleton h={60} />
      </Stack>
    )
  }
  return (
    <>
      {canEdit && <Speakers sessionId={sessionId} transcript={transcript} />}
      <ol className={classes.turns} aria-label="Turns">
        {transcript.utterances.map((utterance) => (
          <Turn
            key={utterance.id}
            utterance={utterance}
            hasTime={transcript.hasTimes}
            isShown={utterance.id === shownId}
            isUnread={unread.has(utterance.id)}
            play={play}
          />
        ))}
      </ol>
    </>
  )
}

type TurnProps = Pick<Props, 'play'> & { utterance: Utterance; hasTime: boolean; isShown: boolean; isUnread: boolean }

function Turn({ utterance, hasTime, isShown, isUnread, play }: TurnProps) {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'center' })
  }, [isShown])
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={classes.turn}
      data-shown={isShown || undefined}
      data-autofocus={isShown || undefined}
    >
      <div className={classes.head}>
        <Text span fz="xs" fw={600}>
          {speakerName(utterance)}
        </Text>
        {hasTime && <span className={`num ${classes.time}`}>{mediaTime(utterance.start)}</span>}
        {play(utterance)}
        {isUnread && <Badge color="ochre">Not read for the note</Badge>}
      </div>
      <p className={classes.said} lang={utterance.language}>
        {utterance.text}
      </p>
    </li>
  )
}

const roles: readonly { speaker: Speaker; name: string }[] = [
  { speaker: 'therapist', name: 'Therapist' },
  { speaker: 'client', name: 'Client' },
  { speaker: 'other', name: 'Other' },
]

function Speakers({ sessionId, transcript }: { sessionId: string; transcript: Transcript }) {
  const cache = useQueryClient()
  const relabel = useMutation({
    ...query.transcripts.relabel.mutationOptions(),
    onSuccess: (changed) => {
      cache.setQueryData(query.transcripts.get.queryKey({ input: { sessionId } }), changed)
      showSuccess('The speaker was corrected.', 2000)
    },
    onError: (error) => showFailure(readError(error, 'The speaker could not be changed. Try again.').sentence),
  })
  return (
    <section aria-label="Speakers">
      <Text fz="sm" c="dimmed" mb={8}>
        Who is who? One click corrects every turn of a speaker.
      </Text>
      <ul className={classes.speakers}>
        {labelledSpeakers(transcript.utterances).map(({ label, speaker, turns }) => (
          <li key={label} className={classes.speaker}>
            <span>
              <Text span fw={600}>
                {label || 'Without a name'}
              </Text>{' '}
              <Text span fz="sm" c="dimmed" className="num">
                {turns === 1 ? '1 turn' : `${turns} turns`}
              </Text>
            </span>
            <fieldset className={classes.roles} aria-label={`${label || 'Speaker without a name'} is`}>
              {roles.map((role) => (
                <Button
                  key={role.speaker}
                  size="compact-sm"
                  variant={role.speaker === speaker ? 'filled' : 'default'}
                  aria-pressed={role.speaker === speaker}
                  disabled={relabel.isPending}
                  onClick={() => relabel.mutate({ sessionId, label, speaker: role.speaker })}
                >
                  {role.name}
                </Button>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  )
}
