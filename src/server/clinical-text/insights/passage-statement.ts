import type { SafetyPassage, Statement } from '#shared/contract/notes.ts'
import type { Utterance } from '#shared/contract/transcripts.ts'
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
  const answer = answerTo(at, passage, transcript.utterances)
  const answered =
    answer.length > 0 &&
    check(`When asked ${quoted(quote)}, ${client} answered ${answer.map(({ text }) => quoted(text)).join(' ')}`, [
      ...ownEvidence,
      ...answer.map(({ id, text }) => ({ utteranceId: id, quote: text })),
    ])
  return answered || check(`Asked: ${quoted(quote)}`)
}

/** Longer acknowledgements may be what the client responds to. */
const maxAcknowledgementWords = 3

/**
 * The client's turns of the exchange up to the therapist's next question or remark. It is the whole answer, because the
 * words after a no may take it back.
 */
function answerTo(at: number, { exchange }: SafetyPassage, utterances: readonly Utterance[]): Utterance[] {
  const after = utterances.slice(at + 1).filter(({ id }) => exchange.includes(id))
  const end = after.findIndex(
    ({ speaker, text }, place) =>
      speaker === 'therapist' &&
      after.slice(0, place).some(isOthersTurn) &&
      (text.includes('?') || wordsOf(text).length > maxAcknowledgementWords),
  )
  return (end < 0 ? after : after.slice(0, end)).filter(isAnswer)
}

const isOthersTurn = ({ speaker, text }: Utterance) => speaker !== 'therapist' && wordsOf(text).length > 0
const isAnswer = (turn: Utterance) => isOthersTurn(turn) && turn.speaker !== 'other'
