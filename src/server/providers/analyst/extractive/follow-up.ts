import type { SafetyPassage, Statement } from '#shared/contract/notes.ts'
import { isEvasion } from '#shared/rules/denials.ts'
import { checkedStatement } from '#shared/rules/evidence.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { spokenTermsOf } from '#shared/rules/words.ts'
import { asQuotation, asSaid, ended } from '../../drafter/extractive/clean.ts'
import { profileOf } from '../../drafter/extractive/profiles.ts'
import { quoted } from '../../drafter/extractive/render.ts'
import { scoreOf } from '../../drafter/extractive/select.ts'
import { statementsOf } from '../../drafter/extractive/statements.ts'
import type { Unit } from '../../drafter/extractive/units.ts'
import { passageStatement } from './grave.ts'
import { best, type Session } from './session.ts'

const mostPlans = 3
const mostUnanswered = 2
const most = 5

const plan = profileOf('SOAP', 'Plan')

/** What was agreed for later, and what was asked and left open. */
export function suggestedFollowUp(
  session: Session,
  safety: readonly SafetyPassage[],
): { statements: Statement[]; units: Unit[] } {
  const { units, salience, style, transcript } = session
  const unanswered = safety
    .filter(({ finding }) => finding === 'asked, not answered')
    .flatMap((passage) => passageStatement(session, passage) ?? [])
    .slice(0, mostUnanswered)
  const planned = best(session, (unit) => scoreOf(unit, plan, salience, units.length), mostPlans)
  const statements = [
    ...unanswered,
    ...statementsOf(planned, style, transcript).slice(0, mostPlans),
    ...leftOpen(session),
  ]
  return { statements: statements.slice(0, most), units: planned }
}

/** Open questions about something that the client could not answer yet, the last of them. */
function leftOpen({ transcript, style }: Session): Statement[] {
  const { utterances } = transcript
  const open = utterances.flatMap((utterance, at) => {
    const asked = utterances[at - 1]
    if (utterance.speaker === 'therapist' || asked?.speaker !== 'therapist' || !isEvasion(utterance.text)) return []
    const spans = sentenceSpans(utterance.text)
    const question = sentenceSpans(asked.text)
      .map(({ start, end }) => asked.text.slice(start, end))
      .findLast((sentence) => sentence.endsWith('?'))
    const first = spans[0] && utterance.text.slice(spans[0].start, spans[0].end)
    const isShort = spans.length <= 2 && utterance.text.length < 90
    if (!question || !first || !isShort || !/^\W*(?:\w+[\s,]+){0,3}(?:what|how|why|who|where)\b/i.test(question))
      return []
    if (spokenTermsOf(question).length < 3) return []
    const statement = checkedStatement(
      `Asked ${quoted(asQuotation(question))}, ${style.client} answered ${quoted(ended(asSaid(first)))}`,
      [
        { utteranceId: asked.id, quote: question },
        { utteranceId: utterance.id, quote: first },
      ],
      transcript,
      style.client,
    )
    return statement.check === 'supported' ? [statement] : []
  })
  return open.slice(-1)
}
