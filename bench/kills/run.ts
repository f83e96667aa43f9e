// Records sessions in a real browser, kills something at a random moment of each, and reports what is missing.
// npm exec -c 'node bench/kills/run.ts 5'          five runs of each kind
// npm exec -c 'node bench/kills/run.ts 5 7'        the same with other random moments (seed 7)
import { setTimeout as pause } from 'node:timers/promises'
import type { LaunchOptions } from '@playwright/test'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { killDatabase, type Product, type SplitProduct, withProduct, withSplitProduct } from '#test/e2e/product.ts'
import { acknowledgedBytesLost, readPendingChunks } from '#test/e2e/recording/pending-chunks.ts'
import { withMicrophone } from '#test/e2e/recording/microphone.ts'
import { compare } from '#test/e2e/recording/packets.ts'
import { type TherapistBrowser, withTherapistBrowser } from '#test/e2e/recording/therapist-browser.ts'
import { endSession, keepNoteType, storedAudio } from '#test/e2e/recording/steps.ts'
import { serveSpeech } from '#test/e2e/speech-endpoint.ts'
import { readSpoken } from '#test/e2e/spoken.ts'
import { launchOptionsOf } from '../launch-options.ts'

const runs = Number(process.argv[2] ?? 5)
const random = createRandom(Number(process.argv[3] ?? 1))
const allowedMs = 1000

interface Outcome {
  acknowledgedBytesLost: number
  /** Recorded time that is missing, including what the recorder had not yet passed to the page. */
  lostMs: number
  /** Stored packets that differ from the captured ones. */
  mismatched: number
}

interface Kind<P extends Product = Product> {
  name: string
  /** Kills something during the recording, or in the returned function, which resumes and ends the session. */
  kill: (therapist: TherapistBrowser, product: P) => Promise<() => Promise<void>>
}

const kinds: Kind[] = [
  { name: 'tab', kill: async (therapist) => (await therapist.killTab(), () => reopenAndEnd(therapist)) },
  { name: 'browser', kill: async (therapist) => (await therapist.killBrowser(), () => reopenAndEnd(therapist)) },
  {
    name: 'browser, network away',
    kill: async (therapist) => {
      await therapist.context.setOffline(true)
      await pause(random(0, 3000))
      await therapist.killBrowser()
      return () => reopenAndEnd(therapist)
    },
  },
  {
    name: 'web process',
    kill: async (therapist, product) => {
      await product.kill()
      await pause(random(0, 2000))
      await product.start()
      return () => endSession(therapist.page)
    },
  },
  {
    name: 'database',
    kill: async (therapist, product) => (await killDatabase(product), () => endSession(therapist.page)),
  },
  {
    name: 'network',
    kill: async ({ context, page }) => {
      await context.setOffline(true)
      await pause(random(500, 4000))
      await context.setOffline(false)
      return () => endSession(page)
    },
  },
]

const workerKind: Kind<SplitProduct> = {
  name: 'worker, processing',
  kill: async (therapist, product) => async () => {
    await endSession(therapist.page)
    await pause(random(0, 600))
    await product.worker.kill()
    await product.worker.start()
  },
}

const spoken = await readSpoken()
await using speech = await serveSpeech(spoken)
const settings = { SPEECH_BASE_URL: speech.baseUrl, TRUST_PROXY: 'true' }
await withMicrophone(spoken.samples.subarray(0, speechRate * 60), async (args) => {
  const known = launchOptionsOf('recording')
  const launchOptions = { ...known, args: [...(known.args ?? []), ...args] }
  console.log('killed                  runs  acknowledged bytes lost  captured ms lost: median   max')
  await withProduct(settings, async (product) => {
    for (const kind of kinds) await measure(kind, product, launchOptions)
  })
  await withSplitProduct(settings, (product) => measure(workerKind, product, launchOptions))
})

async function measure<P extends Product>({ name, kill }: Kind<P>, product: P, launchOptions: LaunchOptions) {
  const outcomes: Outcome[] = []
  for (let run = 0; run < runs; run++) {
    await withTherapistBrowser(product, launchOptions, async (therapist) => {
      const sessionId = await therapist.start()
      await pause(random(0, 6000))
      const isPaused = random(0, 3) < 1
      if (isPaused) await therapist.page.getByRole('button', { name: 'Pause' }).click()
      const finish = await kill(therapist, product)
      const bytes = await acknowledgedBytesLost(() => retryPendingChunks(product, sessionId), therapist.probe)
      await finish()
      await keepNoteType(therapist.page)
      outcomes.push({ acknowledgedBytesLost: bytes, ...(await missingAudio(therapist, sessionId)) })
    })
  }
  const lostDurations = outcomes.map(({ lostMs }) => lostMs).toSorted((one, other) => one - other)
  const median = lostDurations[Math.floor(lostDurations.length / 2)] ?? 0
  const bytes = outcomes.reduce((sum, outcome) => sum + outcome.acknowledgedBytesLost, 0)
  const figures = [
    String(bytes).padStart(23),
    median.toFixed(0).padStart(25),
    (lostDurations.at(-1) ?? 0).toFixed(0).padStart(5),
  ]
  console.log(`${name.padEnd(22)} ${String(runs).padStart(5)}  ${figures.join(' ')}`)
  if (bytes > 0 || (lostDurations.at(-1) ?? 0) > allowedMs || outcomes.some(({ mismatched }) => mismatched > 0)) {
    console.log(`  MORE THAN ALLOWED: ${JSON.stringify(outcomes)}`)
    process.exitCode = 1
  }
}

/** Retries while the database restarts. */
async function retryPendingChunks(product: Product, sessionId: string): ReturnType<typeof readPendingChunks> {
  for (const until = Date.now() + 30_000; ; await pause(200)) {
    try {
      return await readPendingChunks(product, sessionId)
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/** Opens the product again and ends the session there. */
async function reopenAndEnd(therapist: TherapistBrowser): Promise<void> {
  await therapist.reopenSession()
  await therapist.page.getByRole('button', { name: 'End Session' }).click()
}

async function missingAudio({ page, product, probe }: TherapistBrowser, sessionId: string) {
  const { segments, mismatched } = await compare(probe.segments, await storedAudio(page, product, sessionId))
  const captured = probe.capturedMs()
  const lostDurations = segments.map(({ storedMs }, segment) => (captured[segment] ?? 0) - storedMs)
  return { lostMs: Math.max(0, ...lostDurations), mismatched }
}

/** Numbers from `min` to `max`, repeatable by seed (mulberry32). */
function createRandom(seed: number): (min: number, max: number) => number {
  let state = seed
  return (min, max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (max - min)
  }
}
