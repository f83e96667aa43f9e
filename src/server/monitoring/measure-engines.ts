import { inSpan } from './request-trace.ts'
import type { Providers } from '#server/providers/providers.ts'

/** One run of a speech engine or language model. */
export interface EngineRun {
  engine: 'speech' | 'live speech' | 'drafter' | 'excerpts' | 'second reader' | 'analyst' | 'suggestions'
  outcome: 'finished' | 'failed' | 'canceled'
  seconds: number
}

type Engines = Pick<Providers, 'speech' | 'drafter' | 'excerpts' | 'secondReader' | 'analyst'>

/** Reports how long each run of these engines takes. */
export function measureEngines(engines: Engines, report: (run: EngineRun) => void): void {
  const { speech, drafter, excerpts, secondReader, analyst } = engines
  const begin = (engine: EngineRun['engine'], signal: AbortSignal) => {
    const start = performance.now()
    return (isFinished: boolean) => {
      const outcome = isFinished ? 'finished' : signal.aborted ? 'canceled' : 'failed'
      report({ engine, outcome, seconds: (performance.now() - start) / 1000 })
    }
  }
  async function measure<T>(engine: EngineRun['engine'], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const end = begin(engine, signal)
    let isFinished = false
    try {
      const result = await inSpan(`engine: ${engine}`, work)
      isFinished = true
      return result
    } finally {
      end(isFinished)
    }
  }

  const transcribe = speech.transcribe.bind(speech)
  speech.transcribe = (path, options) => measure('speech', options.signal, () => transcribe(path, options))
  const transcribeLive = speech.transcribeLive.bind(speech)
  speech.transcribeLive = (...chunk) => measure('live speech', chunk[1], () => transcribeLive(...chunk))
  for (const [engine, each] of [
    ['drafter', drafter],
    ['excerpts', excerpts],
  ] as const) {
    const draft = each.draft.bind(each)
    each.draft = (request) => measure(engine, request.signal, () => draft(request))
  }
  const analyze = analyst.analyze.bind(analyst)
  analyst.analyze = (request) => measure('analyst', request.signal, () => analyze(request))
  const suggest = analyst.suggest.bind(analyst)
  analyst.suggest = (request) => measure('suggestions', request.signal, () => suggest(request))
  if (!secondReader) return
  const read = secondReader.read.bind(secondReader)
  secondReader.read = async function* (request) {
    const end = begin('second reader', request.signal)
    let isFinished = false
    try {
      yield* read(request)
      isFinished = true
    } finally {
      end(isFinished)
    }
  }
}
