import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { TemplateExample, TemplateLearning, TemplateProposal } from '#shared/contract/template-examples.ts'
import type { NoteTemplate } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, held, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const weekly: NoteTemplate = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5c0a',
  name: 'Weekly',
  baseType: 'DAP',
  language: 'en',
  sections: [newTemplateSection('Themes', { key: 'themes' })],
  version: 3,
  status: 'published',
  visibility: 'mine',
  origin: null,
  canChange: true,
}
const proposal: TemplateProposal = {
  sections: [
    newTemplateSection('Concerns', { instruction: 'What the client is concerned about.', length: 'short' }),
    newTemplateSection('Plan'),
  ],
  leftOut: [
    { title: 'Plan', reason: 'denial' },
    { title: null, reason: 'name' },
  ],
}
const example: TemplateExample = { id: 'e1', characters: 1234, addedAt: '2030-01-02T12:00:00.000Z' }
const none: TemplateLearning = { availability: 'ready', examples: [] }

async function openEditor(templateExamples: Replies['templateExamples'], more: Replies['templates'] = {}) {
  const user = openPage('/settings', {
    copies: { profiles: () => ({ items: [], suggestedId: '' }) },
    templates: { list: () => ({ items: [weekly] }), ...more },
    templateExamples: { list: () => none, ...templateExamples },
  })
  const panel = await region('Note templates')
  await user.click(await panel.findByRole('button', { name: 'Edit Weekly' }))
  return { user, editor: await dialog('Edit template') }
}

async function openLearning(templateExamples: Replies['templateExamples'], more: Replies['templates'] = {}) {
  const { user, editor } = await openEditor(templateExamples, more)
  await user.click(await editor.findByRole('button', { name: 'Learn from Examples' }))
  return { user, editor, learning: within(editor.getByRole('region', { name: 'Learn from examples' })) }
}

const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null)

test.each([
  ['no model', /None is set up; ask your Attend administrator\./],
  ['slow model', /needs minutes for an answer\./],
] as const)('with %s, the template editor explains why no sections are proposed', async (availability, reason) => {
  const { editor } = await openEditor({ list: () => ({ availability, examples: [] }) })
  expect(await editor.findByText(reason)).toBeInTheDocument()
  expect(editor.queryByRole('button', { name: 'Learn from Examples' })).toBeNull()
})

test('stored example notes can be deleted without a language model, one by one or all together', async () => {
  const deleted: string[] = []
  const { user, editor } = await openEditor({
    list: () => ({ availability: 'no model', examples: [example, { ...example, id: 'e2' }, { ...example, id: 'e3' }] }),
    delete: ({ exampleId }) => {
      deleted.push(exampleId)
      return { availability: 'no model', examples: [example, { ...example, id: 'e3' }] }
    },
    deleteAll: () => badGateway(),
  })
  await user.click(await editor.findByRole('button', { name: 'Learn from Examples' }))
  expect(editor.getByText('Example 1: 01/02/2030, 1,234 characters')).toBeInTheDocument()
  expect(editor.queryByRole('textbox', { name: /^Example/ })).toBeNull()
  await user.click(editor.getByRole('button', { name: 'Delete example 2' }))
  expect(await screen.findByText('Deleted.')).toBeInTheDocument()
  expect(deleted).toEqual(['e2'])
  expect(editor.queryByText(/^Example 3/)).toBeNull()
  const inPanel = () => within(editor.getByRole('region', { name: 'Learn from examples' }))
  await vi.waitFor(() => expect(document.activeElement).toContainElement(inPanel().getByText('Stored examples')))
  expect(editor.getByText('Stored examples').closest('form')).toContainElement(focused())
  const deleteAll = async () => {
    await user.click(await editor.findByRole('button', { name: 'Delete all' }))
    return await dialog('Delete stored examples')
  }
  await user.click((await deleteAll()).getByRole('button', { name: 'Cancel' }))
  expect(server.calls).not.toContain('templateExamples.deleteAll')
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete stored examples' })).toBeNull())
  await user.click((await deleteAll()).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete the example')).toBeInTheDocument()
  server.reply({ templateExamples: { deleteAll: () => ({ availability: 'no model', examples: [] }) } })
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete stored examples' })).toBeNull())
  await user.click((await deleteAll()).getByRole('button', { name: 'Delete' }))
  expect(await editor.findByText(/None is set up/)).toBeInTheDocument()
  expect(editor.queryByText('Stored examples')).toBeNull()
  await vi.waitFor(() => expect(focused()).toContainElement(editor.getByText(/None is set up/)))
  expect(editor.getByText(/None is set up/).closest('form')).toContainElement(focused())
})

test('a proposal of sections shows what was left out, before it changes the template', async () => {
  const waiting = held(() => proposal)
  const { user, editor, learning } = await openLearning({ propose: waiting.reply })
  expect(learning.getByRole('note')).toHaveTextContent('First remove names, dates and places')
  await fill(user, learning.getByRole('textbox', { name: 'Example 1' }), 'Slept badly.')
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  expect(await learning.findByText(/^Waiting for the language model\./)).toBeInTheDocument()
  expect(learning.getByRole('textbox', { name: 'Example 1' })).toBeDisabled()
  waiting.release()
  expect(await learning.findByRole('heading', { name: 'Proposed sections' })).toHaveFocus()
  expect(learning.queryByText(/^Waiting/)).toBeNull()
  expect(learning.getByText('What the client is concerned about.')).toBeInTheDocument()
  expect(
    learning.getByText('What “Plan” is about was left out because it states a denial of risk.'),
  ).toBeInTheDocument()
  expect(
    learning.getByText('A section was left out because its title may contain a name from an example.'),
  ).toBeInTheDocument()
  expect(editor.getByLabelText(/^Title/)).toHaveValue('Themes')
  await expectAccessible()
})

test('an accepted proposal replaces the sections of the template, and is saved with the examples', async () => {
  const requests: unknown[] = []
  const saved: unknown[] = []
  const { user, editor, learning } = await openLearning(
    {
      propose: (input) => {
        requests.push(input)
        return proposal
      },
    },
    {
      change: (input) => {
        saved.push(input)
        return { ...weekly, version: 4 }
      },
    },
  )
  expect(learning.getByRole('button', { name: 'Propose Sections' })).toBeDisabled()
  await fill(user, learning.getByRole('textbox', { name: 'Example 1' }), ' Slept badly. ')
  await user.click(learning.getByRole('button', { name: 'Add example' }))
  await fill(user, learning.getByRole('textbox', { name: 'Example 2' }), 'Slept well.')
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  await user.click(await learning.findByRole('button', { name: 'Use Sections' }))
  expect(editor.getByRole('button', { name: 'Learn from Examples' })).toHaveFocus()
  expect(editor.getAllByLabelText(/^Title/).map((field) => field.getAttribute('value'))).toEqual(['Concerns', 'Plan'])
  expect(editor.getByText('2 examples will be stored, encrypted, when you save the template.')).toBeInTheDocument()
  await user.click(editor.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument()
  const examples = ['Slept badly.', 'Slept well.']
  expect(requests).toEqual([{ templateId: weekly.id, examples }])
  expect(saved).toMatchObject([{ examples, sections: [{ title: 'Concerns', key: 'concerns' }, { title: 'Plan' }] }])
})

test('examples that were removed or rewritten after their proposal was used are not stored', async () => {
  const saved: unknown[] = []
  const { user, editor, learning } = await openLearning(
    { propose: () => proposal },
    {
      change: ({ examples }) => {
        saved.push(examples)
        return { ...weekly, version: 4 }
      },
    },
  )
  for (const [at, text] of ['Ana slept badly.', 'Worried about rent.', 'Ate well.'].entries()) {
    if (at > 0) await user.click(learning.getByRole('button', { name: 'Add example' }))
    await fill(user, learning.getByRole('textbox', { name: `Example ${at + 1}` }), text)
  }
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  await user.click(await learning.findByRole('button', { name: 'Use Sections' }))
  await user.click(editor.getByRole('button', { name: 'Learn from Examples' }))
  await fill(user, editor.getByRole('textbox', { name: 'Example 1' }), 'Slept badly.')
  await user.click(editor.getByRole('button', { name: 'Remove example 2' }))
  await user.click(editor.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument()
  expect(saved).toEqual([['Ate well.']])
})

test('example notes are not stored if the therapist does not want to keep them, nor if their proposal was discarded', async () => {
  const saved: unknown[] = []
  const { user, editor, learning } = await openLearning(
    { propose: () => proposal },
    {
      change: ({ examples, sections }) => {
        saved.push([examples, sections?.length])
        return fail('template_conflict')
      },
    },
  )
  await fill(user, learning.getByRole('textbox', { name: 'Example 1' }), 'Slept badly.')
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  await user.click(await learning.findByRole('button', { name: 'Discard' }))
  expect(learning.queryByRole('heading', { name: 'Proposed sections' })).toBeNull()
  expect(learning.getByRole('heading', { name: 'Learn from examples' })).toHaveFocus()
  await user.click(editor.getByRole('button', { name: 'Save Changes' }))
  expect(await editor.findByText(/^This template was changed elsewhere/)).toBeInTheDocument()
  await user.click(learning.getByRole('checkbox', { name: 'Keep new examples with the template' }))
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  await user.click(await learning.findByRole('button', { name: 'Use Sections' }))
  await user.click(editor.getByRole('button', { name: 'Save Changes' }))
  await expect
    .poll(() => saved)
    .toEqual([
      [[], 1],
      [[], 2],
    ])
  // A failed save keeps the pasted text.
  await user.click(editor.getByRole('button', { name: 'Learn from Examples' }))
  expect(editor.getByRole('textbox', { name: 'Example 1' })).toHaveValue('Slept badly.')
})

test('a failed or canceled proposal keeps the example note, and an example that is too long is not cut', async () => {
  const { user, learning } = await openLearning({
    propose: () => fail('template_proposal_failed', { detail: 'The language model did not answer in 2 minutes.' }),
  })
  const field = learning.getByRole('textbox', { name: 'Example 1' })
  await user.click(field)
  await user.paste('a'.repeat(6001))
  expect(learning.getByText('This note has 6,001 characters. Shorten it to 6,000.')).toBeInTheDocument()
  expect(learning.getByRole('button', { name: 'Propose Sections' })).toBeDisabled()
  await fill(user, field, 'Slept badly.')
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  expect(await learning.findByRole('alert')).toHaveTextContent(
    'Failed to propose sections: The language model did not answer in 2 minutes.',
  )
  expect(field).toHaveValue('Slept badly.')
  const never = held(() => proposal)
  server.reply({ templateExamples: { propose: never.reply } })
  await user.click(learning.getByRole('button', { name: 'Propose Sections' }))
  await user.click(await learning.findByRole('button', { name: 'Cancel request' }))
  expect(learning.queryByText(/^Waiting/)).toBeNull()
  expect(learning.queryByRole('alert')).toBeNull()
  expect(learning.getByRole('heading', { name: 'Learn from examples' })).toHaveFocus()
  expect(field).toBeEnabled()
  expect(field).toHaveValue('Slept badly.')
  never.release()
})

test('stored example notes are used for the next proposal, and count towards the maximum', async () => {
  const requests: unknown[] = []
  const examples = Array.from({ length: 4 }, (_, at) => ({ ...example, id: `e${at}` }))
  const { user, learning } = await openLearning({
    list: () => ({ ...none, examples }),
    propose: (input) => {
      requests.push(input)
      return proposal
    },
  })
  expect(learning.getByRole('textbox', { name: 'Example 5' })).toBeInTheDocument()
  expect(learning.getByRole('button', { name: 'Add example' })).toBeDisabled()
  await user.click(learning.getByRole('button', { name: 'Propose Again' }))
  await learning.findByRole('heading', { name: 'Proposed sections' })
  expect(requests).toEqual([{ templateId: weekly.id, examples: [] }])
})

test('example notes that fail to load can be loaded again', async () => {
  const { user, editor } = await openEditor({ list: badGateway })
  expect(await editor.findByRole('alert')).toHaveTextContent('Failed to load the examples')
  server.reply({ templateExamples: { list: () => none } })
  await user.click(editor.getByRole('button', { name: 'Try Again' }))
  expect(await editor.findByRole('button', { name: 'Learn from Examples' })).toBeInTheDocument()
})
