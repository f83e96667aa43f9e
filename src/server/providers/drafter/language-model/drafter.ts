import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Evidence, Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { notPlaced } from '#shared/rules/note-types.ts'
import { coverageOf } from '#server/clinical-text/evidence/coverage.ts'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { threads } from '#server/threads/pool.ts'
import { DrafterError, type Draft, type DraftRequest, type NoteDrafter } from '../port.ts'
import { ask } from './ask.ts'
import { labelBySamples } from './label-speakers.ts'
import type { LanguageModelOptions } from './model.ts'
import { estimateTokens, partsOf, type Line } from './parts.ts'
import { instructions, promptFor } from './prompt.ts'
import { withoutRepeats } from './repeats.ts'
import { titleMeant } from './section-titles.ts'

/** The titles are listed for the model. A variant of a title is matched, else its statements stay unplaced. */
const answerSchema = (titles: readonly string[]) =>
  z.object({
    sections: z.array(
      z.object({
        title: z.string().meta({ enum: titles }),
        statements: z.array(
          z.object({ text: z.string(), evidence: z.array(z.object({ utterance: z.int(), quote: z.string() })) }),
        ),
      }),
    ),
  })
type Answer = z.infer<ReturnType<typeof answerSchema>>

/** Most parts that are read; coverage names the rest. */
const mostParts = 24

/** Writes notes with a language model. Its statements pass the same evidence check as every drafter's. */
export function createLanguageModelDrafter(options: LanguageModelOptions): NoteDrafter {
  return {
    draft: (request) => draftWith(options, request),
    labelSpeakers: (transcript, signal) => labelBySamples({ ...options, signal }, transcript),
  }
}

async function draftWith(options: LanguageModelOptions, request: DraftRequest): Promise<Draft> {
  const { sectionTitles, signal, transcript } = request
  const fence = `data-${randomUUID().slice(0, 8)}`
  const parts = partsOf(transcript, tokensForTranscript(options.contextTokens, request, fence))
  const read = parts.slice(0, mostParts)
  const schema = answerSchema(sectionTitles)
  const answers: Answer[] = []
  for (const [at, lines] of read.entries()) {
    const prompt = promptFor({ request, lines, part: at + 1, parts: parts.length, fence })
    answers.push(await ask({ ...options, instructions, prompt, schema, signal }))
  }
  const written = answers.flatMap((answer) => answer.sections)
  const under = (title: string) =>
    written
      .filter((section) => (titleMeant(section.title, sectionTitles) ?? notPlaced) === title)
      .flatMap((section) => section.statements)
      .map(({ text, evidence }) => ({
        text: oneLine(text),
        evidence: evidence.flatMap((one) => evidenceOf(one, transcript)),
      }))
      .filter(({ text }) => text !== '')
  const drafted = await checkedSections(
    [...sectionTitles, notPlaced].map((title) => ({ title, statements: under(title) })),
    request,
  )
  const sections = drafted.filter(({ title, statements }) => title !== notPlaced || statements.length > 0)
  if (sections.every(({ statements }) => statements.length === 0))
    throw new DrafterError('The language model wrote no statement.')
  return {
    sections,
    coverage: coverageOf(transcript, readIds(read, parts.slice(mostParts), transcript)),
    drafter: 'language-model',
    model: options.model.modelId,
  }
}

/** A third of the context is for the answer. */
function tokensForTranscript(contextTokens: number, request: DraftRequest, fence: string): number {
  const frame = estimateTokens(instructions + promptFor({ request, lines: [], part: 1, parts: 2, fence }))
  const left = Math.floor((contextTokens * 2) / 3) - frame
  if (left < 300) throw new DrafterError('The context of the language model is too small for this note.')
  return left
}

function readIds(read: readonly Line[][], unread: readonly Line[][], transcript: Transcript): string[] {
  const missing = new Set(unread.flat().map(({ number }) => number))
  const numbers = new Set(read.flat().map(({ number }) => number))
  return transcript.utterances.flatMap(({ id }, at) => (numbers.has(at + 1) && !missing.has(at + 1) ? [id] : []))
}

interface Written {
  title: string
  statements: readonly Pick<Statement, 'text' | 'evidence'>[]
}

/** Checks all statements in one task, so that the transcript is copied to the thread once. */
async function checkedSections(
  written: readonly Written[],
  { transcript, clientFirstName: client, signal }: DraftRequest,
): Promise<Section[]> {
  const statements = written.flatMap((section) => section.statements)
  const checked = await threads.run('checkStatements', { statements, transcript, client }, signal)
  let from = 0
  return written.map(({ title, statements: own }) => {
    const distinct = withoutRepeats(checked.slice(from, (from += own.length)))
    return { title, content: contentOf(distinct), statements: distinct }
  })
}

const oneLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, '')

function evidenceOf({ utterance, quote }: { utterance: number; quote: string }, transcript: Transcript): Evidence[] {
  const id = transcript.utterances[utterance - 1]?.id
  return id === undefined ? [] : [{ utteranceId: id, quote }]
}
