import { Insights } from '#shared/contract/insights.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { wordsOf } from '#server/clinical-text/language/words.ts'
import { createExtractiveAnalyst } from '#server/providers/analyst/extractive/analyst.ts'
import { insightsOf } from '#server/clinical-text/insights/analyze.ts'
import { suggestionsFrom } from '#server/clinical-text/insights/suggest.ts'
import { consultationsIn, sessionsIn, type Case } from '../notes/material.ts'

const folder = process.argv[2] ?? 'data'
const shown = process.argv.slice(3)
const names = Insights.keyof().options
const analyst = createExtractiveAnalyst()
const signal = new AbortController().signal
const clientFirstName = 'Client'

const countOf = ({ utterances }: Transcript) => wordsOf(utterances.map(({ text }) => text).join(' ')).length
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Figures of the five fields over all cases. */
function figures(cases: readonly Case[]) {
  const found = cases.map(({ transcript }) => ({ transcript, insights: insightsOf({ transcript, clientFirstName }) }))
  return names.map((field) => {
    const lists = found.map(({ transcript, insights }) => ({ transcript, statements: insights[field] }))
    const statements = lists.flatMap((list) => list.statements)
    return {
      field,
      sentences: statements.length,
      notSupported: statements.filter(({ check }) => check !== 'supported').length,
      quotesNotFound: lists.flatMap(({ transcript, statements: own }) =>
        own.flatMap(({ evidence }) => evidence.filter((one) => locateQuote(one, transcript) === null)),
      ).length,
      empty: `${lists.filter((list) => list.statements.length === 0).length}/${cases.length}`,
    }
  })
}

/** Joins all cases, repeated as needed, up to a number of words. */
function longTranscript(cases: readonly Case[], maxWords: number): Transcript {
  const turns = cases.flatMap(({ transcript }) => transcript.utterances)
  const utterances: Transcript['utterances'] = []
  for (let at = 0, count = 0; count < maxWords; at += 1) {
    const turn = turns[at % turns.length]
    if (!turn) break
    utterances.push({ ...turn, id: `u${at}` })
    count += wordsOf(turn.text).length
  }
  return { utterances, language: 'en', engine: 'import', hasTimes: false }
}

/** Milliseconds until the response, and how long the calling process is blocked. */
async function speed(cases: readonly Case[], words: number) {
  const transcript = longTranscript(cases, words)
  const request = { utterances: transcript.utterances, clientFirstName, history: [] }
  const times = { analyze: [] as number[], suggest: [] as number[], blocked: [] as number[] }
  for (let round = 0; round < 7; round += 1) {
    const begin = performance.now()
    insightsOf({ transcript, clientFirstName })
    times.analyze.push(performance.now() - begin)
    const middle = performance.now()
    suggestionsFrom(request)
    times.suggest.push(performance.now() - middle)
    times.blocked.push(await longestPause(() => analyst.suggest({ ...request, signal })))
  }
  const roundedMedian = (values: readonly number[]) => Math.round(median(values))
  return {
    words: countOf(transcript),
    analyze: roundedMedian(times.analyze),
    suggest: roundedMedian(times.suggest),
    processBlocked: roundedMedian(times.blocked),
    blockedAtWorst: Math.round(Math.max(...times.blocked)),
  }
}

async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const beat = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const pulse = setInterval(beat, 1)
  await work()
  beat()
  clearInterval(pulse)
  return longest
}

const sessions = sessionsIn(folder)
const consultations = consultationsIn(folder)
const cases = [...sessions, ...consultations]
if (cases.length === 0) {
  console.log(`Skipped: nothing in ${folder}. Pass the folder with transcripts/ and notes/.`)
} else if (shown.length > 0) {
  for (const { id, transcript } of cases.filter((one) => shown.some((part) => one.id.includes(part)))) {
    const insights = insightsOf({ transcript, clientFirstName })
    console.log(`# ${id}`)
    for (const field of names)
      console.log([`  ${field}`, ...insights[field].map(({ text }) => `    - ${text}`)].join('\n'))
  }
} else {
  console.log(`${sessions.length} sessions`)
  console.table(figures(sessions))
  console.log(`${consultations.length} consultations`)
  console.table(figures(consultations))
  console.log('speed, milliseconds')
  console.table([await speed(cases, 300), await speed(cases, 2000), await speed(cases, 9000)])
}
