import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { NoteType, type Section } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { sectionsOf } from '#shared/rules/note-types.ts'
import { locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import { draftExcerpts } from '#server/providers/drafter/extractive/draft.ts'
import type { Draft } from '#server/providers/drafter/port.ts'
import { consultationsIn, sessionsIn, type Case } from './material.ts'

const folder = process.argv[2] ?? 'data'
const shown = process.argv.slice(3)
const types = NoteType.options

/** Drafts on this thread, because the product's thread pool rejects so many drafts at once. */
const draft = (transcript: Transcript, noteType: NoteType): Draft =>
  draftExcerpts({
    transcript,
    noteType,
    sectionTitles: sectionsOf[noteType],
    clientFirstName: 'Client',
    clientPronouns: 'N/A',
    session: { date: '2026-01-15', durationMinutes: 50, settingType: 'in-person' },
  })

const linesOf = ({ excerpts = [] }: Section) => excerpts.map(({ text }) => text).join('\n')
const textOf = ({ sections }: Draft) => sections.map((section) => `${section.title}\n${linesOf(section)}`).join('\n\n')
const bodyOf = ({ sections }: Draft) => sections.map(linesOf).join('\n')
const countOf = (text: string) => wordsOf(text).length
const spokenOf = ({ utterances }: Transcript) => countOf(utterances.map(({ text }) => text).join(' '))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

/** Figures of one note type over all cases. */
function figures(cases: readonly Case[], noteType: NoteType) {
  const drafts = cases.map((one) => ({ one, draft: draft(one.transcript, noteType) }))
  const statements = drafts.flatMap(({ draft: { sections } }) => sections.flatMap(({ excerpts = [] }) => excerpts))
  const evidence = drafts.flatMap(({ one, draft: { sections } }) =>
    sections.flatMap((section) =>
      (section.excerpts ?? []).flatMap((s) => s.evidence.map((e) => ({ e, transcript: one.transcript }))),
    ),
  )
  return {
    type: noteType,
    statements: statements.length,
    notSupported: statements.filter(({ check }) => check !== 'supported').length,
    quotesNotFound: evidence.filter(({ e, transcript }) => locateQuote(e, transcript) === null).length,
    length: Number(mean(drafts.map(({ one, draft: d }) => countOf(bodyOf(d)) / spokenOf(one.transcript))).toFixed(2)),
    longest: Number(
      Math.max(...drafts.map(({ one, draft: d }) => countOf(bodyOf(d)) / spokenOf(one.transcript))).toFixed(2),
    ),
    emptySections: `${drafts.flatMap(({ draft: d }) => d.sections).filter((section) => linesOf(section) === '').length}/${drafts.length * sectionsOf[noteType].length}`,
  }
}

const Score = z.object({
  rouge1: z.number(),
  rouge2: z.number(),
  copied: z.number(),
  wordSupport: z.number(),
  numberSupport: z.number().nullable(),
  coverableCoverage: z.number(),
  candidateTokens: z.number(),
})
type Score = z.infer<typeof Score>
const Scorer = z.object({ score: z.function({ input: [z.looseObject({})], output: Score }) })

/** The scorer that is part of the material. */
async function scorer(): Promise<z.infer<typeof Scorer>['score']> {
  const found: unknown = await import(pathToFileURL(join(folder, 'score.mjs')).href)
  return Scorer.parse({ ...(found !== null && typeof found === 'object' ? found : {}) }).score
}

async function scores(cases: readonly Case[], noteType: NoteType) {
  const score = await scorer()
  const results = await Promise.all(
    cases.map(async ({ dialogue, referenceNote, transcript }) =>
      score({ dialogue, referenceNote, candidateNote: textOf(draft(transcript, noteType)) }),
    ),
  )
  const of = (key: keyof Score) => Number(mean(results.map((result) => result[key] ?? 1)).toFixed(3))
  return {
    type: noteType,
    rouge1: of('rouge1'),
    rouge2: of('rouge2'),
    copied: of('copied'),
    wordSupport: of('wordSupport'),
    numberSupport: of('numberSupport'),
    coverable: of('coverableCoverage'),
    tokens: Math.round(of('candidateTokens')),
  }
}

function longTranscript(cases: readonly Case[]): Transcript {
  const utterances = cases.flatMap(({ transcript }) => transcript.utterances)
  const words: Transcript['utterances'] = []
  for (let at = 0, count = 0; count < 9000; at += 1) {
    const utterance = utterances[at % utterances.length]
    if (!utterance) break
    words.push({ ...utterance, id: `u${at}` })
    count += countOf(utterance.text)
  }
  return { utterances: words, language: 'en', engine: 'import', hasTimes: false }
}

function speed(transcript: Transcript) {
  const times: number[] = []
  for (const noteType of [...types, ...types]) {
    const begin = performance.now()
    draft(transcript, noteType)
    times.push(performance.now() - begin)
  }
  const sorted = times.toSorted((one, other) => one - other)
  return {
    words: spokenOf(transcript),
    first: Math.round(times[0] ?? 0),
    median: Math.round(sorted[10] ?? 0),
    slowest: Math.round(sorted.at(-1) ?? 0),
  }
}

const sessions = sessionsIn(folder)
const consultations = consultationsIn(folder)
const cases = [...sessions, ...consultations]
if (cases.length === 0) {
  console.log(`Nothing in ${folder}: pass the folder with transcripts/ and notes/.`)
} else if (shown.length > 0) {
  for (const one of cases.filter(({ id }) => shown.some((part) => id.includes(part))))
    for (const noteType of types.filter((type) => shown.includes(type)))
      console.log(`# ${one.id} ${noteType}\n${textOf(draft(one.transcript, noteType))}\n`)
} else {
  console.log(`${sessions.length} sessions`)
  console.table(types.map((type) => figures(sessions, type)))
  console.log(`${consultations.length} consultations`)
  console.table(types.map((type) => figures(consultations, type)))
  console.table(await Promise.all(types.map((type) => scores(consultations, type))))
  console.log('speed, milliseconds')
  console.table([speed(longTranscript(cases))])
}
