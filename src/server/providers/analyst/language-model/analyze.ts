import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Insights, noInsights } from '#shared/contract/insights.ts'
import type { Evidence, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { hasEnoughSpeech } from '#server/clinical-text/language/spoken-words.ts'
import { threads } from '#server/threads/pool.ts'
import type { Question } from '../../drafter/language-model/ask.ts'
import { estimateTokens, partsOf } from '../../drafter/language-model/parts.ts'
import { withoutRepeats } from '../../drafter/language-model/repeats.ts'
import { type Analysis, type AnalysisRequest, AnalystError } from '../port.ts'
import { analysisInstructions, analysisPrompt, maxStatements } from './prompt.ts'

/** A prepared call to the model. */
export type AskModel = <T>(question: Pick<Question<T>, 'instructions' | 'prompt' | 'schema' | 'signal'>) => Promise<T>

const Written = z.array(
  z.object({ text: z.string(), evidence: z.array(z.object({ utterance: z.int(), quote: z.string() })) }),
)
type Written = z.infer<typeof Written>

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
  const fence = `data-${randomUUID().slice(0, 8)}`
  const frame = analysisInstructions + analysisPrompt({ clientFirstName, lines: [], part: 1, parts: 2, fence })
  const parts = partsOf(transcript, inputTokenBudget(frame, contextTokens))
  if (parts.length > maxParts) throw tooSmall()
  const answers: Answer[] = []
  for (const [at, lines] of parts.entries()) {
    const prompt = analysisPrompt({ clientFirstName, lines, part: at + 1, parts: parts.length, fence })
    answers.push(await ask({ instructions: analysisInstructions, prompt, schema: Answer, signal }))
  }
  const field = (name: keyof Answer) =>
    statementsOf(
      answers.map((answer) => answer[name]),
      request,
    )
  const insights: Insights = {
    mainThemes: await field('mainThemes'),
    clientMood: await field('clientMood'),
    therapeuticTechniquesUsed: await field('therapeuticTechniquesUsed'),
    suggestedFollowUp: await field('suggestedFollowUp'),
    potentialConcerns: await field('potentialConcerns'),
  }
  return { insights, analyst: 'language-model' }
}

/**
 * Tokens for the input; a third of the context is for the answer.
 * @throws AnalystError
 */
export function inputTokenBudget(frame: string, contextTokens: number): number {
  const remainingTokens = Math.floor((contextTokens * 2) / 3) - estimateTokens(frame)
  return remainingTokens < 300 ? fail() : remainingTokens
}

const tooSmall = () => new AnalystError('The context of the language model is too small for this session.')
function fail(): never {
  throw tooSmall()
}

/** Takes statements of all parts in turn, the most important ones first. */
async function statementsOf(
  parts: readonly Written[],
  { transcript, clientFirstName: client, signal }: AnalysisRequest,
): Promise<Statement[]> {
  const longest = Math.max(0, ...parts.map((part) => part.length))
  const inTurn = Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part[at] ?? [])).flat()
  const statements = inTurn
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, evidence }) => ({
      text: text.replace(/\s+/g, ' ').trim(),
      evidence: evidence.flatMap((one) => evidenceOf(one, transcript)),
    }))
  const checked = await threads.run('checkStatements', { statements, transcript, client }, signal)
  return withoutRepeats(checked).slice(0, maxStatements)
}

function evidenceOf({ utterance, quote }: Written[number]['evidence'][number], transcript: Transcript): Evidence[] {
  const id = transcript.utterances[utterance - 1]?.id
  return id === undefined ? [] : [{ utteranceId: id, quote }]
}
