import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type NoteTemplate, TemplateDetails } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, type Replies } from '#web/testing/fake-server.ts'
import { unsigned } from '#web/testing/signing.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const weekly: NoteTemplate = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5c0a',
  name: 'Weekly',
  baseType: 'DAP',
  language: 'en',
  sections: [newTemplateSection('Themes'), newTemplateSection('Next week')],
  version: 3,
  status: 'published',
  visibility: 'mine',
  origin: null,
  canChange: true,
}
const house: NoteTemplate = {
  ...weekly,
  id: 'house',
  name: 'House style',
  visibility: 'organization',
  canChange: false,
}
const templateExamples: Replies['templateExamples'] = { list: () => ({ availability: 'no model', examples: [] }) }
const copies = { profiles: () => ({ items: [], suggestedId: '' }) }

async function openSettings(items: NoteTemplate[], more: Replies['templates'] = {}) {
  const user = openPage('/settings', { copies, templates: { list: () => ({ items }), ...more }, templateExamples })
  const panel = await region('Note templates')
  return { user, panel }
}

test('a new template starts with the sections of a note type, says what excerpts cannot follow, and is added', async () => {
  const added: TemplateDetails[] = []
  const { user, panel } = await openSettings([], {
    add: (input) => {
      const details = TemplateDetails.parse(input)
      added.push(details)
      return { ...weekly, ...details, status: 'draft' }
    },
  })
  await user.click(panel.getByRole('button', { name: 'New template' }))
  const editor = await dialog('New template')
  await user.selectOptions(editor.getByLabelText('Based on'), 'DAP')
  expect(editor.getAllByLabelText(/^Title/).map((field) => field.getAttribute('value'))).toEqual([
    'Data',
    'Assessment',
    'Plan',
  ])
  await expectAccessible()
  await fill(user, editor.getByLabelText(/^Name/), 'Weekly')
  await user.keyboard('{Escape}')
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Keep editing' }))
  expect(editor.getByLabelText(/^Name/)).toHaveValue('Weekly')
  expect(screen.getByRole('dialog', { name: 'New template' })).toBeInTheDocument()
  const [about] = editor.getAllByLabelText('What it is about')
  if (about) await fill(user, about, 'Client denies SI.')
  expect(editor.getByText(/They cannot follow: instructions\./)).toBeInTheDocument()
  await user.click(editor.getByRole('button', { name: 'Add' }))
  expect(await editor.findByText(/A drafted section cannot ask for a denial\./)).toBeInTheDocument()
  const [writtenBy] = editor.getAllByLabelText('Written by')
  if (writtenBy) await user.selectOptions(writtenBy, 'I write it')
  await user.click(editor.getByRole('button', { name: 'Remove section 2' }))
  await user.click(editor.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Weekly was added. Publish it to use it for notes.')).toBeInTheDocument()
  expect(added).toEqual([
    {
      name: 'Weekly',
      baseType: 'DAP',
      language: 'en',
      sections: [
        newTemplateSection('Data', { key: 'data', source: 'manual', instruction: 'Client denies SI.' }),
        newTemplateSection('Plan', { key: 'plan' }),
      ],
    },
  ])
})

test('the focus stays in the editor when a section is added, moved or removed', async () => {
  const { user, panel } = await openSettings([])
  await user.click(panel.getByRole('button', { name: 'New template' }))
  const editor = await dialog('New template')
  const titles = () => editor.getAllByLabelText(/^Title/)
  const button = (name: string) => editor.getByLabelText(name)
  await user.click(button('Move section 3 up'))
  expect(button('Move section 2 up')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(titles()[0]).toHaveFocus()
  expect(titles()[0]).toHaveValue('Assessment')
  await user.click(button('Remove section 4'))
  expect(editor.getByText('Add section').closest('button')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(titles()[3]).toHaveFocus()
})

test('a template with an invalid field focuses it, and its phrases cannot be too long', async () => {
  const { user, panel } = await openSettings([])
  await user.click(panel.getByRole('button', { name: 'New template' }))
  const editor = await dialog('New template')
  await user.clear(editor.getAllByLabelText(/^Title/)[2] ?? document.body)
  const add = editor.getByText('Add')
  await user.click(add)
  expect(editor.getByLabelText(/^Name/)).toHaveFocus()
  await user.keyboard('Weekly')
  await user.click(add)
  expect(editor.getAllByLabelText(/^Title/)[2]).toHaveFocus()
  for (const phrases of editor.getAllByLabelText('Phrases to avoid'))
    expect(phrases).toHaveAttribute('maxlength', '100')
})

test('authors can edit, retire and share their templates, but not those of other authors', async () => {
  const statuses: string[] = []
  let shared = 0
  const { user, panel } = await openSettings([weekly, house], {
    change: () => fail('template_conflict'),
    setStatus: ({ status }) => {
      statuses.push(status)
      return { ...weekly, status }
    },
    share: (): NoteTemplate => {
      shared += 1
      return { ...weekly, visibility: 'organization' }
    },
  })
  expect(await panel.findByText('Published · version 3 · Themes, Next week')).toBeInTheDocument()
  for (const action of ['Edit', 'Retire', 'Share'])
    expect(panel.queryByRole('button', { name: `${action} House style` })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Retire Weekly' }))
  await vi.waitFor(() => expect(statuses).toEqual(['retired']))
  await user.dblClick(panel.getByRole('button', { name: 'Share Weekly' }))
  expect(await screen.findByText('Weekly was published to your organization.')).toBeInTheDocument()
  expect(shared).toBe(1)
  await user.click(panel.getByRole('button', { name: 'Edit Weekly' }))
  const editor = await dialog('Edit template')
  server.reply({ templates: { list: () => ({ items: [{ ...weekly, version: 4, name: 'Renamed' }] }) } })
  await user.click(editor.getByRole('button', { name: 'Save Changes' }))
  expect(await editor.findByText(/^This template was changed elsewhere in the meantime\./)).toBeInTheDocument()
  expect(await panel.findByText('Renamed')).toBeInTheDocument()
  expect(editor.getByLabelText(/^Name/)).toHaveValue('Weekly')
})

test('a template that is not published is deleted after a confirmation', async () => {
  const items = [weekly, { ...weekly, id: 'draft', name: 'Draft', status: 'draft' as const }]
  const deleted: string[] = []
  const { user, panel } = await openSettings(items, {
    list: () => ({ items: items.filter(({ id }) => !deleted.includes(id)) }),
    delete: ({ templateId }) => {
      deleted.push(templateId)
      return {}
    },
  })
  expect(await panel.findByRole('button', { name: 'Retire Weekly' })).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: 'Delete Weekly' })).toBeNull()
  await user.click(panel.getByRole('button', { name: 'Delete Draft' }))
  const question = await dialog('Delete template')
  expect(question.getByText(/^Delete Draft\? .*Notes that were made with it keep its sections\.$/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(deleted).toEqual([])
  await user.click(panel.getByRole('button', { name: 'Delete Draft' }))
  await user.click((await dialog('Delete template')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Draft was deleted.')).toBeInTheDocument()
  expect(deleted).toEqual(['draft'])
  await vi.waitFor(() => expect(panel.queryByRole('button', { name: 'Delete Draft' })).toBeNull())
  expect(document.body).not.toHaveFocus()
  expect(document.activeElement).toContainElement(panel.getByRole('button', { name: 'Retire Weekly' }))
})

test('the session type of an imported section stays although it is not one of the list', async () => {
  const saved: unknown[] = []
  const section = newTemplateSection('Play', { key: 'play', sessionType: 'Play therapy' })
  const { user, panel } = await openSettings([{ ...weekly, sections: [section] }], {
    change: ({ sections }) => {
      saved.push(sections)
      return { ...weekly, version: 4 }
    },
  })
  await user.click(await panel.findByRole('button', { name: 'Edit Weekly' }))
  const editor = await dialog('Edit template')
  expect(editor.getByLabelText('Session type')).toHaveValue('Play therapy')
  await user.click(editor.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument()
  expect(saved).toMatchObject([[{ sessionType: 'Play therapy' }]])
})

test('the newest version of a template is compared with the current template, also if it was changed elsewhere', async () => {
  const { user, panel } = await openSettings([weekly])
  await panel.findByRole('button', { name: 'Versions of Weekly' })
  const current = { ...weekly, version: 4, name: 'Biweekly' }
  const { name, baseType, language, sections } = weekly
  const replacedAt = '2030-01-02T12:00:00.000Z'
  server.reply({
    templates: {
      list: () => ({ items: [current] }),
      versions: () => ({ items: [{ version: 3, name, baseType, language, sections, replacedAt }] }),
    },
  })
  await user.click(panel.getByRole('button', { name: 'Versions of Weekly' }))
  const versions = await dialog(/^Versions of/)
  expect(await versions.findByRole('heading', { name: /^Version 4, / })).toBeInTheDocument()
  expect(versions.getByText(/^\+ .*Biweekly/)).toBeInTheDocument()
  expect(versions.getByText(/^− .*Weekly/)).toBeInTheDocument()
})

test('a template can be imported from a file, and other files are rejected with a reason', async () => {
  const { user, panel } = await openSettings([])
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('there is no file field')
  const upload = async (content: string) =>
    await user.upload(input, new File([content], 'template.json', { type: 'application/json' }))
  await panel.findByRole('button', { name: 'Import' })
  await upload('x'.repeat(65 * 1024))
  expect(await screen.findByText('This file is too large. A template has at most 64 KB.')).toBeInTheDocument()
  await upload('{')
  expect(await screen.findByText(/^This file is not a template\./)).toBeInTheDocument()
  const { name, baseType, sections } = weekly
  await upload(JSON.stringify({ format: 'attend-template', template: { name, baseType, sections: [] } }))
  expect(await screen.findByText(/not a valid template\. .*A template needs a section/)).toBeInTheDocument()
  await upload(JSON.stringify({ format: 'attend-template', template: { name, baseType, sections } }))
  const editor = await dialog('New template')
  expect(editor.getByLabelText(/^Name/)).toHaveValue('Weekly')
})

test('a template file can be chosen again after it was rejected', async () => {
  const { user, panel } = await openSettings([])
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('there is no file field')
  await panel.findByRole('button', { name: 'Import' })
  await user.upload(input, new File(['{'], 'template.json', { type: 'application/json' }))
  expect(await screen.findByText(/^This file is not a template\./)).toBeInTheDocument()
  // With the name of a file in the field, a browser reports no change when it is chosen again.
  expect(input.files).toHaveLength(0)
})

test('templates that fail to load, or to be saved, show the reason', async () => {
  const user = openPage('/settings', { copies, templates: { list: badGateway } })
  const panel = await region('Note templates')
  expect(await panel.findByRole('alert')).toHaveTextContent('Failed to load the templates')
  server.reply({ templates: { list: () => ({ items: [weekly] }), setStatus: badGateway } })
  await user.click(panel.getByRole('button', { name: 'Try Again' }))
  await user.click(await panel.findByRole('button', { name: 'Retire Weekly' }))
  expect(await screen.findByText('Failed to save the template')).toBeInTheDocument()
})

test('published templates are offered after the note types, and the note names its template', async () => {
  const changed: unknown[] = []
  const emptyPlan = soapNote.sections.map((one) => (one.title === 'Plan' ? { ...one, content: '' } : one))
  const notFollowed = ['bullets', 'the tense']
  const template = {
    id: weekly.id,
    version: 3,
    name: 'Weekly',
    notFollowed,
    tables: [],
    hints: { Plan: 'Homework first' },
  }
  const user = openPage(`/notes/${sessionId}`, {
    notes: {
      get: () => ({ ...notePage, note: { ...soapNote, template, sections: emptyPlan } }),
      versions: () => ({ items: [] }),
      changeType: (input) => {
        changed.push(input)
        server.reply({ templates: { list: () => ({ items: [{ ...house, id: 'y', name: 'Another' }] }) } })
        return fail('template_missing')
      },
    },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    signatures: { get: () => unsigned },
    copies: { last: () => null },
    templates: { list: () => ({ items: [house, { ...weekly, id: 'x', name: 'Old', status: 'retired' }] }) },
  })
  const facts = await region('About this session')
  // A section without text shows what the template says about it.
  expect(screen.getByRole('textbox', { name: 'Plan' })).toHaveAttribute('placeholder', 'Homework first')
  expect(facts.getByText('Weekly (SOAP)')).toBeInTheDocument()
  expect(facts.getByText(/template’s wishes for bullets, the tense have no effect/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Change Note Type' }))
  const types = await dialog('Change Note Type')
  const offered = await types.findByRole('button', { name: /^House style/ })
  const names = types.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.at(-1)).toBe('House styleThemes • Next week')
  expect(types.queryByRole('button', { name: /^Old/ })).toBeNull()
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  await user.click(offered)
  expect(await types.findByRole('alert')).toBeInTheDocument()
  expect(scrolled.mock.contexts).toContain(types.getByRole('alert'))
  scrolled.mockRestore()
  expect(changed).toEqual([{ sessionId, noteType: 'SOAP', templateId: 'house' }])
  expect(await types.findByRole('button', { name: /^Another/ })).toBeInTheDocument()
  expect(types.queryByRole('button', { name: /^House style/ })).toBeNull()
})

test('the versions of a template show what changed, and when', async () => {
  const before = { ...weekly, version: 2, sections: [newTemplateSection('Themes'), newTemplateSection('Plan')] }
  const { user, panel } = await openSettings([weekly], {
    versions: () => ({
      items: [
        { ...before, replacedAt: '2030-01-03T12:00:00.000Z' },
        { ...before, version: 1, replacedAt: '2030-01-02T12:00:00.000Z' },
      ],
    }),
  })
  await user.click(await panel.findByRole('button', { name: 'Versions of Weekly' }))
  const versions = await dialog('Versions of Weekly')
  expect(await versions.findByRole('heading', { name: 'Version 3, 01/03/2030' })).toBeInTheDocument()
  expect(versions.getByText('− Sections: Themes, Plan')).toBeInTheDocument()
  expect(versions.getByText('+ Sections: Themes, Next week')).toBeInTheDocument()
  expect(versions.getByRole('heading', { name: 'Version 2, 01/02/2030' })).toBeInTheDocument()
  expect(versions.getByText('Saved without changes.')).toBeInTheDocument()
})
