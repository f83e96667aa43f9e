import { randomInt, randomUUID } from 'node:crypto'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { type Product, withProduct } from './product.ts'
import { serveSpeech, type SpeechEndpoint } from './speech-endpoint.ts'
import { readSpoken, type Spoken } from './spoken.ts'

/** Sends requests with the cookies of somebody: a page, or a test by itself. */
export type Caller = Pick<Page, 'request'>

export interface Person {
  email: string
  password: string
  firstName: string
  lastName: string
}

export interface TestFixtures {
  /** Console errors that a journey means to cause. Any other one fails it. */
  expectedErrors: RegExp[]
  noErrors: void
  /** The transcription service the product uses; well again after every journey. */
  speech: SpeechEndpoint
}

export interface WorkerFixtures {
  /** Settings of the product beside those that keep it to itself. */
  settings: Record<string, string>
  product: Product
  spoken: Spoken
  speechEndpoint: SpeechEndpoint
}

/** Chromium prints every answer of 401; the app learns by one that nobody is signed in. */
const whoIsThere = /status of 401 .*\/api\/me\)$/

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],

  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  spoken: [async ({}, use) => use(await readSpoken()), { scope: 'worker' }],

  speechEndpoint: [
    async ({ spoken }, use) => {
      await using endpoint = await serveSpeech(spoken)
      await use(endpoint)
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ settings, speechEndpoint }, use) => {
      // Behind a proxy of our own, every person of the journeys has an address, and so a limit of sign-ups, for themselves.
      await withProduct(
        { SPEECH_BASE_URL: speechEndpoint.baseUrl, TRUST_PROXY: 'true', OFFER_DEMO: 'true', ...settings },
        use,
      )
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  speech: async ({ speechEndpoint }, use) => {
    await use(speechEndpoint)
    speechEndpoint.hold()()
    speechEndpoint.behaviour = 'well'
  },

  baseURL: async ({ product }, use) => use(product.url),

  expectedErrors: [[], { option: true }],

  noErrors: [
    async ({ context, expectedErrors }, use) => {
      const found = errorsOf(context)
      await use()
      // What is still asked for when a journey ends is nobody's any more.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      const expected = [whoIsThere, ...expectedErrors]
      expect(found.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What goes wrong in the pages of a context, from now on. */
function errorsOf(context: BrowserContext): string[] {
  const found: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => found.push(String(error.error())))
  return found
}

export function newPerson(values: Partial<Person> = {}): Person {
  return {
    email: `${randomUUID()}@example.test`,
    password: 'violet harbour 41 kites',
    firstName: 'Robin',
    lastName: 'Hale',
    ...values,
  }
}

/** Makes an account with its practice and signs the page in, without going through the screens. Its address counts as confirmed. */
export async function signIn(
  page: Caller,
  product: Product,
  values: Partial<Person> = {},
  { isVerified = true } = {},
): Promise<Person> {
  const person = newPerson(values)
  const { email, password, firstName, lastName } = person
  const headers = { origin: product.url }
  const made = await page.request.post(`${product.url}/api/auth/sign-up/email`, {
    headers: { ...headers, 'x-forwarded-for': someAddress() },
    data: { email, password, name: '' },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const named = await page.request.patch(`${product.url}/api/me`, {
    headers,
    data: { firstName, lastName, timeZone: 'Europe/Berlin', welcomeVideoSeen: true },
  })
  expect(named.ok(), await named.text()).toBe(true)
  if (isVerified) await inDatabase(product, 'update users set email_verified = true where email = $1', [email])
  return person
}

/** Signs somebody in who has an account: on another device, or where a browser has lost its cookies. */
export async function signInAgain(page: Caller, product: Product, { email, password }: Person): Promise<void> {
  const answer = await page.request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url, 'x-forwarded-for': someAddress() },
    data: { email, password },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Attempts are counted by address. */
export function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}
