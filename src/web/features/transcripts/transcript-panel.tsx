import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { labelledSpeakers, roles } from './speakers.ts'
import { Turn } from './turn.tsx'
import type { TurnCorrection } from './use-turn-correction.ts'
import classes from './transcripts.module.css'

type Props = {
  sessionId: string
  transcript: Transcript | undefined
  /** The error if the transcript failed to load. */
  failure: Error | null
  onRetry: () => void
  canEdit: boolean
  correction: TurnCorrection
  /** The utterance to scroll to and highlight. */
  shownId: string | null
  /** Turns that the draft did not use. */
  unread: ReadonlySet<string>
  play: (utterance: Utterance) => ReactNode
}

/** The transcript by turn, with speakers. */
export function TranscriptPanel({
  sessionId,
  transcript,
  failure,
  onRetry,
  canEdit,
  correction,
  shownId,
  unread,
  play,
}: Props) {
  if (failure && !transcript) {
    return <LoadFailure error={failure} fallback="Failed to get transcript" onRetry={onRetry} />
  }
  if (!transcript) {
    return <Placeholder kind="field" count={3} />
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
            correction={canEdit ? correction : null}
          />
        ))}
      </ol>
    </>
  )
}

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
      <Hint mb="2xs">Who is who? One click corrects every turn of a speaker.</Hint>
      <ul className={classes.speakers}>
        {labelledSpeakers(transcript.utterances).map(({ label, speaker, turns }) => (
          <li key={label} className={classes.speaker}>
            <span>
              <Strong span>{label || 'Without a name'}</Strong>{' '}
              <Hint span className="num">
                {turns === 1 ? '1 turn' : `${turns} turns`}
              </Hint>
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
