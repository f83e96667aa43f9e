import { randomInt, randomUUID } from 'node:crypto'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { describeFailure, clearErrors } from './failure-report.ts'
import { type Product, withProduct } from './product.ts'
import { serveSpeech, type SpeechEndpoint } from './speech-endpoint.ts'
import { readSpoken, type Spoken } from './spoken.ts'

/** Sends requests with the cookies of one user: a page, or a test's own client. */
export type Caller = Pick<Page, 'request'>

export interface Person {
  email: string
  password: string
  firstName: string
  lastName: string
}

export interface TestFixtures {
  /** Console errors that a test causes on purpose. Any other console error of its own browser fails it. */
  expectedErrors: RegExp[]
  noErrors: void
  /** The transcription service of the product. It is reset after every test. */
  speech: SpeechEndpoint
}

export interface WorkerFixtures {
  /** Settings of the product besides those that isolate it. */
  settings: Record<string, string>
  product: Product
  spoken: Spoken
  speechEndpoint: SpeechEndpoint
}

/**
 * Chromium logs every 401 response. A document requests its first data even if its sign-in has ended. A later request may
 * carry a cookie that has just been replaced, because an authenticator app was set up; the page repeats it.
 */
const signedOutRequests =
  /status of 401 .*\/api\/(?:me|notices|work-queue|recordings\/unfinished|clients\/[\w-]+|notes\/[\w-]+)\)$/

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
      // Behind our own proxy every test user has an IP address, and so a sign-up limit, of their own.
      await withProduct(
        {
          SPEECH_BASE_URL: speechEndpoint.baseUrl,
          SPEAKERS: 'off',
          TRUST_PROXY: 'true',
          OFFER_DEMO: 'true',
          ...settings,
        },
        use,
      )
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  speech: async ({ speechEndpoint }, use) => {
    await use(speechEndpoint)
    speechEndpoint.reset()
  },

  baseURL: async ({ product }, use) => use(product.url),

  expectedErrors: [[], { option: true }],

  noErrors: [
    async ({ context, browser, expectedErrors }, use, testInfo) => {
      const found = errorsOf(context)
      clearErrors()
      await use()
      if (testInfo.errors.length > 0) process.stderr.write(await describeFailure(context))
      for (const each of browser.contexts()) {
        // Ignores requests that are pending at the end of a test.
        for (const page of each.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        // Its pages would send requests during the next tests.
        if (each !== context) await each.close()
      }
      const expected = [signedOutRequests, ...expectedErrors]
      expect(found.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Errors in the pages of a context, from now on. */
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

/** Creates an account with its practice and signs the page in by API calls. Confirms the email address by default. */
export async function signIn(
  page: Caller,
  product: Product,
  values: Partial<Person> = {},
  { isVerified = true } = {},
): Promise<Person> {
  const person = newPerson(values)
  const { email, password, firstName, lastName } = person
  const headers = { origin: product.url }
  const response = await page.request.post(`${product.url}/api/auth/sign-up/email`, {
    headers: { ...headers, 'x-forwarded-for': randomIpAddress() },
    data: { email, password, name: '' },
  })
  expect(response.ok(), await response.text()).toBe(true)
  const named = await page.request.patch(`${product.url}/api/me`, {
    headers,
    data: { firstName, lastName, timeZone: 'Europe/Berlin', welcomeVideoSeen: true },
  })
  expect(named.ok(), await named.text()).toBe(true)
  if (isVerified) await inDatabase(product, 'update users set email_verified = true where email = $1', [email])
  return person
}

/** Signs an existing user in by API calls: on another device, or after a browser lost its cookies. */
export async function signInAgain(page: Caller, product: Product, { email, password }: Person): Promise<void> {
  const response = await page.request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url, 'x-forwarded-for': randomIpAddress() },
    data: { email, password },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/** A random IP address, because attempts are counted by address. */
export function randomIpAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}
