import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type LaunchOptions, type Page } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { type Person, signIn, signInAgain } from '../fixtures.ts'
import type { Product } from '../product.ts'
import { addClient } from '../steps.ts'
import { newestSession, startSession } from './steps.ts'
import { createProbe, type Probe } from './probe.ts'

/** A therapist with a browser of their own, whose profile remains after a crash. */
export interface TherapistBrowser {
  product: Product
  person: Person
  client: Client
  probe: Probe
  readonly context: BrowserContext
  readonly page: Page
  /** Starts the session and returns its id. */
  start(): Promise<string>
  /** Ends the processes of all pages immediately, so that the moment is known. */
  killTab(): Promise<void>
  /** Crashes the page. Other tabs stay open. Until Chromium reports the crash, audio counts as captured. */
  crashTab(): Promise<void>
  /** Ends all processes of the browser immediately. */
  killBrowser(): Promise<void>
  /** Opens the product again, and the unfinished session. */
  reopenSession(): Promise<void>
}

/** A browser launched with this microphone, with a signed-in therapist who has a client. */
export async function withTherapistBrowser(
  product: Product,
  launchOptions: LaunchOptions,
  use: (therapist: TherapistBrowser) => Promise<void>,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'attend-profile-'))
  const probe = createProbe()
  const open = async () => {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, permissions: ['microphone'] })
    await probe.watch(context)
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }
  let opened = await open()
  let isGone = false
  const replaceTab = async (end: (crashed: Promise<unknown>) => Promise<void>) => {
    const { context, page } = opened
    const crashed = page.waitForEvent('crash')
    await end(crashed)
    probe.markKilled()
    await crashed
    opened = { context, page: await context.newPage() }
    await page.close()
  }
  try {
    const person = await signIn(opened.page, product)
    const client = await addClient(opened.page, product)
    await use({
      product,
      person,
      client,
      probe,
      get context() {
        return opened.context
      },
      get page() {
        return opened.page
      },
      async start() {
        await startSession(opened.page, `${product.url}/session/${client.id}`)
        return (await newestSession(opened.page, product, client)).id
      },
      killTab: () =>
        replaceTab(async () => {
          for (const pid of await renderers(opened.context)) process.kill(pid, 'SIGKILL')
        }),
      crashTab: () =>
        replaceTab(async (crashed) => {
          const session = await opened.context.newCDPSession(opened.page)
          // The crashed page does not respond.
          void session.send('Page.crash').catch(() => undefined)
          await crashed
        }),
      async killBrowser() {
        const closed = opened.context.waitForEvent('close')
        // SingletonLock is a link to "{machine}-{pid}". This process leads the group of all others.
        const pid = Number((await readlink(join(profile, 'SingletonLock'))).split('-').at(-1))
        process.kill(-pid, 'SIGKILL')
        probe.markKilled()
        isGone = true
        await closed
      },
      async reopenSession() {
        if (isGone) opened = await open()
        isGone = false
        const { page } = opened
        // A browser writes new cookies to disk with a delay.
        await signInAgain(page, product, person)
        await page.goto(product.url)
        await page.getByRole('link', { name: 'Finish the session' }).click()
        await expect(page.getByRole('heading', { name: 'Unfinished session' })).toBeVisible()
      },
    })
  } finally {
    if (!isGone) await opened.context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

/** The ids of the processes that run pages. */
async function renderers(context: BrowserContext): Promise<number[]> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (!session) throw new Error('no browser')
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
