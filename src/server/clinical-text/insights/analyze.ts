import { type Insights, noInsights } from '#shared/contract/insights.ts'
import { findSafety } from '../safety/safety.ts'
import { hasEnoughSpeech } from '../language/spoken-words.ts'
import type { AnalysisRequest } from '#server/providers/analyst/port.ts'
import { clientMood } from './client-mood.ts'
import { potentialConcerns } from './concerns.ts'
import { suggestedFollowUp } from './follow-up.ts'
import { mainThemes } from './main-themes.ts'
import { sessionOf } from './session.ts'
import { therapeuticTechniques } from './techniques.ts'

/** Insights without a language model: only what was said, selected and ordered. */
export function insightsOf({ transcript, clientFirstName }: Omit<AnalysisRequest, 'signal'>): Insights {
  if (!hasEnoughSpeech(transcript)) return noInsights
  const session = sessionOf(transcript, clientFirstName)
  const safety = findSafety(session.transcript, [])
  const followUp = suggestedFollowUp(session, safety)
  const mood = clientMood(session, followUp.units)
  return {
    mainThemes: mainThemes(session),
    clientMood: mood.statements,
    therapeuticTechniquesUsed: therapeuticTechniques(session),
    suggestedFollowUp: followUp.statements,
    potentialConcerns: potentialConcerns(session, safety, [...followUp.units, ...mood.units]),
  }
}
