// Adds false sentences to notes: a changed number, an invented denial, the therapist's words as the client's, and another
// client's name. Prints for each kind how many are items of the review, and lists the others. With a number, a browser
// then reviews and signs the notes of that many sessions by keyboard alone, and checks the accessibility of each review.
// npm exec -c 'node bench/planted-errors/run.ts [NOTES]'   (needs built pages)
import { chromium, expect, type Page } from '@playwright/test'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { expectAccessible } from '#test/e2e/expect-accessible.ts'
import { type Product, withProduct } from '#test/e2e/product.ts'
import { type Dialogue, readDialogues } from '../clinical/cases.ts'
import { decideAll, CountingClinician, hasOpenRisk, sign, withNote } from '../review-by-keyboard.ts'
import { launchOptionsOf } from '../launch-options.ts'
import { type PlantedError, plantErrors } from './plant-errors.ts'

const dialogues = readDialogues()

const seeded = dialogues.map((dialogue, at) => {
  const other = dialogues[(at + 7) % dialogues.length]?.client ?? ''
  const errors = plantErrors(dialogue, other).map((error) => ({ error, check: checkOf(error, dialogue) }))
  return { dialogue, errors }
})

function checkOf({ text, utteranceId, quote }: PlantedError, { transcript, client }: Dialogue) {
  return checkedStatement(text, [{ utteranceId, quote }], transcript, client).check ?? 'supported'
}

for (const [kind, all] of Map.groupBy(
  seeded.flatMap(({ dialogue, errors }) => errors.map((one) => ({ ...one, id: dialogue.id }))),
  ({ error }) => error.kind,
)) {
  const missed = all.filter(({ check }) => check === 'supported')
  console.log(`${kind}: ${all.length - missed.length} of ${all.length} are items`)
  for (const { error, id } of missed) console.log(`  ${id}: ${error.text}`)
}

/** Seeds the note of a session, and reviews and signs it by keyboard. Returns the number of planted sentences left. */
async function review(page: Page, product: Product, { dialogue, errors }: (typeof seeded)[number]): Promise<number> {
  const planted = errors.slice(0, 4).map(({ error: { text, quote }, check }) => ({ text, check, from: quote }))
  const trueStatements = dialogue.statements.filter(({ is }) => is === 'true').slice(0, 6)
  const sentences = [
    ...planted,
    ...trueStatements.map(({ text, quotes: [[, from] = [1, '']] }) => ({ text, check: 'supported' as const, from })),
  ]
  const sections = { Subjective: sentences, Objective: [], Assessment: [], Plan: [] }
  const { person, sessionId } = await withNote(page, product, dialogue, sections)
  await page.goto(`/notes/${sessionId}`)
  const note = page.getByRole('article', { name: 'Note' })
  await note.waitFor()
  const clinician = new CountingClinician(page)
  await page.goto(`/notes/${sessionId}?review=true`)
  await expectAccessible(page, `review of ${dialogue.id}`)
  await page.goto(`/notes/${sessionId}`)
  await decideAll(page, clinician, new Set(planted.map(({ text }) => text)))
  await sign(page, clinician, person)
  const text = await note.innerText()
  return planted.filter((one) => text.includes(one.text)).length
}

const notes = seeded.filter(({ dialogue }) => !hasOpenRisk(dialogue)).slice(0, Number(process.argv[2] ?? 0))
if (notes.length > 0) {
  const launchOptions = launchOptionsOf('pages')
  await withProduct({ TRUST_PROXY: 'true' }, async (product) => {
    const browser = await chromium.launch(launchOptions)
    let left = 0
    for (const one of notes) {
      const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
      left += await review(await context.newPage(), product, one)
      await context.close()
    }
    await browser.close()
    const all = notes.reduce((sum, { errors }) => sum + Math.min(4, errors.length), 0)
    console.log(
      `${notes.length} notes reviewed and signed by keyboard: ${all - left} of ${all} planted sentences resolved`,
    )
    expect(left).toBeLessThanOrEqual(all * 0.05)
  })
}
