import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, type LaunchOptions, type Page } from '@playwright/test'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { withMicrophone } from './microphone.ts'

/** The tab of a video visit. The browser is launched so that it shares this tab when asked. */
export interface Visit {
  /** Opens the tab with the client, whose voice plays in a loop. */
  join(page: Page): Promise<Page>
}

const title = 'Visit with a client'

/** Runs `use` with a browser's options: its microphone plays one voice, and the tab to share plays the other (16 kHz). */
export async function withVisit(
  voices: { therapist: Int16Array; client: Int16Array },
  launchOptions: LaunchOptions,
  use: (launchOptions: LaunchOptions, visit: Visit) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const isSound = request.url === '/voice.wav'
    response.setHeader('content-type', isSound ? 'audio/wav' : 'text/html')
    response.end(isSound ? encodeWav(voices.client) : `<title>${title}</title>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server of the visit has no port')
  const url = `http://127.0.0.1:${address.port}/`
  const visit: Visit = {
    async join(page) {
      const tab = await page.context().newPage()
      await tab.goto(url)
      await tab.evaluate(playInLoop)
      return tab
    },
  }
  try {
    await withMicrophone(voices.therapist, (args) => {
      const sharing = [
        `--auto-select-tab-capture-source-by-title=${title}`,
        '--autoplay-policy=no-user-gesture-required',
      ]
      const all = [...(launchOptions.args ?? []), ...args, ...sharing]
      return use({ ...launchOptions, args: all, ignoreDefaultArgs: ['--mute-audio'] }, visit)
    })
  } finally {
    server.close()
  }
}

/** Runs in the tab. Samples loop without a gap. */
async function playInLoop(): Promise<void> {
  const context = new AudioContext()
  const response = await fetch('/voice.wav')
  const buffer = await context.decodeAudioData(await response.arrayBuffer())
  const source = new AudioBufferSourceNode(context, { buffer, loop: true })
  source.connect(context.destination)
  source.start()
}

/** A sine of this frequency in Hz, a fifth of full scale. Whole seconds loop without a click if the frequency is whole. */
export function tone(hertz: number, seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * speechRate }, (_, at) =>
    Math.round(6500 * Math.sin((2 * Math.PI * hertz * at) / speechRate)),
  )
}

/** Shares the tab, states consent for a new session, and presses the button once both meters moved. */
export async function startVisit(page: Page, name = 'Start Session'): Promise<void> {
  await page.getByRole('button', { name: /^Share the/ }).click()
  const consent = page.getByRole('checkbox', { name: 'Everyone in the call agreed to be recorded' })
  if (name === 'Start Session') await consent.check()
  const start = page.getByRole('main').getByRole('button', { name })
  await expect(start).toHaveAttribute('aria-disabled', 'false')
  await start.click()
}
