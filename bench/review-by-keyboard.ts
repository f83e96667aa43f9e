import type { Locator, Page } from '@playwright/test'
import { findSafety } from '#server/clinical-text/safety/safety.ts'
import { inDatabase } from '#test/e2e/database.ts'
import { type Person, signIn } from '#test/e2e/fixtures.ts'
import { type Planted, plantNote } from '#test/e2e/planted-note.ts'
import type { Product } from '#test/e2e/product.ts'
import { addClient, importSession } from '#test/e2e/steps.ts'
import type { Dialogue } from './clinical/cases.ts'

/** The work on one note. */
export interface Work {
  /** Measured from the open note to the signature, or without the review queue to the last change. */
  seconds: number
  words: number
  /** Words of the whole note, which is read once. */
  wordsOfNote: number
  decisions: number
  keys: number
}

export const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length

/** Counts the keys, words and decisions of a clinician. */
export class CountingClinician {
  readonly work: Work = { seconds: 0, words: 0, wordsOfNote: 0, decisions: 0, keys: 0 }
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async press(key: string): Promise<void> {
    this.work.keys += 1
    await this.#page.keyboard.press(key)
  }
  async type(text: string): Promise<void> {
    this.work.keys += text.length
    await this.#page.keyboard.insertText(text)
  }
  async read(places: Locator): Promise<void> {
    this.work.words += wordsIn((await places.allInnerTexts()).join(' '))
  }
  decide(): void {
    this.work.decisions += 1
  }
}

/** Decides each item of the queue, and its spot checks: wrong sentences are deleted, true ones kept. */
export async function decideAll(page: Page, clinician: CountingClinician, wrong: ReadonlySet<string>): Promise<void> {
  await page.getByRole('button', { name: /^Review \d+ item/ }).focus()
  await clinician.press('Enter')
  const review = page.getByRole('region', { name: 'Review', exact: true })
  const heading = review.getByRole('heading', { level: 2 })
  const isDone = async () => /Ready to sign/.test(await heading.innerText())
  const isRisk = review.getByText('To confirm', { exact: true })
  await heading.waitFor()
  while (!(await isDone())) {
    const text = await heading.innerText()
    await clinician.read(heading)
    await clinician.read(review.locator((await isRisk.count()) > 0 ? 'li' : 'li:has(mark)'))
    clinician.decide()
    await clinician.press(wrong.has(text) ? 'd' : 'a')
    await page.waitForFunction(
      (before) =>
        document.querySelector('h2:focus, #sign-note:focus') !== null &&
        document.querySelector('[aria-label="Review"] h2')?.textContent !== before,
      text,
    )
  }
}

/** Signs with the keyboard. */
export async function sign(page: Page, clinician: CountingClinician, { password }: Person): Promise<void> {
  // Until the last decision is saved, the button says what is left to decide.
  await page.locator('#sign-note[aria-disabled="false"]').waitFor()
  await clinician.press('s')
  const dialog = page.getByRole('dialog', { name: 'Sign note' })
  const field = dialog.getByRole('textbox', { name: 'Password' })
  await field.waitFor()
  await clinician.read(dialog)
  await clinician.type(password)
  // The facts to sign are requested with the last decision.
  await dialog.getByRole('button', { name: 'Sign and lock', disabled: false }).waitFor()
  await clinician.press('Enter')
  await page.getByText('Note signed and locked.').waitFor()
}

/** True if the dialogue has passages about risk that a note may lack. They would add items to the review. */
export const hasOpenRisk = ({ transcript }: Dialogue): boolean =>
  findSafety(transcript, []).some(({ finding }) => finding === 'stated' || finding === 'unclear')

/** Signs up a clinician with a note of these sentences about a dialogue. */
export async function withNote(
  page: Page,
  product: Product,
  { client, transcript }: Dialogue,
  sections: Readonly<Record<string, readonly Planted[]>>,
): Promise<{ person: Person; sessionId: string }> {
  const person = await signIn(page, product)
  await inDatabase(product, `update users set credentials = 'LCSW' where email = $1`, [person.email])
  const { id } = await addClient(page, product, client)
  const lines = transcript.utterances.map(
    ({ speaker, text }) => [speaker === 'therapist' ? 'Therapist' : 'Client', text] as const,
  )
  const sessionId = await importSession(page, product, id, lines)
  await plantNote(page, product, sessionId, sections)
  return { person, sessionId }
}
