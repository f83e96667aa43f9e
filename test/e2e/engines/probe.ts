import { type AcknowledgedChunks, reportSlices, type Seen, type Probe } from '../recording/probe.ts'
import type { Browser } from './browser.ts'

declare global {
  interface Window {
    /** Events in this page that are not collected yet. */
    noted: { seen: Seen[]; acknowledged: AcknowledgedChunks[] }
  }
}

/** Observes the open document. */
export async function watch(browser: Browser): Promise<void> {
  await browser.evaluate(noteAll)
  await browser.evaluate(reportSlices)
}

/** Moves the document's events into the probe. */
export async function collect(browser: Browser, probe: Probe): Promise<void> {
  const { seen, acknowledged } = await browser.evaluate(takeNoted)
  for (const event of seen) probe.see(event)
  for (const chunks of acknowledged) probe.acknowledge(chunks)
}

// The functions below run in the page.

function noteAll(): void {
  const noted: Window['noted'] = { seen: [], acknowledged: [] }
  window.noted = noted
  window.probe = async (seen) => void noted.seen.push(seen)
  const send = window.fetch
  window.fetch = async (input, options) => {
    const response = await send(input, options)
    const [, n] = /\/chunks\/(\d+)$/.exec(typeof input === 'string' ? input : '') ?? []
    const headers = new Headers(options?.headers)
    if (n !== undefined && response.ok) {
      noted.acknowledged.push({
        n,
        segment: Number(headers.get('x-chunk-segment')),
        count: Number(headers.get('x-chunk-count')),
      })
    }
    return response
  }
}

function takeNoted(): Window['noted'] {
  return { seen: window.noted.seen.splice(0), acknowledged: window.noted.acknowledged.splice(0) }
}
