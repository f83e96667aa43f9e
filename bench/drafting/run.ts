// Measures the time of drafting, checking, second reading, insights and corrections, and how long each blocks the event
// loop.
// npm exec -c 'node --max-semi-space-size=8 bench/drafting/run.ts [ROUNDS]'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { sectionTitles } from '#shared/rules/note-types.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import { readAgain } from '#server/features/notes/read-again.ts'
import { createAnalyst } from '#server/providers/analyst/create.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { answerWith, openEndpoint } from '#server/providers/drafter/endpoint.fixture.ts'
import type { DraftRequest } from '#server/providers/drafter/port.ts'
import type { SecondReader } from '#server/providers/second-reader/port.ts'
import { threads } from '#server/threads/pool.ts'
import { readDialogues } from '../clinical/cases.ts'

const rounds = Number(process.argv[2] ?? 5)
const dialogues = readDialogues().filter(({ setting }) => setting === 'therapy')
const titles = sectionTitles('SOAP')

/** Joins dialogues, repeated as needed, up to a number of words, with the statements about them. */
function sessionOf(words: number) {
  const utterances: Utterance[] = []
  const statements: { text: string; evidence: { utterance: number; quote: string }[] }[] = []
  for (let round = 0, count = 0; count < words; round++) {
    const dialogue = dialogues[round % dialogues.length]
    if (!dialogue) break
    const before = utterances.length
    utterances.push(...dialogue.transcript.utterances.map((one, at) => ({ ...one, id: `u${before + at + 1}` })))
    statements.push(
      ...dialogue.statements.map(({ text, quotes }) => ({
        text,
        evidence: quotes.map(([line, quote]) => ({ utterance: before + line, quote })),
      })),
    )
    count += dialogue.transcript.utterances.reduce((sum, { text }) => sum + wordsOf(text).length, 0)
  }
  const transcript: Transcript = { utterances, language: 'en', engine: 'bench', hasTimes: false }
  return { transcript, statements }
}

/** Milliseconds that the work takes, and the longest block of the event loop. An idle loop blocks for about 1 ms. */
async function measured(work: () => Promise<unknown>): Promise<{ durationMs: number; blockedMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // The monitor's first sample only sets its starting point.
  await pause(20)
  const begun = performance.now()
  await work()
  const durationMs = performance.now() - begun
  await pause(5)
  delay.disable()
  return { durationMs, blockedMs: delay.max / 1e6 - 1 }
}

const round = (value: number) => Math.round(value * 10) / 10
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

const signal = new AbortController().signal
const client = 'Ana'
const second: Pick<SecondReader, 'read'> = {
  async *read({ statements }) {
    for (const [statement, { exchange }] of statements.entries())
      yield { statement, verdict: 'contradicted', words: exchange.at(-1)?.text.slice(0, 60) ?? '' }
  },
}

for (const words of [1000, 3000, 9000]) {
  const { transcript, statements } = sessionOf(words)
  const draftedStatements = statements.slice(0, Math.max(20, words / 90))
  const shares = titles.map(
    (title, at) => [title, draftedStatements.filter((_, n) => n % titles.length === at)] as const,
  )
  const list = draftedStatements.slice(0, 5)
  await using endpoint = Object.assign(
    await openEndpoint((body) =>
      body.includes('mainThemes')
        ? {
            content: JSON.stringify({
              mainThemes: list,
              clientMood: list,
              therapeuticTechniquesUsed: list,
              suggestedFollowUp: list,
              potentialConcerns: list,
            }),
          }
        : answerWith(Object.fromEntries(shares)),
    ),
    { [Symbol.asyncDispose]: () => endpoint.close() },
  )
  const settings = {
    kind: 'openai-compatible',
    baseUrl: endpoint.baseUrl,
    model: 'm',
    contextTokens: 200_000,
  } as const
  const excerpts = createDrafter({ kind: 'extractive' })
  const written = createDrafter(settings)
  const request: DraftRequest = {
    transcript,
    noteType: 'SOAP',
    sectionTitles: titles,
    clientFirstName: client,
    clientPronouns: 'N/A',
    session: { date: '2026-03-02', durationMinutes: 50, settingType: 'telehealth' },
    signal,
  }
  const draft = await written.draft(request)
  const corrected = {
    ...transcript,
    utterances: transcript.utterances.map((one, at) => (at === 3 ? { ...one, text: 'No, never.' } : one)),
  }
  const log = pino({ level: 'silent' })
  const liveUtterances = transcript.utterances.map(({ id, text }, at) => ({ id, text, start: at * 5, end: at * 5 + 5 }))
  const suggestion = { utterances: liveUtterances, clientFirstName: client, history: [], signal }
  const works: Record<string, () => Promise<unknown>> = {
    'excerpts are drafted': () => excerpts.draft(request),
    [`a model's ${draftedStatements.length} statements are checked`]: () => written.draft(request),
    'a second reading': () =>
      readAgain({ secondReader: second, log }, draft, { transcript, clientFirstName: client, sessionId: '', signal }),
    'risk is confirmed': () => threads.run('confirmRisk', { sections: draft.sections, transcript, marks: [] }),
    'a turn is corrected': () =>
      threads.run('recheckSections', {
        sections: draft.sections,
        drafted: draft.sections,
        before: transcript,
        after: corrected,
        client,
        marks: [],
      }),
    'insights are found': () =>
      createAnalyst({ kind: 'extractive' }).analyze({ transcript, clientFirstName: client, signal }),
    "a model's insights are checked": () =>
      createAnalyst(settings).analyze({ transcript, clientFirstName: client, signal }),
    'suggestions are made': () => createAnalyst({ kind: 'extractive' }).suggest(suggestion),
  }
  for (const [name, work] of Object.entries(works)) {
    const first = await measured(work)
    const more: { durationMs: number; blockedMs: number }[] = []
    for (let at = 0; at < rounds; at++) more.push(await measured(work))
    const [durationMs, blockedMs] = (['durationMs', 'blockedMs'] as const).map((one) =>
      medianOf(more.map((each) => each[one])),
    )
    const worst = Math.max(...more.map((each) => each.blockedMs))
    console.log(
      `${words} words: ${name}: first ${round(first.durationMs)} ms, blocked ${round(first.blockedMs)}; then ${round(durationMs ?? 0)} ms, blocked ${round(blockedMs ?? 0)}, worst ${round(worst)}`,
    )
  }
}
