import { randomUUID } from 'node:crypto'
import type { InferContractRouterInputs } from '@orpc/contract'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Client, ClientDetails } from '#shared/contract/clients.ts'
import type { contract } from '#shared/contract/contract.ts'
import type { NotePage } from '#shared/contract/notes.ts'
import { appears, pauseClock } from './clock.ts'
import type { Caller } from './fixtures.ts'
import type { Product } from './product.ts'
import type { Spoken } from './spoken.ts'

/** How long a busy machine may transcribe a session and draft its note. */
export const processed = { timeout: 100_000 }

type TranscriptImport = InferContractRouterInputs<typeof contract>['transcripts']['import']

/** A file chosen in a file dialog. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The ten turns of a session, each with its speaker. */
export const turns = [
  ['Therapist', 'How have you been sleeping since we met last week?'],
  ['Client', 'I slept about four hours a night, and I wake up at three with my heart racing.'],
  ['Therapist', 'What goes through your mind when you wake up?'],
  ['Client', 'I worry that I will lose my job, and that my wife will be disappointed in me.'],
  ['Therapist', 'You look tired today. Did you try the breathing exercise we talked about?'],
  ['Client', 'Yes, I did the breathing twice, and it helped me to calm down a little.'],
  ['Therapist', 'Do you have any thoughts of hurting yourself?'],
  ['Client', 'No, I have no thoughts of hurting myself.'],
  ['Therapist', 'Let us plan one thing for the week. What would be small enough?'],
  ['Client', 'I will go to bed at eleven and leave my phone in the kitchen.'],
] as const

/** Adds a client of the signed-in user by API calls. */
export async function addClient(
  page: Caller,
  product: Product,
  firstName = 'Maya',
  lastName = 'Stone',
): Promise<Client> {
  const data: ClientDetails = { firstName, lastName, pronouns: 'N/A', email: null, phone: null }
  const added = await page.request.post(`${product.url}/api/clients`, { headers: { origin: product.url }, data })
  expect(added.ok(), await added.text()).toBe(true)
  return added.json()
}

type Series = Pick<InferContractRouterInputs<typeof contract>['series']['schedule'], 'frequency' | 'ends'>

/** Schedules a session or a series for the signed-in user by API calls. */
export async function schedule(
  page: Page,
  product: Product,
  client: Client,
  wanted: { date: string; startTime?: string } | ({ date: string; startTime?: string } & Series),
): Promise<void> {
  const noun = 'frequency' in wanted ? 'series' : 'sessions'
  const put = await page.request.post(`${product.url}/api/clients/${client.id}/${noun}`, {
    headers: { origin: product.url },
    data: { startTime: '09:00', durationMinutes: 50, requestId: randomUUID(), ...wanted },
  })
  expect(put.ok(), await put.text()).toBe(true)
}

/** A plain text transcript of these turns. */
export function transcriptFile(lines: readonly (readonly [string, string])[] = turns): PickedFile {
  const text = lines.map(([speaker, said]) => `${speaker}: ${said}`).join('\n')
  return { name: 'session.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
}

/** Adds a client and a session with an imported transcript by API calls. */
export async function addSession(page: Caller, product: Product): Promise<{ client: Client; sessionId: string }> {
  const client = await addClient(page, product)
  return { client, sessionId: await importSession(page, product, client.id) }
}

/** Adds a session of a client with an imported transcript by API calls. */
export async function importSession(
  page: Caller,
  product: Product,
  clientId: string,
  lines: Parameters<typeof transcriptFile>[0] = turns,
): Promise<string> {
  const { name: fileName, buffer } = transcriptFile(lines)
  const data: Omit<TranscriptImport, 'clientId'> = {
    requestId: randomUUID(),
    fileName,
    content: buffer.toString('base64'),
    settingType: 'in-person',
  }
  const imported = await page.request.post(`${product.url}/api/clients/${clientId}/transcripts`, {
    headers: { origin: product.url },
    data,
  })
  expect(imported.ok(), await imported.text()).toBe(true)
  const { sessionId }: { sessionId: string } = await imported.json()
  return sessionId
}

/** Writes a session's note from all of its excerpts by API calls. */
export async function writeNote(page: Caller, product: Product, sessionId: string): Promise<void> {
  const headers = { origin: product.url }
  const address = `${product.url}/api/notes/${sessionId}`
  const read = async (): Promise<NotePage['note']> => {
    const { note }: NotePage = await (await page.request.get(address)).json()
    return note
  }
  await expect.poll(async () => (await read()).state, processed).toBe('ready')
  const { version: baseVersion, noteType, sections } = await read()
  const written = sections.map(({ title, excerpts = [] }) => ({
    title,
    content: excerpts.map(({ text }) => text).join('\n') || 'Seen by the clinician.',
  }))
  const saved = await page.request.put(address, { headers, data: { baseVersion, noteType, sections: written } })
  expect(saved.ok(), await saved.text()).toBe(true)
}

/** Adds a client and a session with its note by API calls, and opens the note. */
export async function openNewNote(page: Page, product: Product): Promise<{ client: Client; sessionId: string }> {
  const added = await addSession(page, product)
  await page.goto(`/notes/${added.sessionId}`)
  await expect(section(page, 'Plan')).toBeVisible(processed)
  return added
}

/** Chooses a file on the upload page: a generated one, or one at a path. */
export async function pick(page: Page, file: PickedFile | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  // The drop area around the button receives the click and opens the dialog.
  await page.getByRole('button', { name: 'Choose a file' }).click({ force: true })
  await (await chooser).setFiles(file)
}

/** Chooses a file and uploads it. */
export async function uploadFile(page: Page, file: PickedFile): Promise<void> {
  await pick(page, file)
  await page.getByRole('button', { name: 'Upload & Process' }).click()
}

/**
 * Uploads a file on a page with an installed clock, until its note opens. The clock is paused meanwhile, because the
 * page shows the success for a moment only.
 */
export async function uploadUntilNote(page: Page, file: PickedFile): Promise<void> {
  await pick(page, file)
  await pauseClock(page)
  await page.getByRole('button', { name: 'Upload & Process' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await appears(page, page.getByText('Session uploaded successfully!'), processed)
  await expect(page.getByText('Redirecting to session notes...')).toBeVisible()
  await page.clock.resume()
  await expect(page).toHaveURL(/\/notes\/[0-9a-f-]{36}$/)
}

/** Adds a client of the signed-in user, and opens the page that uploads a session of the client. */
export async function openUpload(page: Page, product: Product): Promise<Client> {
  const client = await addClient(page, product)
  await page.goto(`/upload-session/${client.id}`)
  return client
}

/** Uploads the spoken session as a WAV file. */
export async function uploadSpoken(page: Page, { wav }: Spoken): Promise<void> {
  await uploadFile(page, { name: 'session.wav', mimeType: 'audio/wav', buffer: wav })
}

/** A section of the open note. */
export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** The sentences with evidence in a part of the note. */
export function sentences(part: Page | Locator): Locator {
  return part.getByRole('button', { name: /\(Words found in the transcript, \d+ quotes?\)/ })
}

/** The quotes of the open sentence. */
export function quotes(page: Page): Locator {
  return page.getByRole('article', { name: 'Note' }).getByRole('figure')
}
