// Measures how long the review queue of a note with 60 sentences takes to open: the request of the page, from its start
// to the parsed response.
// npm exec -c 'node bench/review/run.ts'
import pg from 'pg'
import type { Statement } from '#shared/contract/notes.ts'
import { createAnalyst } from '#server/providers/analyst/create.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { importTranscript, watchToEnd } from '#test/transcript.ts'
import { runProduct } from '../running-product.ts'

const rounds = Number(process.argv[2] ?? 200)
const allowedMs = 100
const sentences = 60

await using product = await runProduct({ speech: createFakeSpeech([]), analyst: createAnalyst({ kind: 'extractive' }) })
const { api, adminUrl, clientId } = product
const sessionId = await importTranscript(api, clientId)
await watchToEnd(api, sessionId)
const { note } = await api.notes.get({ sessionId })
const checks: readonly Statement['check'][] = ['number', 'confirm', 'supported']
const sections = note.sections.map(({ title }, at) => {
  const statements = Array.from({ length: sentences / note.sections.length }, (_, n) => ({
    text: `Sentence ${n} of section ${at}, about as long as one that a drafter writes.`,
    evidence: [{ utteranceId: 'u2', quote: 'about four hours a night' }],
    check: checks[n % checks.length],
  }))
  return { title, content: statements.map(({ text }) => text).join(' '), statements }
})
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
await admin.query('update notes set sections = $2, version = version + 1 where session_id = $1', [
  sessionId,
  JSON.stringify(sections),
])
await admin.end()

const times: number[] = []
for (let round = 0; round < rounds + 5; round++) {
  const begun = performance.now()
  const { items } = await api.review.get({ sessionId })
  if (items.length === 0) throw new Error('the queue is empty')
  // The first requests prepare statements.
  if (round >= 5) times.push(performance.now() - begun)
}
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
console.log(
  `review queue of ${sentences} sentences: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms`,
)
if (at(0.95) >= allowedMs) process.exitCode = 1
