import * as z from 'zod'
import { type Insights, noInsights } from '#shared/contract/insights.ts'
import { hasEnoughSpeech } from '#server/clinical-text/language/spoken-words.ts'
import { threads } from '#server/threads/pool.ts'
import type { Question } from '../../drafter/language-model/ask.ts'
import { newFence } from '../../drafter/language-model/fence.ts'
import { dataTokens, partsOf } from '../../drafter/language-model/parts.ts'
import { withoutRepeats } from '../../drafter/language-model/repeats.ts'
import { evidenceOf, WrittenStatement } from '../../drafter/language-model/written-statement.ts'
import { type Analysis, type AnalysisRequest, AnalystError } from '../port.ts'
import { analysisInstructions, analysisPrompt, maxStatements } from './prompt.ts'

/** A prepared call to the model. */
export type AskModel = <T>(question: Pick<Question<T>, 'instructions' | 'prompt' | 'schema' | 'signal'>) => Promise<T>

const Written = z.array(WrittenStatement)

const Answer = z.object({
  mainThemes: Written,
  clientMood: Written,
  therapeuticTechniquesUsed: Written,
  suggestedFollowUp: Written,
  potentialConcerns: Written,
})
type Answer = z.infer<typeof Answer>

/** A session that needs more parts does not fit the model. */
const maxParts = 24

/**
 * The model's insights of a session, read in parts that each fit its context.
 * @throws AnalystError
 */
export async function analyzeWith(ask: AskModel, contextTokens: number, request: AnalysisRequest): Promise<Analysis> {
  const { transcript, clientFirstName, signal } = request
  signal.throwIfAborted()
  if (!hasEnoughSpeech(transcript)) return { insights: noInsights, analyst: 'language-model' }
  const fence = newFence()
  const frame = analysisInstructions + analysisPrompt({ clientFirstName, lines: [], part: 1, parts: 2, fence })
  const parts = partsOf(transcript, inputTokenBudget(frame, contextTokens))
  if (parts.length > maxParts) throw tooSmall()
  const answers: Answer[] = []
  for (const [at, lines] of parts.entries()) {
    const prompt = analysisPrompt({ clientFirstName, lines, part: at + 1, parts: parts.length, fence })
    answers.push(await ask({ instructions: analysisInstructions, prompt, schema: Answer, signal }))
  }
  const fields = Answer.keyof().options.map((name) => ({ name, statements: inTurn(answers.map((one) => one[name])) }))
  return { insights: await checkedInsights(fields, request), analyst: 'language-model' }
}

/**
 * Tokens for the data of a prompt.
 * @throws AnalystError
 */
export function inputTokenBudget(frame: string, contextTokens: number): number {
  const tokens = dataTokens(contextTokens, frame)
  if (tokens < 300) throw tooSmall()
  return tokens
}

const tooSmall = () => new AnalystError('The context of the language model is too small for this session.')

/** The statements of all parts in turn, the most important ones first. */
function inTurn(parts: readonly WrittenStatement[][]): WrittenStatement[] {
  const longest = Math.max(0, ...parts.map((part) => part.length))
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat()
}

interface Field {
  name: keyof Answer
  statements: readonly WrittenStatement[]
}

/** Checks the statements of all fields in one task, so that the transcript is copied to the thread once. */
async function checkedInsights(
  fields: readonly Field[],
  { transcript, clientFirstName: client, signal }: AnalysisRequest,
): Promise<Insights> {
  const written = fields.flatMap(({ name, statements }) =>
    statements
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, evidence }) => ({
        name,
        text: text.replace(/\s+/g, ' ').trim(),
        evidence: evidenceOf(evidence, transcript),
      })),
  )
  const statements = written.map(({ text, evidence }) => ({ text, evidence }))
  const checked = await threads.run('checkStatements', { statements, transcript, client }, signal)
  const insights: Insights = { ...noInsights }
  for (const { name } of fields) {
    const own = checked.filter((_, at) => written[at]?.name === name)
    insights[name] = withoutRepeats(own).slice(0, maxStatements)
  }
  return insights
}
