import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { NotePage } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { citedTurn } from '#shared/rules/cited-turn.ts'
import { mediaTime } from '#shared/rules/media-time.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import type { EvidenceTools } from './evidence-tools.ts'
import { namedSpeakers } from './named-speakers.ts'
import { withNeighbors } from './with-neighbors.ts'

type Span = Pick<Utterance, 'start' | 'end'>

/** The evidence of a note, from its session's transcript. `showTurn` opens the transcript at a turn. */
export function useNoteEvidence({
  page: { session, note },
  transcript,
  current,
  showTurn,
  renderPlay,
}: {
  page: Pick<NotePage, 'session' | 'note'>
  transcript: UseQueryResult<Transcript>
  current: EvidenceTools['current']
  showTurn: (utteranceId: string) => void
  renderPlay: { turn: (span: Span) => ReactNode; span: (span: Span) => ReactNode }
}): EvidenceTools {
  const utterances = useMemo(() => transcript.data?.utterances ?? [], [transcript.data])
  const byId = useMemo(() => new Map(utterances.map((utterance) => [utterance.id, utterance])), [utterances])
  const speakers = useMemo(() => namedSpeakers(utterances), [utterances])
  const hasTimes = transcript.data?.hasTimes === true
  const isPlayable = session.hasAudio && hasTimes
  /** Returns the turn with the cited words, also after the turn was split or merged. */
  const turnOf = (utteranceId: string, quote?: string) => citedTurn(utterances, { utteranceId, quote })
  return {
    sourceOf: (id, quote) => {
      const utterance = turnOf(id, quote)
      if (!utterance) return null
      return {
        speaker: speakerName(utterance),
        isTherapist: utterance.speaker === 'therapist',
        text: utterance.text,
        time: hasTimes ? mediaTime(utterance.start) : null,
        play: isPlayable ? renderPlay.turn(utterance) : null,
      }
    },
    showInTranscript: (id, quote) => showTurn(turnOf(id, quote)?.id ?? id),
    speakers,
    around: (ids) => withNeighbors(utterances, ids).map(({ id }) => id),
    playSpan: (ids) => {
      const turns = ids.flatMap((id) => byId.get(id) ?? [])
      const [first, last] = [turns[0], turns.at(-1)]
      return first && last && isPlayable ? renderPlay.span({ start: first.start, end: last.end }) : null
    },
    current,
    safety: note.safety,
    isSourceDeleted: session.transcriptDeletedAt !== null,
    isSafetyRead: !session.otherLanguage || session.otherLanguage.isPartly,
    state: transcript.data ? 'ready' : transcript.isError ? 'failed' : 'loading',
    onRetry: () => void transcript.refetch(),
  }
}
