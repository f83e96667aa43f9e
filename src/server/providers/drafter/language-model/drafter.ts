import * as z from 'zod'
import type { Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { unplacedSection } from '#shared/rules/note-types.ts'
import { coverageOf } from '#server/clinical-text/evidence/coverage.ts'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { withoutListNumbers } from '#server/clinical-text/evidence/list-numbers.ts'
import { threads } from '#server/threads/pool.ts'
import { DrafterError, type Draft, type DraftRequest, type NoteDrafter } from '../port.ts'
import { ask } from './ask.ts'
import { type DraftedSection, draftFromFacts } from './facts.ts'
import { newFence } from './fence.ts'
import { labelBySamples } from './label-speakers.ts'
import type { LanguageModelOptions } from './options.ts'
import { dataTokens, type Line, partsOf } from './parts.ts'
import { draftedTitles, instructions, promptFor } from './prompt.ts'
import { proposeSections } from './propose-sections.ts'
import { withoutRepeats } from './repeats.ts'
import { titleMeant } from './section-titles.ts'
import { evidenceOf, WrittenStatement } from './written-statement.ts'

/** The schema lists the titles for the model. A variant of a title is matched; statements under other titles go to 'Not placed'. */
const answerSchema = (titles: readonly string[]) =>
  z.object({
    sections: z.array(z.object({ title: z.string().meta({ enum: titles }), statements: z.array(WrittenStatement) })),
  })

/** Maximum number of parts that are read. The coverage lists the unread rest. */
const maxParts = 24

/** Writes notes with a language model. Its statements pass the same evidence check as every drafter's. */
export function createLanguageModelDrafter(options: LanguageModelOptions): NoteDrafter {
  let lastMs: number | null = null
  return {
    async draft(request) {
      const start = performance.now()
      const draft = await draftWith(options, request)
      lastMs = performance.now() - start
      return draft
    },
    usualMinutes: () => lastMs && Math.ceil(lastMs / 60_000),
    ...(options.isSlow
      ? { isSlow: options.isSlow }
      : { proposeSections: (sections) => proposeSections(options, sections) }),
    labelSpeakers: (transcript, signal) => labelBySamples({ ...options, signal }, transcript),
    ...(options.close && { close: options.close }),
  }
}

async function draftWith(options: LanguageModelOptions, request: DraftRequest): Promise<Draft> {
  const { sectionTitles, transcript } = request
  const fence = newFence()
  const tokens = tokensForTranscript(options.contextTokens, request, fence)
  const parts = partsOf(transcript, tokens)
  const read = parts.slice(0, maxParts)
  const draftable = draftedTitles(request)
  const isInFacts = options.isSlow === true && parts.length > 1
  const written = isInFacts
    ? await draftFromFacts(options, { request, parts: read, titles: draftable, tokens, fence })
    : await draftParts(options, { request, parts: read, total: parts.length, titles: draftable, fence })
  const under = (title: string) =>
    written
      .filter((section) => (titleMeant(section.title, draftable) ?? unplacedSection) === title)
      .flatMap(({ statements }) => {
        const texts = withoutMarks(statements.map(({ text }) => text))
        return statements.map(({ evidence }, at) => ({
          text: texts[at] ?? '',
          evidence: evidenceOf(evidence, transcript),
        }))
      })
      .filter(({ text }) => text !== '')
  const drafted = await checkedSections(
    [...sectionTitles, unplacedSection].map((title) => ({ title, statements: under(title) })),
    request,
  )
  const sections = drafted.filter(({ title, statements }) => title !== unplacedSection || statements.length > 0)
  if (sections.every(({ statements }) => statements.length === 0))
    throw new DrafterError('The language model wrote no statement.')
  return {
    sections,
    coverage: coverageOf(transcript, readIds(read, parts.slice(maxParts), transcript)),
    drafter: 'language-model',
    model: options.model.modelId,
  }
}

interface PartsToDraft {
  request: DraftRequest
  parts: readonly (readonly Line[])[]
  /** Number of all parts of the session, including unread ones. */
  total: number
  titles: readonly string[]
  fence: string
}

/** Drafts the sections from each part. */
async function draftParts(
  options: LanguageModelOptions,
  { request, parts, total, titles, fence }: PartsToDraft,
): Promise<DraftedSection[]> {
  const schema = answerSchema(titles)
  const sections: DraftedSection[] = []
  for (const [at, lines] of parts.entries()) {
    const prompt = promptFor({ request, lines, part: at + 1, parts: total, fence })
    const answer = await ask({ ...options, instructions, prompt, schema, signal: request.signal })
    sections.push(...answer.sections)
  }
  return sections
}

function tokensForTranscript(contextTokens: number, request: DraftRequest, fence: string): number {
  const frame = instructions + promptFor({ request, lines: [], part: 1, parts: 2, fence })
  const tokens = dataTokens(contextTokens, frame)
  if (tokens < 300) throw new DrafterError('The context of the language model is too small for this note.')
  return tokens
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

/** The check reads English only, so it supports nothing in another language. */
function asUnread(statement: Statement): Statement {
  const reason = 'The check reads English only. Compare this sentence with its quotes.'
  return statement.check === 'supported' ? { ...statement, check: 'unsupported', reason } : statement
}

/** Checks all statements in one task, so that the transcript is copied to the thread once. */
async function checkedSections(
  written: readonly Written[],
  { transcript, clientFirstName: client, language = 'en', signal }: DraftRequest,
): Promise<Section[]> {
  const statements = written.flatMap((section) => section.statements)
  const found = await threads.run('checkStatements', { statements, transcript, client }, signal)
  const checked = language === 'en' ? found : found.map(asUnread)
  let from = 0
  return written.map(({ title, statements: own }) => {
    const distinct = withoutRepeats(checked.slice(from, (from += own.length)))
    return { title, content: contentOf(distinct), statements: distinct }
  })
}

/** Texts in one line each, without the marks of a list. */
function withoutMarks(texts: readonly string[]): string[] {
  const lines = texts.map((text) =>
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[-*•]\s+/, ''),
  )
  return lines.length > 1 ? withoutListNumbers(lines) : lines
}
