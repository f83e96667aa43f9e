import { type Doubt, doubtsOf, isOpen } from '../language/certainty.ts'
import { type Claim, type Finding, overlap } from './claim.ts'
import type { Heard } from './heard.ts'

const reasons: Readonly<Record<Doubt, string>> = {
  possible: 'This was said to be possible, not that it is so.',
  condition: 'This was said under a condition, not as a fact.',
  wish: 'This was wished for, not said to be so.',
  belief: 'This was thought or feared, not said to be so.',
  proposal: 'This was suggested or asked, not said to be so.',
}

/** What might be, was asked or was wished is told as a fact. */
export function certainty(claim: Claim, heard: readonly Heard[]): Finding | null {
  if (isOpen(claim) || claim.isConditional) return null
  const scored = heard.map((one) => ({ one, score: overlap(claim.content, one), doubts: doubtsOf(one) }))
  const best = Math.max(0, ...scored.filter(({ one }) => !one.isContext).map(({ score }) => score))
  if (best < 0.5) return null
  const nearest = scored.filter(({ one, score }) => !one.isContext && score >= best - 0.25)
  const [doubt] = nearest.find(({ score }) => score === best)?.doubts ?? []
  const against = nearest.find(({ score }) => score === best)?.one
  if (doubt === undefined || !against || nearest.some(({ doubts }) => doubts.size === 0)) return null
  return { reason: reasons[doubt], against }
}
