import type { Insights } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { riskConfirmer } from '../safety/confirm.ts'
import type { RiskMark } from '../safety/turns-by-mark.ts'

/** Marks statements about risk in insights for confirmation, as in a note. */
export function confirmRiskInInsights(
  insights: Insights,
  transcript: Transcript,
  marks: readonly RiskMark[],
): Insights {
  const confirm = riskConfirmer(transcript, marks)
  return {
    mainThemes: insights.mainThemes.map(confirm),
    clientMood: insights.clientMood.map(confirm),
    therapeuticTechniquesUsed: insights.therapeuticTechniquesUsed.map(confirm),
    suggestedFollowUp: insights.suggestedFollowUp.map(confirm),
    potentialConcerns: insights.potentialConcerns.map(confirm),
  }
}
