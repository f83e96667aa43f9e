import type { SafetyPassage, Statement } from '#shared/contract/notes.ts'
import { checkedStatement } from '../evidence/evidence.ts'
import { wordsOf } from '../language/words.ts'
import { withEndMark, quoted } from '../excerpts/verbatim.ts'
import type { Session } from './session.ts'

/** A safety passage as a statement; a therapist's question with its answer. Null if the evidence check fails. */
export function passageStatement({ transcript, client }: Session, passage: SafetyPassage): Statement | null {
  const { utteranceId, quote } = passage
  const at = transcript.utterances.findIndex(({ id }) => id === utteranceId)
  const speaker = transcript.utterances[at]?.speaker
  const ownEvidence = [{ utteranceId, quote }]
  const check = (text: string, evidence = ownEvidence) => {
    const statement = checkedStatement(withEndMark(text), evidence, transcript, client)
    return statement.check === 'supported' ? statement : null
  }
  if (speaker === 'other') return check(`Another person says: ${quoted(quote)}`)
  if (speaker !== 'therapist') return check(`${client} reports: ${quoted(quote)}`)
  const next = transcript.utterances
    .slice(at + 1, at + 4)
    .find((one) => one.speaker !== 'therapist' && wordsOf(one.text).length > 0)
  if (!next) return check(`Asked: ${quoted(quote)}`)
  // The whole answer: the words after a no may take it back.
  const answer = next.text
  return check(`When asked ${quoted(quote)}, ${client} answered ${quoted(answer)}`, [
    ...ownEvidence,
    { utteranceId: next.id, quote: answer },
  ])
}
