import { amountsIn } from '../language/numbers.ts'
import { isOver, tenseOf } from '../language/tense.ts'
import type { Claim, Finding } from './claim.ts'
import { type SourceClause, saidIn } from './source-clauses.ts'

const textOf = ({ words }: Pick<SourceClause, 'words'>) => words.map(({ text }) => text).join(' ')
const valuesIn = (text: string) => amountsIn(text).flatMap(({ value, isVague }) => (isVague ? [] : [value]))

const isFormer = (one: SourceClause) => tenseOf(one.words) === 'past' || isOver(textOf(one))

/** `Four. Used to be six.`: the note gives the former figure as the present one. */
export function formerFigure(claim: Claim, source: readonly SourceClause[]): Finding | null {
  if (tenseOf(claim.words) !== 'present') return null
  const claimed = valuesIn(textOf(claim))
  const cited = saidIn(source).filter(({ words }) => valuesIn(textOf({ words })).length > 0)
  const [former, present] = [cited.filter(isFormer), cited.filter((one) => !isFormer(one))]
  const figuresIn = (clauses: readonly SourceClause[]) => new Set(clauses.flatMap((one) => valuesIn(textOf(one))))
  const [then, now] = [figuresIn(former), figuresIn(present)]
  const isOld = claimed.length > 0 && now.size > 0 && claimed.every((value) => then.has(value) && !now.has(value))
  const [against] = former
  return isOld && against ? { reason: 'This was the figure at an earlier time.', against } : null
}
