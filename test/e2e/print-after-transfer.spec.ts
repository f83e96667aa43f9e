import { expect, type Page } from '@playwright/test'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { inDatabase } from './database.ts'
import { signIn, test } from './fixtures.ts'
import { plantNote } from './planted-note.ts'
import type { Product } from './product.ts'
import { addClient, importSession } from './steps.ts'
import { addMember, type Member, userIdOf } from './team.ts'

/** A note of three paragraphs in each section, so that the printed note has several pages. */
const planted = Object.fromEntries(
  ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => [
    title,
    Array.from({ length: 12 }, (_, at) => ({
      text: `${title} ${at + 1}: Maya describes the week calmly and names one thing that helped her.`,
      check: 'clinician' as const,
    })),
  ]),
)

async function post(page: Page, product: Product, path: string, data: object): Promise<void> {
  const response = await page.request.post(`${product.url}/api/${path}`, { headers: { origin: product.url }, data })
  expect(response.ok(), await response.text()).toBe(true)
}

async function signatures(page: Page, product: Product, sessionId: string): Promise<NoteSignatures> {
  return await (await page.request.get(`${product.url}/api/notes/${sessionId}/signatures`)).json()
}

async function sign(page: Page, product: Product, sessionId: string): Promise<void> {
  const { toSign } = await signatures(page, product, sessionId)
  if (!toSign) throw new Error('the note cannot be signed')
  const { version, contentSha256, attestationText } = toSign
  await post(page, product, `notes/${sessionId}/signatures`, { version, contentSha256, attestationText })
}

/** The printed document, without the time of printing. Includes the text of a signature that was superseded. */
async function printedText(page: Page, sessionId: string, hasSuperseded: boolean): Promise<string> {
  await page.goto(`/notes/${sessionId}`)
  const block = page.getByRole('region', { name: 'Signatures' })
  await expect(block).toBeVisible()
  if (hasSuperseded) {
    await block.getByRole('button', { name: /^Show version/ }).click()
    await expect(block.getByRole('region', { name: /^Version \d, superseded$/ })).toContainText(
      'Plan 12: Maya describes',
    )
  }
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const file = await page.pdf({ format: 'A4', tagged: false, preferCSSPageSize: true })
  return file.toString('latin1').replaceAll(/\/(?:CreationDate|ModDate) \([^)]*\)/g, '')
}

test('signed notes are printed identically before and after the transfer of their client', async ({
  page: owner,
  browser,
  product,
}) => {
  await signIn(owner, product, { firstName: 'Olive', lastName: 'Owner' })
  const author = await addMember(owner, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  const next = await addMember(owner, browser, product, 'therapist', { firstName: 'Tess', lastName: 'Other' })
  await makeSigner(product, author, 'LCSW', 'Europe/Berlin')
  await makeSigner(product, next, 'PhD', 'America/Los_Angeles')
  const client = await addClient(author.page, product)
  const sessionIds: string[] = []
  for (let at = 0; at < 3; at++) {
    const sessionId = await importSession(author.page, product, client.id)
    await plantNote(author.page, product, sessionId, planted)
    await sign(author.page, product, sessionId)
    sessionIds.push(sessionId)
  }
  const [first = '', amended = '', unlocked = ''] = sessionIds
  await inDatabase(
    product,
    `insert into recordings (session_id, organization_id, therapist_id, file_name, media_type, size, recorded_at)
    select id, organization_id, therapist_id, 'evening.webm', 'audio/webm', 1, '2026-11-20T23:30Z' from sessions where id = $1`,
    [first],
  )
  const addendum = { kind: 'correction', text: 'Maya called on Monday.', reason: 'A call', eventDate: null }
  await post(author.page, product, `notes/${amended}/addenda`, addendum)
  await post(author.page, product, `notes/${unlocked}/unlock`, { reason: 'A wrong word' })
  await sign(author.page, product, unlocked)

  const read = async (page: Page) => ({
    prints: await eachOf(sessionIds, (sessionId) => printedText(page, sessionId, sessionId === unlocked)),
    signed: await eachOf(sessionIds, async (sessionId) => {
      const { signatures: all, addenda } = await signatures(page, product, sessionId)
      return { all, addenda }
    }),
    renderedBy: (
      await inDatabase(product, 'select id, rendered_by from sessions where client_id = $1 order by id', [client.id])
    ).rows,
  })
  const before = await read(author.page)
  expect(before.prints).toEqual(sessionIds.map(() => expect.stringMatching(/^%PDF-.*\/Count [2-9]/s)))
  expect(new Set(before.prints).size).toBe(3)

  await post(owner, product, `clients/${client.id}/transfer`, { therapistId: await userIdOf(product, next.person) })
  const after = await read(next.page)
  expect(after.signed).toEqual(before.signed)
  expect(after.renderedBy).toEqual(before.renderedBy)
  expect(after.prints.map((print, at) => print === before.prints[at])).toEqual([true, true, true])
})

/** Gives a member credentials, a time zone of their own and a fresh confirmation. */
async function makeSigner(product: Product, { person }: Member, credentials: string, zone: string): Promise<void> {
  const userId = await userIdOf(product, person)
  await inDatabase(product, 'update users set credentials = $2, time_zone = $3 where id = $1', [
    userId,
    credentials,
    zone,
  ])
  await inDatabase(
    product,
    `update auth_sessions set confirmed_at = now(), confirmed_with = 'password' where user_id = $1`,
    [userId],
  )
}

/** Calls `read` for one id after the other, and returns the results. */
async function eachOf<T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> {
  const found: T[] = []
  for (const id of ids) found.push(await read(id))
  return found
}
