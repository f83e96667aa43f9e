import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { plantNote } from './planted-note.ts'
import type { Product } from './product.ts'
import { addSession } from './steps.ts'
import { addMember, userIdOf } from './team.ts'

const planted = {
  Subjective: [{ text: 'Maya reports fewer panic attacks.', check: 'clinician' }],
  Objective: [{ text: 'Alert and cooperative.', check: 'clinician' }],
  Assessment: [{ text: 'Panic symptoms are less frequent.', check: 'clinician' }],
  Plan: [{ text: 'Ride the bus for two stops.', check: 'clinician' }],
} as const

/** Maximum number of clicks that a user needs (issue 15). */
const maxClicks = 6

/** Counts the clicks of one user. */
function clicker() {
  let count = 0
  return {
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    count: () => count,
  }
}

async function change(page: Page, product: Product, path: string, method: 'PUT' | 'PATCH', data: object) {
  const response = await page.request.fetch(`${product.url}/api/${path}`, {
    method,
    headers: { origin: product.url },
    data,
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/** An associate with a drafted note that has nothing left to review, and their supervisor. */
async function buildTeam(owner: Page, browser: Browser, product: Product) {
  await signIn(owner, product)
  const supervisor = await addMember(owner, browser, product, 'supervisor', { firstName: 'Ruth', lastName: 'Halden' })
  const associate = await addMember(owner, browser, product, 'therapist', { firstName: 'Tamsin', lastName: 'Okell' })
  const [supervisorId, associateId] = [
    await userIdOf(product, supervisor.person),
    await userIdOf(product, associate.person),
  ]
  await change(owner, product, `members/${associateId}/supervisor`, 'PUT', { supervisorId })
  await change(supervisor.page, product, 'me', 'PATCH', { credentials: 'PhD' })
  await change(associate.page, product, 'me', 'PATCH', { credentials: 'MA', isPrelicensed: true })
  const { sessionId } = await addSession(associate.page, product)
  await plantNote(associate.page, product, sessionId, planted)
  return { supervisor, associate, sessionId }
}

test('an associate signs, the supervisor returns, the associate fixes and the supervisor co-signs in six clicks each', async ({
  page: owner,
  browser,
  product,
}) => {
  const { supervisor, associate, sessionId } = await buildTeam(owner, browser, product)
  const [ofSupervisor, ofAssociate] = [clicker(), clicker()]
  const queueOf = ({ page }: { page: Page }) => page.getByRole('region', { name: 'My queue' })

  await test.step('the associate signs', async () => {
    const { page, person } = associate
    await page.goto(`/notes/${sessionId}`)
    await ofAssociate.click(page.getByRole('button', { name: 'Sign note' }))
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Note signed and sent for co-signature.')).toBeVisible()
  })

  await test.step('the supervisor returns the note with a comment', async () => {
    const { page } = supervisor
    await page.goto('/')
    await ofSupervisor.click(queueOf(supervisor).getByRole('link', { name: /1 note to co-sign/ }))
    await ofSupervisor.click(page.getByRole('button', { name: 'Panic symptoms are less frequent.' }))
    await expect(page.getByRole('textbox', { name: /^Comment on/ })).toBeFocused()
    await page.keyboard.type('Please write since when.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article', { name: /^Comment 1 on/ })).toBeVisible()
    await expectAccessible(page, 'note to co-sign')
    await ofSupervisor.click(page.getByRole('button', { name: 'Return with 1 comment' }))
    await expect(page.getByText(/^You returned this note to Tamsin Okell on/)).toBeVisible()
  })

  await test.step('the associate fixes the note and signs again', async () => {
    const { page } = associate
    await page.goto('/')
    await ofAssociate.click(queueOf(associate).getByRole('link', { name: /1 note returned to you/ }))
    await expect(page.getByText('Returned by Ruth Halden')).toBeVisible()
    await expectAccessible(page, 'returned note')
    await ofAssociate.click(page.getByRole('button', { name: 'Edit Assessment here' }))
    await page.getByRole('textbox', { name: 'Assessment' }).fill('Panic symptoms are less frequent since May.')
    await page.keyboard.press('Control+s')
    await ofAssociate.click(page.getByRole('button', { name: 'Sign again' }))
    await ofAssociate.click(page.getByRole('dialog').getByRole('button', { name: 'Sign and send to Ruth Halden' }))
    await expect(page.getByText('Note signed and sent for co-signature.')).toBeVisible()
  })

  await test.step('the supervisor co-signs', async () => {
    const { page, person } = supervisor
    await page.goto('/')
    await ofSupervisor.click(queueOf(supervisor).getByRole('link', { name: /1 note to co-sign/ }))
    await expect(page.getByText('Panic symptoms are less frequent since May.')).toBeVisible()
    await ofSupervisor.click(page.getByRole('button', { name: 'Co-sign', exact: true }))
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Co-signed. No notes left.')).toBeVisible()
    await associate.page.goto(`/notes/${sessionId}`)
    await expect(associate.page.getByText('Signed', { exact: true })).toBeVisible()
  })

  expect(ofAssociate.count()).toBeLessThanOrEqual(maxClicks)
  expect(ofSupervisor.count()).toBeLessThanOrEqual(maxClicks)
  await Promise.all([supervisor.context.close(), associate.context.close()])
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 150; presses++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('a note is signed, returned, fixed and co-signed with the keyboard alone', async ({
  page: owner,
  browser,
  product,
}) => {
  const { supervisor, associate, sessionId } = await buildTeam(owner, browser, product)
  const start = ({ page }: { page: Page }) =>
    page.getByRole('region', { name: 'My queue' }).getByRole('button', { name: 'Start with the oldest' })

  await test.step('the associate signs', async () => {
    const { page, person } = associate
    await page.goto('/')
    await expect(start(associate)).toBeVisible()
    await page.keyboard.press('q')
    await expect(page.getByRole('button', { name: 'Sign note' })).toBeEnabled()
    await page.keyboard.press('s')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Password' })).toBeFocused()
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Note signed and sent for co-signature.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('the supervisor comments on a sentence and returns the note', async () => {
    const { page } = supervisor
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: /1 note to co-sign/ }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Maya Stone' })).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Maya reports fewer panic attacks.' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const sentence = page.getByRole('button', { name: 'Panic symptoms are less frequent.' })
    await expect(sentence).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Comment on/ })).toBeFocused()
    await page.keyboard.type('Please write since when.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article', { name: /^Comment 1 on/ })).toBeVisible()
    await expect(sentence).toBeFocused()
    await page.keyboard.press('r')
    await expect(page.getByText(/^You returned this note to Tamsin Okell on/)).toBeVisible()
  })

  await test.step('the associate fixes the note and signs again', async () => {
    const { page } = associate
    await page.goto('/')
    await tabTo(page, page.getByRole('link', { name: /1 note returned to you/ }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Edit Assessment here' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Assessment' })).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Panic symptoms are less frequent since May.')
    await page.keyboard.press('Control+s')
    const signAgain = page.getByRole('button', { name: 'Sign again' })
    await tabTo(page, signAgain)
    // The note can be signed once the changes are saved.
    await expect(signAgain).toBeEnabled()
    await expect(signAgain).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Sign and send to Ruth Halden' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Note signed and sent for co-signature.')).toBeVisible()
  })

  await test.step('the supervisor co-signs', async () => {
    const { page, person } = supervisor
    await page.goto('/')
    await expect(start(supervisor)).toBeVisible()
    await page.keyboard.press('q')
    await expect(page.getByText('Panic symptoms are less frequent since May.')).toBeVisible()
    await page.keyboard.press('s')
    const password = page.getByRole('dialog').getByRole('textbox', { name: 'Password' })
    await tabTo(page, password)
    await page.keyboard.type(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Co-signed. No notes left.')).toBeVisible()
    await associate.page.goto(`/notes/${sessionId}`)
    await expect(associate.page.getByText('Signed', { exact: true })).toBeVisible()
  })
  await Promise.all([supervisor.context.close(), associate.context.close()])
})
