import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import { plantNote } from './planted-note.ts'
import { addSession, section } from './steps.ts'

const planted = {
  Subjective: [
    { text: 'Maya sleeps about four hours a night.', check: 'supported', from: 'I slept about four hours a night' },
    { text: 'She did the breathing 17 times.', check: 'number', from: 'I did the breathing twice' },
    {
      text: 'She denies thoughts of hurting herself.',
      check: 'confirm',
      from: 'No, I have no thoughts of hurting myself.',
    },
    { text: 'Her sister visits on Sundays.', check: 'unsupported' },
  ],
  Objective: [{ text: 'Looks tired.', check: 'clinician' }],
  Assessment: [{ text: 'She worries about her job.', check: 'supported', from: 'I worry that I will lose my job' }],
  Plan: [{ text: 'The therapist goes to bed at eleven.', check: 'who', from: 'I will go to bed at eleven' }],
} as const

async function openPlanted(page: Page, product: Product): Promise<string> {
  await signIn(page, product)
  const { sessionId } = await addSession(page, product)
  await plantNote(page, product, sessionId, planted)
  await page.goto(`/notes/${sessionId}`)
  return sessionId
}

test('a review queue is decided with the keyboard alone', async ({ page, product }) => {
  const sessionId = await openPlanted(page, product)
  await expect(page.getByRole('button', { name: 'Review 4 items' })).toBeVisible()
  await page.getByRole('button', { name: 'Review 4 items' }).press('Enter')
  const review = page.getByRole('region', { name: 'Review', exact: true })
  const heading = review.getByRole('heading', { level: 2 })

  await test.step('the item about risk comes first, with the whole exchange', async () => {
    await expect(heading).toHaveText('She denies thoughts of hurting herself.')
    await expect(heading).toBeFocused()
    await expect(review).toContainText('4 to look at · 3 fine · about 1 min')
    await expect(review).toContainText('Do you have any thoughts of hurting yourself?')
    await expect(page.locator('#resolve-before-signing')).toHaveText('Resolve 4 items before signing')
    await expectAccessible(page, 'review')
  })

  await test.step('J and K move between items, and A keeps a sentence', async () => {
    await page.keyboard.press('j')
    await expect(heading).toHaveText('She did the breathing 17 times.')
    await page.keyboard.press('k')
    await page.keyboard.press('a')
    await expect(heading).toHaveText('She did the breathing 17 times.')
    await expect(heading).toBeFocused()
    await expect(review.getByRole('status')).toHaveText(/^3 left\. Check the number: She did the breathing 17 times\.$/)
    await expect(review).toContainText('3 to look at · 4 fine')
  })

  await test.step('R replaces a sentence by its quote, and D deletes it', async () => {
    await page.keyboard.press('r')
    await expect(section(page, 'Subjective')).toContainText('Client: “I did the breathing twice”.')
    await expect(heading).toHaveText('Her sister visits on Sundays.')
    await page.keyboard.press('d')
    await expect(section(page, 'Subjective')).not.toContainText('Her sister')
  })

  await test.step('Ctrl Z undoes the last decision', async () => {
    await page.keyboard.press('Control+z')
    await expect(section(page, 'Subjective')).toContainText('Her sister visits on Sundays.')
    await expect(heading).toHaveText('Her sister visits on Sundays.')
    await page.keyboard.press('d')
  })

  await test.step('E edits a sentence in place, and Escape closes the field', async () => {
    await expect(heading).toHaveText('The therapist goes to bed at eleven.')
    const field = review.getByRole('textbox', { name: 'Sentence' })
    await page.keyboard.press('e')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(heading).toBeFocused()
    await page.keyboard.press('e')
    await expect(field).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Maya goes to bed at eleven.')
    await page.keyboard.press('Control+Enter')
    await expect(section(page, 'Plan')).toContainText('Maya goes to bed at eleven.')
  })

  await test.step('two spot checks follow the last item', async () => {
    await expect(review).toContainText('Spot check 1 of 2: is this sentence right?')
    await page.keyboard.press('a')
    await expect(review).toContainText('Spot check 2 of 2: is this sentence right?')
    await page.keyboard.press('a')
    await expect(heading).toHaveText('All 4 items resolved. Ready to sign.')
    await expect(page.getByRole('button', { name: 'Sign note' })).toBeFocused()
    await page.keyboard.press('s')
    await expect(page.getByRole('dialog', { name: 'Sign note' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the note has no open item left', async () => {
    await page.goto('/')
    const recent = page.getByRole('region', { name: 'Recent Sessions' })
    await expect(recent.getByRole('link', { name: /Maya Stone/ })).toBeVisible()
    // The page sends its last increment when it is left.
    const reviewFigures = async () =>
      (await inDatabase(product, 'select active_ms from review_figures where session_id = $1', [sessionId])).rows[0]
    await expect.poll(reviewFigures).toMatchObject({ active_ms: expect.any(Number) })
    await expect(page.getByText('Needs review')).toHaveCount(0)
    await page.goto(`/notes/${sessionId}`)
    const keptSentence = page.getByRole('button', { name: /She denies thoughts.*kept by the clinician/ })
    await expect(keptSentence).toBeVisible()
    await expect(page.getByRole('button', { name: /^Review \d/ })).toHaveCount(0)
  })
})

test('on a phone, every button of a review is at least 44 px high', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPlanted(page, product)
  await page.getByRole('button', { name: 'Review 4 items' }).click()
  const review = page.getByRole('region', { name: 'Review', exact: true })
  await review.getByRole('button', { name: /^Keep/ }).click()
  await expect(review.getByRole('button', { name: 'Undo' })).toBeVisible()
  const inBar = page.getByRole('button', { name: /^(?:Close the review|Sign note)$/ })
  await expect(inBar).toHaveCount(2)
  const lowButtons = () =>
    inBar
      .or(review.getByRole('button'))
      .evaluateAll((buttons) =>
        buttons.filter((button) => button.getBoundingClientRect().height < 44).map((button) => button.textContent),
      )
  await expect.poll(lowButtons).toEqual([])
})
