import type { Evidence, SafetyPassage } from '#shared/contract/notes.ts'
import { topicNames } from '#shared/rules/safety-status.ts'

/**
 * Returns the safety passages that a risk statement cites. If it cites only other turns, returns the passages whose
 * exchange contains them.
 */
export function citedPassages(evidence: readonly Evidence[], safety: readonly SafetyPassage[]): SafetyPassage[] {
  const cited = new Set(evidence.map(({ utteranceId }) => utteranceId))
  const direct = safety.filter(({ utteranceId }) => cited.has(utteranceId))
  return direct.length > 0 ? direct : safety.filter(({ exchange }) => exchange.some((id) => cited.has(id)))
}

/** Returns the turns of the whole exchanges around the safety passages that a risk statement cites. */
export function riskExchange(evidence: readonly Evidence[], safety: readonly SafetyPassage[]): string[] {
  const exchanges = citedPassages(evidence, safety).flatMap(({ exchange }) => exchange)
  return [...new Set([...exchanges, ...evidence.map(({ utteranceId }) => utteranceId)])]
}

/** Groups the passages outside the exchange by topic. */
export function otherPassages(
  besides: readonly Evidence[],
  exchange: readonly string[],
  safety: readonly SafetyPassage[],
): Map<SafetyPassage['topic'] | undefined, Evidence[]> {
  return Map.groupBy(
    besides.filter(({ utteranceId }) => !exchange.includes(utteranceId)),
    ({ utteranceId }) => safety.find((passage) => passage.utteranceId === utteranceId)?.topic,
  )
}

/** Returns the heading of passages on a topic. */
export const alsoSaid = (topic: SafetyPassage['topic'] | undefined) =>
  topic ? `Also said about ${topicNames[topic].toLowerCase()}` : 'Also said in the session'
