import * as z from 'zod'
import { DrafterError, type DraftRequest } from '../port.ts'
import { ask } from './ask.ts'
import type { LanguageModelOptions } from './options.ts'
import { estimateTokens, type Line } from './parts.ts'
import { factsPrompt, instructions, sectionsPrompt } from './prompt.ts'
import { StatementText } from './statement-text.ts'
import { WrittenStatement } from './written-statement.ts'

const Facts = z.object({ facts: z.array(WrittenStatement) })

const sectionsSchema = (titles: readonly string[]) =>
  z.object({
    sections: z.array(
      z.object({
        title: z.string().meta({ enum: titles }),
        statements: z.array(z.object({ text: StatementText, facts: z.array(z.int()) })),
      }),
    ),
  })

export interface DraftedSection {
  title: string
  statements: WrittenStatement[]
}

interface Job {
  request: DraftRequest
  parts: readonly (readonly Line[])[]
  /** Titles of the sections to draft. */
  titles: readonly string[]
  /** Tokens for the facts of one prompt. */
  tokens: number
  fence: string
}

/**
 * Drafts a session that does not fit the context of a small model: first the facts of each part with their utterances,
 * then the sections from the facts. A statement has the evidence of its facts.
 * @throws DrafterError as `ask` does, and if no part has a fact
 */
export async function draftFromFacts(options: LanguageModelOptions, job: Job): Promise<DraftedSection[]> {
  const { request, parts, titles, tokens, fence } = job
  const facts: WrittenStatement[] = []
  for (const [at, lines] of parts.entries()) {
    const prompt = factsPrompt({ request, lines, part: at + 1, parts: parts.length, fence })
    const answer = await ask({ ...options, instructions, prompt, schema: Facts, signal: request.signal })
    facts.push(...answer.facts.filter(({ text }) => text.trim() !== ''))
  }
  if (facts.length === 0) throw new DrafterError('The language model found no fact in the session.')
  const sections: DraftedSection[] = []
  for (const some of inPrompts(facts, tokens)) {
    const prompt = sectionsPrompt({ request, facts: some.map(({ text }) => text), fence })
    const answer = await ask({
      ...options,
      instructions,
      prompt,
      schema: sectionsSchema(titles),
      signal: request.signal,
    })
    sections.push(
      ...answer.sections.map(({ title, statements }) => ({
        title,
        statements: statements.map(({ text, facts: cited }) => ({
          text,
          evidence: cited.flatMap((number) => some[number - 1]?.evidence ?? []),
        })),
      })),
    )
  }
  return sections
}

/** Splits the facts into prompts of at most `tokens`. */
function inPrompts(facts: readonly WrittenStatement[], tokens: number): WrittenStatement[][] {
  const prompts: WrittenStatement[][] = []
  let size = 0
  for (const fact of facts) {
    const factTokens = estimateTokens(fact.text) + 6
    const prompt = prompts.at(-1)
    if (prompt && size + factTokens <= tokens) {
      prompt.push(fact)
      size += factTokens
    } else {
      prompts.push([fact])
      size = factTokens
    }
  }
  return prompts
}
