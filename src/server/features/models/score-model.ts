import { DrafterError } from '#server/providers/drafter/port.ts'
import type { Case } from './cases.ts'
import { measure, type ModelUnderTest, type Progress } from './measure.ts'
import type { Score } from './score.ts'

interface Options extends Progress {
  /** The model's name in the settings. */
  model: string
  modelUnderTest: ModelUnderTest & { tokens: Readonly<Score['tokens']> }
  cases: readonly Case[]
}

/**
 * Scores a language model on the cases. The score includes the time and the tokens.
 * @throws DrafterError if the model answers in no case, because then the fault is not the model's
 */
export async function scoreModel({ model, modelUnderTest, cases, onCase, onFailure }: Options): Promise<Score> {
  const startedAt = performance.now()
  const measures = await measure(modelUnderTest, cases, { onCase, onFailure })
  const seconds = (performance.now() - startedAt) / 1000
  const tokens = { ...modelUnderTest.tokens }
  const { drafting, secondReading } = measures
  const isSilent =
    tokens.written === 0 && hasFailed(drafting.failed) && (!secondReading || hasFailed(secondReading.failed))
  if (isSilent) throw new DrafterError(`${model} answered in none of the ${cases.length} cases, so it has no score.`)
  return { model, ...measures, seconds, tokens }
}

const hasFailed = ({ count, of }: Score['drafting']['failed']) => count === of
