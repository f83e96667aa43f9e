// Measures the time from End Session to the note on the screen, for 50 minutes recorded in a browser. The speech engine
// responds immediately, and the drafter is the embedded one; web, queue, worker, database, files and live progress are
// the product's own.
// npm exec -c 'node bench/recordings/run.ts [ROUNDS] [MILLISECONDS OF A PACKET]'   (needs ffmpeg, to make the recording)
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { putLive, slicesOf, sliceMs, startLive } from '#test/live.ts'
import { conversation } from '#test/transcript.ts'
import { runProduct } from '../running-product.ts'

const rounds = Number(process.argv[2] ?? 5)
/** Chromium's recorder makes packets of 60 ms, other browsers of 20 ms. */
const packetMs = Number(process.argv[3] ?? 60)
const minutes = 50
const words = 9000
const allowedMs = 1000

const recording = await speechLike()
await using product = await runProduct({ speech: createFakeSpeech(spokenTurns()), analyst: createFakeAnalyst() })
const { api, clientId, headers, url } = product
const chunks = slicesOf(recording, (minutes * 60_000) / sliceMs)
console.log(
  `${minutes} minutes, ${(recording.length / 1e6).toFixed(1)} MB in ${chunks.length} chunks, packets of ${packetMs} ms, ${words} words`,
)
const appends: number[] = []
const ends: number[] = []
for (let round = 0; round < rounds; round++) {
  const { sessionId } = await startLive({ api }, clientId)
  for (const [n, bytes] of chunks.entries()) {
    const begun = performance.now()
    const { status, code } = await putLive({ world: { url }, headers }, sessionId, { bytes, n })
    if (status !== 200) throw new Error(`chunk ${n} failed with ${status} ${code ?? ''}`)
    appends.push(performance.now() - begun)
  }
  const { total, stages } = await untilNote(sessionId, chunks.length)
  ends.push(total)
  console.log(`round ${round + 1}: ${total.toFixed(0)} ms (${stages})`)
}
console.log(`a chunk: p50 ${at(appends, 0.5)} ms, p95 ${at(appends, 0.95)} ms, worst ${at(appends, 1)} ms`)
const isWithin = Math.max(...ends) < allowedMs
console.log(
  `End Session to note visible: p50 ${at(ends, 0.5)} ms, worst ${at(ends, 1)} ms${isWithin ? '' : ` — MORE THAN ${allowedMs} MS`}`,
)
process.exitCode = isWithin ? 0 : 1

function at(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
}

/**
 * Milliseconds from End Session until the page has read the note, with the browser's calls, and the start of each
 * stage.
 */
async function untilNote(sessionId: string, count: number): Promise<{ total: number; stages: string }> {
  const begun = performance.now()
  const before = process.cpuUsage()
  await api.recordings.end({ sessionId, chunks: count })
  const stages: string[] = []
  for await (const { stage, percent } of await api.sessions.watchProgress({ sessionId })) {
    stages.push(`${stage} ${percent} at ${(performance.now() - begun).toFixed(0)}`)
  }
  const { note, session } = await api.notes.get({ sessionId })
  const total = performance.now() - begun
  const used = process.cpuUsage(before)
  stages.push(`${((used.user + used.system) / 1000).toFixed(0)} ms of CPU without the database's`)
  if (note.state !== 'ready') throw new Error(`the note is ${note.state}`)
  if (session.durationMinutes !== minutes) throw new Error(`the session lasts ${session.durationMinutes} minutes`)
  return { total, stages: stages.join(', ') }
}

/**
 * Noise with the rhythm and pitch of speech, in the format of a browser's recorder: live clusters, no duration, no
 * index.
 */
async function speechLike(): Promise<Buffer<ArrayBuffer>> {
  const noise = `anoisesrc=color=pink:sample_rate=48000:amplitude=0.5:duration=${minutes * 60}:seed=7`
  const sound = ['-f', 'lavfi', '-i', `${noise},tremolo=f=4:d=0.9,lowpass=f=3500`, '-ac', '1']
  const codec = ['-c:a', 'libopus', '-b:a', '32k', '-frame_duration', String(packetMs)]
  const container = ['-f', 'webm', '-live', '1', '-cluster_time_limit', String(sliceMs), 'pipe:1']
  const run = promisify(execFile)
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...sound, ...codec, ...container], {
    encoding: 'buffer',
    maxBuffer: 100 * 1024 * 1024,
  })
  return Buffer.from(stdout)
}

/** The transcribed words, in turns that a number makes distinct. */
function spokenTurns() {
  const turns = conversation.split('\n').map((line) => line.replace(/^\w+: /, ''))
  const once = turns.join(' ').split(' ').length
  const texts = Array.from({ length: Math.ceil(words / once) }, (_, time) =>
    turns.map((text) => text.replaceAll('week', `week ${time}`)),
  ).flat()
  const each = (minutes * 60) / texts.length
  return texts.map((text, turn) => ({ start: turn * each, end: (turn + 0.9) * each, text }))
}
