import { writeFile } from 'node:fs/promises'
import { request } from '@playwright/test'
import type { Client } from '#shared/contract/clients.ts'
import { type Caller, expect, type Person, signIn, test as base } from '../fixtures.ts'
import { createProbe, type Probe } from '../recording/probe.ts'
import type { Product } from '../product.ts'
import { addClient } from '../steps.ts'
import type { Browser, Engine } from './browser.ts'
import { firefox } from './firefox.ts'
import { noSound, type SoundServer, withSound } from './sound.ts'
import { webkit } from './webkit.ts'

const engines = { firefox, webkit } as const satisfies Record<string, Engine>

/** A therapist with a browser of one engine. */
export interface TherapistBrowser {
  product: Product
  browser: Browser
  sound: SoundServer
  person: Person
  client: Client
  probe: Probe
  /** Sends requests as the therapist, outside of the browser. */
  caller: Caller
  /** Opens a page of the product in the browser, signed in. */
  openPage(path?: string): Promise<void>
}

export interface EngineOptions {
  engineName: keyof typeof engines
}

interface EngineWorker extends EngineOptions {
  sound: SoundServer
}

interface EngineTest {
  /** True if there is a sound server. */
  hasSound: boolean
  /** True if the microphone records the spoken words, where the engine supports it. Otherwise it plays a tone. */
  usesSoundServer: boolean
  therapist: TherapistBrowser
}

export const test = base.extend<EngineTest, EngineWorker>({
  engineName: ['firefox', { option: true, scope: 'worker' }],

  sound: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => withSound(use),
    { scope: 'worker' },
  ],

  // These tests do not use the pages of the base fixture.
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  noErrors: async ({}, use) => use(),

  hasSound: [true, { option: true }],
  usesSoundServer: [false, { option: true }],

  therapist: async ({ engineName, sound, hasSound, usesSoundServer, product }, use, testInfo) => {
    const caller = { request: await request.newContext() }
    const person = await signIn(caller, product)
    const client = await addClient(caller, product)
    await engines[engineName]({ pulseServer: hasSound ? sound.address : noSound, usesSoundServer }, async (browser) => {
      await use({
        product,
        browser,
        sound,
        person,
        client,
        probe: createProbe(),
        caller,
        async openPage(path = '/') {
          // A file without the app, because the app would start as soon as it finds the cookies.
          await browser.goto(`${product.url}/color-scheme.js`)
          await browser.setCookies((await caller.request.storageState()).cookies)
          await browser.goto(product.url + path)
        },
      })
      if (testInfo.status !== testInfo.expectedStatus) {
        const text = await browser.evaluate(() => `${document.location.href}\n${document.body.innerText}`)
        await writeFile(testInfo.outputPath('page.txt'), text)
        process.stdout.write(`The page of the failed test:\n${text}\n`)
      }
      expect(await browser.errors()).toEqual([])
    })
    sound.silence()
    await caller.request.dispose()
  },
})

export { expect } from '../fixtures.ts'
