import type { BrowserContext, Response } from '@playwright/test'

/** One run of a MediaRecorder, as the page received it. */
export interface CapturedSegment {
  slices: Buffer[]
  /** Times of start, pause, resume and stop, in milliseconds since 1970. */
  turns: { kind: 'start' | 'pause' | 'resume' | 'stop'; at: number }[]
  /** True if the page was killed. Its last slices may then be stored although the probe did not receive them. */
  isKilled: boolean
}

/** Records what was captured, and retains it after the page, the browser or the product has ended. */
export interface Probe {
  /** In the order of their starts. */
  segments: CapturedSegment[]
  /** Number of chunks that the server acknowledged, by the recorder's segment number. */
  acknowledged: ReadonlyMap<number, number>
  /** Recorded milliseconds of each segment until now, including undelivered audio. */
  capturedMs(): number[]
  /** Marks running recorders as killed at this moment. */
  markKilled(): void
  /** Observes every page of a context from now on. */
  watch(context: BrowserContext): Promise<void>
  /** Adds events of a page of another engine. */
  addEvent(seen: RecorderEvent): void
  addAcknowledged(chunks: AcknowledgedChunks): void
}

/** Chunks of one segment from number `n` on that the server acknowledged. */
export interface AcknowledgedChunks {
  n: string
  segment: number
  count: number
}

export interface RecorderEvent {
  /** Id of the recorder's run. */
  id: string
  kind: 'start' | 'pause' | 'resume' | 'stop' | 'slice'
  at: number
  /** In base64. */
  slice: string
}

declare global {
  interface Window {
    probe: (seen: RecorderEvent) => Promise<void>
  }
}

export function createProbe(): Probe {
  const segments = new Map<string, CapturedSegment>()
  const bodies = new Map<string, AcknowledgedChunks>()

  const addEvent = ({ id, kind, at, slice }: RecorderEvent) => {
    const segment = segments.get(id) ?? { slices: [], turns: [], isKilled: false }
    segments.set(id, segment)
    if (kind === 'slice') segment.slices.push(Buffer.from(slice, 'base64'))
    else segment.turns.push({ kind, at })
  }
  const countAcknowledged = (response: Response) => {
    const [, n] = /\/api\/sessions\/[^/]+\/chunks\/(\d+)$/.exec(response.url()) ?? []
    if (n === undefined || response.status() !== 200) return
    const headers = response.request().headers()
    addAcknowledged({ n, segment: Number(headers['x-chunk-segment']), count: Number(headers['x-chunk-count']) })
  }
  const addAcknowledged = (chunks: AcknowledgedChunks) => void bodies.set(chunks.n, chunks)
  return {
    addEvent,
    addAcknowledged,
    get segments() {
      return [...segments.values()]
    },
    get acknowledged() {
      const counts = new Map<number, number>()
      for (const { segment, count } of bodies.values()) counts.set(segment, (counts.get(segment) ?? 0) + count)
      return counts
    },
    capturedMs: () => [...segments.values()].map(runningMs),
    markKilled() {
      for (const segment of segments.values()) {
        if (segment.turns.at(-1)?.kind === 'stop') continue
        segment.turns.push({ kind: 'stop', at: Date.now() })
        segment.isKilled = true
      }
    },
    async watch(context) {
      context.on('response', countAcknowledged)
      await context.exposeFunction('probe', addEvent)
      await context.addInitScript(reportSlices)
    },
  }
}

function runningMs({ turns }: CapturedSegment): number {
  let sum = 0
  let startedAt: number | undefined
  for (const { kind, at } of [...turns, { kind: 'stop' as const, at: Date.now() }]) {
    if (startedAt !== undefined) sum += at - startedAt
    startedAt = kind === 'start' || kind === 'resume' ? at : undefined
  }
  return sum
}

/** Runs in the page, before it opens a microphone. */
export function reportSlices(): void {
  window.MediaRecorder = class extends MediaRecorder {
    constructor(...given: ConstructorParameters<typeof MediaRecorder>) {
      super(...given)
      const id = crypto.randomUUID()
      const report = (kind: RecorderEvent['kind'], slice = '') => void window.probe({ id, kind, at: Date.now(), slice })
      // On a busy page the start event is late, but recording has already begun.
      this.start = (slice) => {
        report('start')
        super.start(slice)
      }
      this.stop = () => {
        report('stop')
        super.stop()
      }
      for (const kind of ['pause', 'resume', 'stop'] as const) this.addEventListener(kind, () => report(kind))
      let before = Promise.resolve()
      this.addEventListener('dataavailable', ({ data }) => {
        const reading = data.arrayBuffer()
        before = before.then(async () => report('slice', btoa(String.fromCharCode(...new Uint8Array(await reading)))))
      })
    }
  }
}
