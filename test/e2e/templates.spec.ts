import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openNewNote, section } from './steps.ts'
import { addMember } from './team.ts'

test('a template is added, published, used, changed and shared; a note keeps its sections', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'New template' }).click()
  const editor = page.getByRole('dialog', { name: 'New template' })
  await editor.getByLabel('Name').fill('Weekly')
  await editor.getByRole('button', { name: 'Remove section 3' }).click()
  await editor.getByRole('button', { name: 'Remove section 2' }).click()
  const [first, second] = [
    editor.getByRole('group', { name: 'Section 1' }),
    editor.getByRole('group', { name: 'Section 2' }),
  ]
  await first.getByLabel('Title').fill('Themes')
  await second.getByLabel('Title').fill('Homework')
  await second.getByLabel('Written by').selectOption('I write it')
  await second.getByLabel('Reminder for you').fill('What to try until next week')
  await expectAccessible(page, 'template editor')
  await editor.getByRole('button', { name: 'Add', exact: true }).click()
  const templates = page.getByRole('region', { name: 'Note templates' })
  await expect(templates).toContainText('Not published · version 1 · Themes, Homework')
  await templates.getByRole('button', { name: 'Publish Weekly' }).click()
  await expect(templates).toContainText('Published · version 1')

  const { sessionId } = await openNewNote(page, product)
  await page.getByRole('button', { name: 'Change Note Type' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Weekly/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Homework' })).toHaveAttribute(
    'placeholder',
    'What to try until next week',
  )
  await expect(page.getByRole('region', { name: 'About this session' })).toContainText('Weekly (SOAP)')

  await page.goto('/settings')
  await templates.getByRole('button', { name: 'Edit Weekly' }).click()
  const changed = page.getByRole('dialog', { name: 'Edit template' })
  await changed.getByRole('group', { name: 'Section 1' }).getByLabel('Title').fill('Topics')
  await changed.getByRole('button', { name: 'Save Changes' }).click()
  await expect(templates).toContainText('Published · version 2 · Topics, Homework')
  await page.goto(`/notes/${sessionId}`)
  await expect(section(page, 'Themes')).toBeVisible()
  await expect(section(page, 'Topics')).toBeHidden()

  await page.goto('/settings')
  await templates.getByRole('button', { name: 'Share Weekly' }).click()
  await expect(templates.getByText('Weekly', { exact: true })).toHaveCount(2)
  const colleague = await addMember(page, browser, product, 'therapist', {})
  await colleague.page.goto('/settings')
  const shared = colleague.page.getByRole('region', { name: 'Note templates' })
  await expect(shared).toContainText('Published · of your organization · version 1 · Topics, Homework')
  await expect(shared.getByRole('button', { name: 'Copy Weekly' })).toBeVisible()
  await expect(shared.getByRole('button', { name: 'Edit Weekly' })).toBeHidden()
  await colleague.context.close()
})
