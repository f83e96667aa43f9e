import { splitSentences } from '#shared/rules/sentences.ts'
import { createScores } from '../../language/linear-models.ts'
import { neverPlans } from '../../language/undertakings.ts'
import client from './client-weights.json' with { type: 'json' }
import { planFeaturesOf } from './plan-features.ts'
import therapist from './therapist-weights.json' with { type: 'json' }

const scoresOf = { therapist: createScores(therapist), client: createScores(client) }

/** Scores above which a sentence counts, chosen for few false alarms in real sessions (decision 0145). */
const thresholds = { therapist: 1.25, client: 1.25 }

/** Longer sentences contain more than a plan, and their score is uncertain. */
const maxWords = 40

/**
 * True if a sentence resembles known plans of its speaker for the time after the session: agreements, proposals and requests whose
 * form no rule of `undertakingIn` knows. It may be wrong, so it decides where words are shown and never how they are described.
 */
export const resemblesPlan = (text: string, speaker: 'therapist' | 'client'): boolean =>
  splitSentences(text).some((sentence) => {
    if (sentence.split(/\s+/).length > maxWords || neverPlans(sentence, speaker)) return false
    const [score = 0] = scoresOf[speaker](planFeaturesOf(sentence))
    return score > thresholds[speaker]
  })
