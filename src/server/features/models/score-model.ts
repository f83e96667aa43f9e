import type { Case } from './cases.ts'
import { type ModelUnderTest, measure } from './measure.ts'
import type { Score } from './score.ts'

interface Options {
  /** The model's name in the settings. */
  model: string
  measured: ModelUnderTest & { tokens: Readonly<Score['tokens']> }
  cases: readonly Case[]
  /** Called after each case. */
  onCase: (done: Case) => void
}

/** Scores a language model over the cases, with time and tokens. */
export async function scoreModel({ model, measured, cases, onCase }: Options): Promise<Score> {
  const begun = performance.now()
  const found = await measure(measured, cases, onCase)
  return { model, ...found, seconds: (performance.now() - begun) / 1000, tokens: { ...measured.tokens } }
}
