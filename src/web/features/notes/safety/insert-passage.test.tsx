import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { EditedNote, Note, SafetyPassage } from '#shared/contract/notes.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { fail, held, type Replies } from '#web/testing/fake-server.ts'
import { fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

const found: SafetyPassage = {
  topic: 'abuse',
  finding: 'unclear',
  utteranceId: 'u1',
  quote: 'How have you been sleeping?',
  exchange: ['u1'],
  inNote: false,
}
const line = 'Therapist: “How have you been sleeping?”'
const note: Note = { ...soapNote, safety: [found] }
const written = (version: number, subjective: string): Note => ({
  ...note,
  version,
  sections: note.sections.map((one) => (one.title === 'Subjective' ? { ...one, content: subjective } : one)),
})
type Saved = EditedNote & { baseVersion: number }
/** Saves a note, which the page then loads. */
function saved({ baseVersion, sections }: Saved): Note {
  const stored = sections.map(({ title, content }) => ({ title, content, statements: [] }))
  const next = { ...note, version: baseVersion + 1, sections: stored }
  server.reply({ notes: { get: () => ({ ...notePage, note: next }) } })
  return next
}
const subjectiveOf = ({ sections }: EditedNote) => sections.find(({ title }) => title === 'Subjective')?.content
const field = (name: string) => screen.getByRole('textbox', { name })
const insertButton = () => screen.getByRole('button', { name: `Insert into note: ${found.quote}` })

async function openNote(opened: Note, notes: Replies['notes']) {
  server.reply({
    notes: { get: () => ({ ...notePage, note: opened }), versions: () => ({ items: [] }) },
    transcripts: { get: () => transcript },
    insights: { get: () => insights },
    copies: { last: () => null },
    signatures: { get: () => unsigned },
  })
  const user = openPage(`/notes/${sessionId}`, { notes })
  await (await region('Safety passages')).findByText('Not in the note')
  const insert = async () => {
    await user.click(insertButton())
    await user.click(await screen.findByRole('menuitem', { name: 'Subjective' }))
  }
  const type = async (name: string, text: string) => {
    await user.click(screen.getByRole('button', { name: `Edit ${name}` }))
    await fill(user, field(name), text)
  }
  /** Saves the open fields. Waits until the note shows the text. */
  const save = async (name: string, text: string) => {
    await user.click((await region(name)).getByRole('button', { name: 'Save Changes' }))
    await vi.waitFor(() => expect(screen.queryByRole('textbox', { name })).toBeNull())
    expect(await (await region(name)).findByText(text)).toBeInTheDocument()
  }
  return { user, insert, type, save }
}

test('a passage can be inserted again after the note was saved elsewhere', async () => {
  const { insert } = await openNote(note, { save: () => fail('note_conflict') })
  const save = vi.fn(saved)
  server.reply({ notes: { get: () => ({ ...notePage, note: written(2, 'Newer.') }) } })
  await insert()
  expect(await screen.findByText(/^This note was saved elsewhere in the meantime\./)).toBeInTheDocument()
  expect((await region('Subjective')).getByText('Newer.')).toBeInTheDocument()
  server.reply({ notes: { save } })
  await insert()
  expect(await screen.findByText('Inserted into Subjective.')).toBeInTheDocument()
  expect(save.mock.calls.map(([edited]) => [edited.baseVersion, subjectiveOf(edited)])).toEqual([
    [2, `Newer.\n${line}`],
  ])
})

test('Undo removes only the inserted passage, also after the note was saved', async () => {
  const before = `${line}\nSubjective as written.`
  const { user, insert, type, save } = await openNote(written(1, before), { save: saved })
  await type('Plan', 'Walk daily.')
  await insert()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(field('Subjective')).toHaveValue(`${before}\n${line}`)
  await save('Plan', 'Walk daily.')
  await user.click(undo)
  expect(field('Subjective')).toHaveValue(before)
  await save('Subjective', 'Subjective as written.')
  expect((await region('Subjective')).getAllByText(line)).toHaveLength(1)
})

test('Undo of an inserted passage keeps the text that was saved after it', async () => {
  const { user, insert, type, save } = await openNote(note, { save: saved })
  await insert()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await type('Plan', 'Walk daily.')
  await save('Plan', 'Walk daily.')
  await user.click(undo)
  expect(field('Subjective')).toHaveValue('Subjective as written.')
  expect((await region('Plan')).getByText('Walk daily.')).toBeInTheDocument()
  expect(server.calls).not.toContain('notes.restore')
})

test('no passage can be inserted while the note is being saved', async () => {
  const { reply, release } = held(saved)
  const { user, type } = await openNote(note, { save: reply })
  await type('Plan', 'Walk daily.')
  expect(insertButton()).toBeEnabled()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(insertButton()).toBeDisabled()
  release()
  await vi.waitFor(() => expect(insertButton()).toBeEnabled())
})

test('no text can be typed while a passage is being inserted', async () => {
  const { reply, release } = held(saved)
  const { user, insert, type, save } = await openNote(note, { save: reply })
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  await insert()
  expect(field('Plan')).toBeDisabled()
  release()
  await vi.waitFor(() => expect(field('Plan')).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await type('Plan', 'Walk daily.')
  await save('Plan', 'Walk daily.')
})
