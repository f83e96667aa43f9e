import { type AcknowledgedChunks, reportSlices, type RecorderEvent, type Probe } from '../recording/probe.ts'
import type { Browser } from './browser.ts'

declare global {
  interface Window {
    /** Events in this page that are not collected yet. */
    recordedEvents: { seen: RecorderEvent[]; acknowledged: AcknowledgedChunks[] }
  }
}

/** Observes the open document. */
export async function watch(browser: Browser): Promise<void> {
  await browser.evaluate(recordEvents)
  await browser.evaluate(reportSlices)
}

/** Moves the document's events into the probe. */
export async function collect(browser: Browser, probe: Probe): Promise<void> {
  const { seen, acknowledged } = await browser.evaluate(takeEvents)
  for (const event of seen) probe.addEvent(event)
  for (const chunks of acknowledged) probe.addAcknowledged(chunks)
}

// The functions below run in the page.

function recordEvents(): void {
  const events: Window['recordedEvents'] = { seen: [], acknowledged: [] }
  window.recordedEvents = events
  window.probe = async (seen) => void events.seen.push(seen)
  const send = window.fetch
  window.fetch = async (input, options) => {
    const response = await send(input, options)
    const [, n] = /\/chunks\/(\d+)$/.exec(typeof input === 'string' ? input : '') ?? []
    const headers = new Headers(options?.headers)
    if (n !== undefined && response.ok) {
      events.acknowledged.push({
        n,
        segment: Number(headers.get('x-chunk-segment')),
        count: Number(headers.get('x-chunk-count')),
      })
    }
    return response
  }
}

function takeEvents(): Window['recordedEvents'] {
  return { seen: window.recordedEvents.seen.splice(0), acknowledged: window.recordedEvents.acknowledged.splice(0) }
}
