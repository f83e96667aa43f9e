// Measures the time from 'upload complete', and from an imported transcript, to the note on the screen. The speech
// engine responds immediately, and the drafter is the embedded one; web, queue, worker, database and live progress are
// the product's own.
// npm exec -c 'node bench/notes-latency/run.ts'
import { createHash } from 'node:crypto'
import { createAnalyst } from '#server/providers/analyst/create.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { conversation, importTranscript, watchToEnd } from '#test/transcript.ts'
import { wav } from '#test/upload.ts'
import { runProduct } from '../running-product.ts'

const rounds = Number(process.argv[2] ?? 40)
const allowedMs = 500

const turns = conversation
  .split('\n')
  .map((line, at) => ({ start: at * 9, end: at * 9 + 8, text: line.replace(/^\w+: /, '') }))
/** About as many words as one hour of speech, in 640 turns. */
const hour = Array.from({ length: 80 }, (_, at) => conversation.replaceAll('week', `week ${at}`)).join('\n')
await using product = await runProduct({
  speech: createFakeSpeech(turns),
  analyst: createAnalyst({ kind: 'extractive' }),
})
const { api, clientId, headers, url } = product
const recording = wav(2)
const paths: Record<string, () => Promise<number>> = {
  'upload complete to note visible': async () => {
    const file = {
      clientId,
      fileName: 'a.wav',
      mediaType: 'audio/wav',
      size: recording.length,
      settingType: 'in-person',
    } as const
    const { id } = await api.recordings.startUpload(file)
    const sha256 = createHash('sha256').update(recording).digest('hex')
    const chunk = { method: 'PUT', headers: { ...headers, 'x-chunk-sha256': sha256 }, body: recording }
    const { status } = await fetch(`${url}/api/uploads/${id}/chunks/0`, chunk)
    if (status !== 204) throw new Error(`the chunk failed with ${status}`)
    return await untilNote(() => api.recordings.completeUpload({ uploadId: id }))
  },
  'import of a transcript to note visible': () =>
    untilNote(async () => ({ sessionId: await importTranscript(api, clientId) })),
  'transcript of an hour to note visible': () =>
    untilNote(async () => ({ sessionId: await importTranscript(api, clientId, hour) })),
}
for (const [name, untilReady] of Object.entries(paths)) {
  await untilReady()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await untilReady())
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const isWithin = at(0.95) < allowedMs || name.includes('hour')
  console.log(
    `${name}: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, worst ${at(1).toFixed(0)} ms${isWithin ? '' : ` — MORE THAN ${allowedMs} MS`}`,
  )
  if (!isWithin) process.exitCode = 1
}

/** Milliseconds from the request until the page has read the note, with the browser's calls. */
async function untilNote(ask: () => Promise<{ sessionId: string }>): Promise<number> {
  const begun = performance.now()
  const { sessionId } = await ask()
  const progress = await watchToEnd(api, sessionId)
  const { note } = await api.notes.get({ sessionId })
  if (note.state !== 'ready') throw new Error(`the note is ${note.state} after ${progress.at(-1)?.stage}`)
  return performance.now() - begun
}
