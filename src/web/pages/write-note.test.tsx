import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Note } from '#shared/contract/notes.ts'
import { maya, notePage, sessionId, soapNote } from '#web/testing/clinical.ts'
import { unsigned } from '#web/testing/signing.ts'
import { fail, offline, type Replies } from '#web/testing/fake-server.ts'
import { choose, dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const empty: Note = {
  ...soapNote,
  origin: 'written',
  drafter: 'none',
  version: 0,
  sections: soapNote.sections.map((section) => ({ ...section, content: '' })),
}
const page = {
  ...notePage,
  note: empty,
  session: { ...notePage.session, source: 'written', contact: 'no-show', hasTranscript: false, recordedAt: null },
} as const
const written = {
  notes: { get: () => page, versions: () => ({ items: [] }) },
  signatures: { get: () => unsigned },
  copies: { last: () => null },
  templates: { list: () => ({ items: [] }) },
} satisfies Replies

const form = async () => within(await screen.findByRole('main'))

test('a session that is not in the calendar is added with client, times, contact and note type', async () => {
  server.reply(written)
  const asked = vi.fn(() => ({ sessionId }))
  const user = openPage('/write-note', {
    clients: { pick: () => ({ items: [maya], total: 1 }) },
    sessions: { write: asked },
  })
  const main = await form()
  await user.click(await main.findByRole('button', { name: 'Write note' }))
  expect(await main.findByText('Choose a client.')).toBeInTheDocument()
  expect(main.getByRole('combobox', { name: 'Client' })).toHaveFocus()
  await choose(user, main, 'Client', 'Maya Stone')
  await user.click(main.getByRole('radio', { name: 'No-show' }))
  await fill(user, main.getByLabelText(/^Date of the session/), '2026-10-05')
  await fill(user, main.getByLabelText(/^Start time/), '09:10')
  await fill(user, main.getByLabelText(/^End time/), '09:10')
  await user.click(main.getByRole('button', { name: 'Write note' }))
  expect(await main.findByText('Check the end time.')).toBeInTheDocument()
  expect(main.getByLabelText(/^End time/)).toHaveFocus()
  await fill(user, main.getByLabelText(/^End time/), '10:00')
  await user.selectOptions(main.getByLabelText('Note Type'), 'DAP')
  await user.click(main.getByRole('radio', { name: 'Telehealth' }))
  await user.click(main.getByRole('button', { name: 'Write note' }))
  await region('Plan')
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    clientId: maya.id,
    contact: 'no-show',
    date: '2026-10-05',
    startTime: '09:10',
    endTime: '10:00',
    type: 'Individual',
    settingType: 'telehealth',
    noteType: 'DAP',
    requestId: expect.any(String),
  })
})

test('a session that cannot be added shows the reason and keeps the fields, and is sent again as the same request', async () => {
  const requests: unknown[] = []
  const write = ({ requestId }: { requestId?: string | undefined }) => {
    requests.push(requestId)
    return fail('client_archived')
  }
  const user = openPage(`/write-note?client=${maya.id}`, { clients: { get: () => maya }, sessions: { write } })
  const main = await form()
  await user.click(await main.findByRole('radio', { name: 'Phone call' }))
  await user.click(main.getByRole('button', { name: 'Write note' }))
  expect(await main.findByRole('alert')).toHaveTextContent('This client is archived. Restore the client first.')
  expect(main.getByRole('radio', { name: 'Phone call' })).toBeChecked()
  await user.click(main.getByRole('button', { name: 'Write note' }))
  await vi.waitFor(() => expect(requests).toEqual([expect.any(String), requests[0]]))
})

test('a written note shows a prompt in each empty section, and nothing about a transcript', async () => {
  server.reply(written)
  openPage(`/notes/${sessionId}`)
  const plan = (await region('Plan')).getByRole('textbox', { name: 'Plan' })
  expect(plan).toHaveAttribute('placeholder', 'Homework, referrals, next session')
  expect((await region('Assessment')).getByRole('textbox')).toHaveAttribute(
    'placeholder',
    'What you did, and how the client responded. What you assessed about risk, and how',
  )
  const facts = await region('About this session')
  expect(facts.getByText('Written without a recording')).toBeInTheDocument()
  expect(facts.getByText('No-show')).toBeInTheDocument()
  for (const absent of ['Enhance Note', 'Safety passages', 'Enhancements remaining'])
    expect(screen.queryByText(absent)).toBeNull()
})

test('a written note is saved as typed, without its prompts, and the text stays after a failure', async () => {
  server.reply(written)
  const user = openPage(`/notes/${sessionId}`, { notes: { save: offline } })
  const plan = (await region('Plan')).getByRole('textbox', { name: 'Plan' })
  await fill(user, plan, 'Call again on Friday.')
  const bar = await region('Progress of the note')
  expect(bar.getByText('1 of 4 parts written')).toBeInTheDocument()
  await user.click(bar.getByRole('button', { name: 'Save note' }))
  expect(await bar.findByRole('alert')).toHaveTextContent(/^Failed to save notes: /)
  expect(plan).toHaveValue('Call again on Friday.')
  const saved = vi.fn(({ sections }: Pick<Note, 'sections'>) => ({
    ...empty,
    version: 1,
    sections: sections.map(({ title, content }) => ({ title, content, statements: [] })),
  }))
  server.reply({
    notes: { save: (input) => saved({ sections: input.sections.map((one) => ({ ...one, statements: [] })) }) },
  })
  await user.click(bar.getByRole('button', { name: 'Save note' }))
  expect(await (await region('Plan')).findByText('Call again on Friday.')).toBeInTheDocument()
  expect(saved.mock.calls[0]?.[0].sections.map(({ content }) => content)).toEqual(['', '', '', 'Call again on Friday.'])
})

test('the type of a written note can be changed, and the dialog says where the text moves', async () => {
  server.reply(written)
  const sections = ['Data', 'Assessment', 'Plan'].map((title) => ({ title, content: '', statements: [] }))
  const user = openPage(`/notes/${sessionId}`, {
    notes: { changeType: ({ noteType }) => ({ ...empty, noteType, sections, typeChangesRemaining: 0 }) },
  })
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Change Note Type' }))
  const types = await dialog('Change Note Type')
  expect(types.getByText(/Other text moves to the section ‘Not placed’\.$/)).toBeInTheDocument()
  await user.click(types.getByRole('button', { name: /^DAP/ }))
  expect((await region('Data')).getByRole('textbox')).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Change Note Type' })).toBeEnabled()
})

test('a partly written note has one primary action: to sign, and to save while there are unsaved changes', async () => {
  const sections = soapNote.sections.map((section, at) => ({ ...section, content: at === 0 ? 'Did not come.' : '' }))
  const note = { ...empty, version: 1, sections }
  server.reply({
    ...written,
    notes: { ...written.notes, get: () => ({ ...page, note }) },
    signatures: { get: () => unsigned },
  })
  const user = openPage(`/notes/${sessionId}`)
  const sign = await screen.findByRole('button', { name: 'Sign note' })
  const save = screen.getByRole('button', { name: 'Save note' })
  const isFilled = (button: HTMLElement) => button.dataset['variant'] !== 'default'
  expect([isFilled(sign), isFilled(save)]).toEqual([true, false])
  await fill(user, (await region('Plan')).getByRole('textbox', { name: 'Plan' }), 'Call on Monday.')
  expect([isFilled(sign), isFilled(save)]).toEqual([false, true])
})
