import type { Case } from './cases.ts'
import { type ModelUnderTest, measure } from './measure.ts'
import type { Score } from './score.ts'

interface Options {
  /** The model's name in the settings. */
  model: string
  modelUnderTest: ModelUnderTest & { tokens: Readonly<Score['tokens']> }
  cases: readonly Case[]
  /** Called after each case. */
  onCase: (done: Case) => void
}

/** Scores a language model on the cases. The score includes the time and the tokens. */
export async function scoreModel({ model, modelUnderTest, cases, onCase }: Options): Promise<Score> {
  const startedAt = performance.now()
  const measures = await measure(modelUnderTest, cases, onCase)
  const seconds = (performance.now() - startedAt) / 1000
  return { model, ...measures, seconds, tokens: { ...modelUnderTest.tokens } }
}
