import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { Fault } from '#server/features/models/score.ts'
import { SafetyPassage } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'

/**
 * Rules are developed on `develop`. `final` runs only at the end. `read` was once a part like `final`, but the developers have read its cases since.
 * `adversarial` are risk exchanges that were invented before the rules changed.
 */
export const Part = z.enum(['develop', 'read', 'final', 'adversarial'])
export type Part = z.infer<typeof Part>

/** `true`, or the fault of a false statement in the terms of the check. Each false statement has one fault. */
export const Kind = z.enum(['true', ...Fault.exclude(['unsupported']).options])
export type Kind = z.infer<typeof Kind>

/** One turn per line, `Therapist: …` or `Client: …`; other speakers by their names. */
const Lines = z.array(z.string().regex(/^[A-Z][A-Za-z ]*: \S/)).min(1)

const Dialogue = z.object({
  setting: z.enum(['therapy', 'consultation']),
  part: Part,
  client: z.string(),
  pronouns: z.enum(['N/A', 'She/Her', 'He/Him', 'They/Them']),
  lines: Lines,
  statements: z.array(
    z.object({
      text: z.string(),
      is: Kind,
      /** Passages of the dialogue, by the number of their line (from 1), verbatim. */
      quotes: z.array(z.tuple([z.int().min(1), z.string()])).min(1),
    }),
  ),
})

const Exchange = z.object({
  part: Part,
  topic: SafetyPassage.shape.topic,
  /** The expected finding of the safety card for the topic. */
  is: z.enum(['stated', 'denied', 'unclear', 'not raised']),
  /** The difficulty of the case, e.g. 'mixed answer', 'another person', 'past', 'conditional', 'figure of speech'. */
  because: z.string(),
  lines: Lines,
})

const Question = z.object({
  /** The topic of the question; null if it asks about none of the safety card. */
  topic: SafetyPassage.shape.topic.nullable(),
  text: z.string(),
})

export type Question = z.infer<typeof Question>
export type Dialogue = z.infer<typeof Dialogue> & { id: string; transcript: Transcript }
export type Exchange = z.infer<typeof Exchange> & { id: string; transcript: Transcript }

/** The quotes of a statement as evidence. */
export const evidenceOf = (quotes: Dialogue['statements'][number]['quotes']) =>
  quotes.map(([line, quote]) => ({ utteranceId: `u${line}`, quote }))

const folder = import.meta.dirname

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

function filesIn(name: string): { id: string; content: unknown }[] {
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({
      id: file.replace('.json', ''),
      content: readJson(join(name, file)),
    }))
}

/** Reads one dialogue per file. @throws Error for a quote that its line does not contain */
export function readDialogues(): Dialogue[] {
  return filesIn('dialogues').map(({ id, content }) => {
    const dialogue = Dialogue.parse(content)
    for (const { quotes } of dialogue.statements)
      for (const [line, quote] of quotes)
        if (!dialogue.lines[line - 1]?.includes(quote))
          throw new Error(`${id}: line ${line} does not contain ‘${quote}’`)
    return { ...dialogue, id, transcript: transcriptOf(dialogue.lines) }
  })
}

/** Reads the short exchanges of all files in the folder `risk`. */
export function readExchanges(): Exchange[] {
  return filesIn('risk').flatMap(({ id, content }) =>
    Exchange.array()
      .parse(content)
      .map((exchange, at) => ({ ...exchange, id: `${id}-${at + 1}`, transcript: transcriptOf(exchange.lines) })),
  )
}

const PlanLine = z.object({ speaker: z.enum(['therapist', 'client']), text: z.string(), isPlan: z.boolean() })

/** Lines that are plans for the time after the session or resemble them, all in the part `final`. */
export const readPlanLines = (): z.infer<typeof PlanLine>[] => PlanLine.array().parse(readJson('plans/lines-1.json'))

/** The sentences of each dialogue that are plans, with the number of their line (from 1). */
export const readPlanSentences = (): ReadonlyMap<string, readonly [line: number, sentence: string][]> =>
  new Map(
    Object.entries(
      z.record(z.string(), z.array(z.tuple([z.int(), z.string()]))).parse(readJson('plans/dialogues.json')),
    ),
  )

/** Questions of therapists, all in the part `final`. */
export const readQuestions = (): Question[] =>
  filesIn('questions').flatMap(({ content }) => Question.array().parse(content))

const roles: Readonly<Record<string, 'therapist' | 'client'>> = { Therapist: 'therapist', Client: 'client' }

export function transcriptOf(lines: readonly string[]): Transcript {
  const utterances = lines.map((line, at) => {
    const colon = line.indexOf(': ')
    const label = line.slice(0, colon)
    const speaker = roles[label] ?? ('other' as const)
    return { id: `u${at + 1}`, speaker, label, start: at * 8, end: at * 8 + 7, text: line.slice(colon + 2) }
  })
  return { utterances, language: 'en', engine: 'import', hasTimes: true }
}
