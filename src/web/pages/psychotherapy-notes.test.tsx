import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { PsychotherapyNote } from '#shared/contract/psychotherapy-notes.ts'
import { owner } from '#web/testing/account.ts'
import { maya } from '#web/testing/clinical.ts'
import { expectAccessible } from '#web/testing/expect-accessible.ts'
import { badGateway, fail, held } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const path = `/psychotherapy-notes/${maya.id}`
const dream: PsychotherapyNote = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c01',
  text: 'The dream of the house returns.',
  confirmed: [],
  version: 1,
  createdAt: '2030-01-01T08:00:00.000Z',
  updatedAt: '2030-01-01T08:00:00.000Z',
}
const written = '01/01/2030, 9:00 AM'

const notes = (items: PsychotherapyNote[], isOwn = true) => ({
  clientName: 'Maya Stone',
  isOwn,
  items,
  hasMore: false,
})
/** Opens the page of a client with these notes. */
const open = (items: PsychotherapyNote[] = [], isOwn = true) =>
  openPage(path, { psychotherapyNotes: { ofClient: () => notes(items, isOwn) } })

/** Edits `dream` while another note is deleted. `reload` ends the deletion, which reloads the list. */
async function editBeforeReload() {
  const other = { ...dream, id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c02', createdAt: '2030-01-02T08:00:00.000Z' }
  const user = open([other, dream])
  const { reply, release } = held(() => ({}))
  server.reply({ psychotherapyNotes: { delete: reply } })
  await user.click(await screen.findByRole('button', { name: 'Delete note of 01/02/2030, 9:00 AM' }))
  await user.click((await dialog('Delete this note?')).getByRole('button', { name: 'Delete note' }))
  await user.click(screen.getByRole('button', { name: `Edit note of ${written}` }))
  await user.type(screen.getByRole('textbox'), ' Again.')
  const reload = async () => {
    release()
    await screen.findByText('Psychotherapy note deleted.')
    await waitFor(() => expect(screen.queryAllByRole('article')).toEqual([]))
  }
  return { user, reload }
}

describe('psychotherapy notes of a client', () => {
  test('the page of psychotherapy notes explains who reads them and what they may not contain, and adds a note', async () => {
    const user = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Psychotherapy notes' })).toBeInTheDocument()
    expect(await screen.findByText(/Only you can read these\./)).toBeInTheDocument()
    expect(screen.getByText(/Your analysis of conversations with Maya Stone will appear here/)).toBeInTheDocument()
    await expectAccessible()

    await user.click(screen.getByRole('button', { name: 'Write a note' }))
    const field = screen.getByRole('textbox', { name: 'New psychotherapy note' })
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(
      /Medication, session start and stop times, modality and frequency of treatment, test results, and any summary of diagnosis, functional status, treatment plan, symptoms, prognosis or progress belong in the clinical note\./,
    )
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectAccessible()

    const added = vi.fn()
    server.reply({
      psychotherapyNotes: {
        add: (input) => {
          added(input)
          return dream
        },
        ofClient: () => notes([dream]),
      },
    })
    await fill(user, field, dream.text)
    await user.keyboard('{Control>}s{/Control}')
    const card = await screen.findByRole('article', { name: `Psychotherapy note of ${written}` })
    expect(within(card).getByText(dream.text)).toBeInTheDocument()
    expect(added).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ clientId: maya.id, text: dream.text, confirmed: [] }),
    )
    expect(await screen.findByText('Psychotherapy note saved.')).toBeInTheDocument()
  })

  test('text changed after a lost response is saved as a note of its own, and a repeated note once', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Write a note' }))
    const field = screen.getByRole('textbox')
    const ids: string[] = []
    const lose = (input: { requestId: string }) => {
      ids.push(input.requestId)
      return badGateway()
    }
    server.reply({ psychotherapyNotes: { add: lose } })
    await fill(user, field, dream.text)
    for (const sent of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(ids).toHaveLength(sent))
      await waitFor(() => expect(field).toBeEnabled())
    }
    expect(ids[1]).toBe(ids[0])
    server.reply({
      psychotherapyNotes: {
        add: ({ requestId }) => {
          ids.push(requestId)
          return dream
        },
      },
    })
    await fill(user, field, 'The dream of the house returns, with a door.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Psychotherapy note saved.')).toBeInTheDocument()
    expect(ids).toHaveLength(3)
    expect(ids[2]).not.toBe(ids[0])
  })

  test('excluded content of a psychotherapy note is saved only after each passage is confirmed', async () => {
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Write a note' }))
    const field = screen.getByRole('textbox')
    await fill(user, field, 'She calls me her Xanax. No prognosis for the dream.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(server.calls).not.toContain('psychotherapyNotes.add')
    expect(screen.getByRole('alert')).toHaveTextContent('Does this belong in the clinical note?')
    const [medication, prognosis] = screen.getAllByRole('checkbox')
    expect(medication).toHaveAccessibleName('“Xanax” is not about medication or its monitoring.')
    expect(prognosis).toHaveAccessibleName('“prognosis” is not a summary of the prognosis.')
    expect(medication).toHaveFocus()
    await expectAccessible()

    await user.keyboard(' ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(prognosis).toHaveFocus()
    // A removed passage needs no confirmation.
    await fill(user, field, 'She calls me her Xanax.')
    const added = vi.fn(() => dream)
    server.reply({ psychotherapyNotes: { add: added } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(added).toHaveBeenCalledWith(expect.objectContaining({ confirmed: ['medication'] })))
  })

  test('a psychotherapy note that fails to save shows the reason and keeps the text', async () => {
    const user = open([dream])
    await user.click(await screen.findByRole('button', { name: `Edit note of ${written}` }))
    const field = screen.getByRole('textbox', { name: 'Psychotherapy note' })
    expect(screen.queryByRole('button', { name: `Delete note of ${written}` })).toBeNull()
    await fill(user, field, 'The house, again.')
    const codes = [
      ['psychotherapy_note_conflict', /was saved elsewhere in the meantime\. Copy your text, then reload the page\./],
      ['psychotherapy_note_excluded', /Confirm each marked passage, or move it there\./],
      ['psychotherapy_note_missing', /This psychotherapy note no longer exists\./],
    ] as const
    for (const [code, text] of codes) {
      server.reply({ psychotherapyNotes: { save: () => fail(code) } })
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findByText(text)).toBeInTheDocument()
      expect(field).toHaveValue('The house, again.')
    }
    server.reply({ psychotherapyNotes: { save: badGateway } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Failed to save the psychotherapy note')).toBeInTheDocument()
  })

  test('an edited psychotherapy note is saved for the version that the form shows, also after a reload of the list', async () => {
    const { user, reload } = await editBeforeReload()

    // Another device has changed the note.
    const changed = { ...dream, text: 'Another text.', version: 2 }
    const saved = vi.fn<(input: unknown) => Response>(() => fail('psychotherapy_note_conflict'))
    server.reply({ psychotherapyNotes: { ofClient: () => notes([changed]), save: (input) => saved(input) } })
    await reload()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/was saved elsewhere in the meantime/)).toBeInTheDocument()
    expect(saved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ noteId: dream.id, baseVersion: 1 }))
  })

  test('the form of a psychotherapy note keeps its text if the note was deleted elsewhere', async () => {
    const { reload } = await editBeforeReload()
    server.reply({ psychotherapyNotes: { ofClient: () => notes([]) } })
    await reload()
    expect(screen.getByRole('textbox')).toHaveValue(`${dream.text} Again.`)
  })

  test('a further page of psychotherapy notes that fails to load shows a failure and can be loaded again', async () => {
    const older = { ...dream, id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c02', text: 'An older dream.' }
    const page = { ...notes([dream]), hasMore: true }
    const user = openPage(path, { psychotherapyNotes: { ofClient: ({ after }) => (after ? badGateway() : page) } })
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load psychotherapy notes')
    expect(screen.getByText(dream.text)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    server.reply({ psychotherapyNotes: { ofClient: ({ after }) => (after ? notes([older]) : page) } })
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText(older.text)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('leaving or canceling the form of a psychotherapy note asks before changes are lost', async () => {
    const user = open([dream])
    await user.click(await screen.findByRole('button', { name: `Edit note of ${written}` }))
    await user.type(screen.getByRole('textbox'), ' Again.')
    await user.click(screen.getByRole('link', { name: 'Maya Stone' }))
    const leaveDialog = await dialog('Unsaved changes')
    expect(leaveDialog.getByText('Your changes to this psychotherapy note are not saved yet.')).toBeInTheDocument()
    await user.click(leaveDialog.getByRole('button', { name: 'Keep editing' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const discarding = await dialog('Discard changes?')
    await user.click(discarding.getByRole('button', { name: 'Discard changes' }))
    expect(await screen.findByText(dream.text)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: `Edit note of ${written}` })).toBeInTheDocument()
  })

  test('a psychotherapy note is deleted after a confirmation', async () => {
    const user = open([dream])
    const remove = () => user.click(screen.getByRole('button', { name: `Delete note of ${written}` }))
    await screen.findByText(dream.text)
    await remove()
    const question = await dialog('Delete this note?')
    expect(question.getByText(/deleted for good\. No one can restore it\./)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(server.calls).not.toContain('psychotherapyNotes.delete')

    server.reply({ psychotherapyNotes: { delete: badGateway } })
    await remove()
    await user.click((await dialog('Delete this note?')).getByRole('button', { name: 'Delete note' }))
    expect(await screen.findByText('Failed to delete the psychotherapy note')).toBeInTheDocument()

    server.reply({ psychotherapyNotes: { delete: () => ({}), ofClient: () => notes([]) } })
    await remove()
    await user.click((await dialog('Delete this note?')).getByRole('button', { name: 'Delete note' }))
    expect(await screen.findByText('Psychotherapy note deleted.')).toBeInTheDocument()
    expect(await screen.findByText('No psychotherapy notes yet')).toBeInTheDocument()
  })

  test('after a transfer, the author can edit psychotherapy notes but not add any', async () => {
    open([{ ...dream, version: 2, updatedAt: '2030-01-02T08:00:00.000Z' }], false)
    expect(
      await screen.findByText(/This client was transferred to another therapist; your notes stay with you\./),
    ).toBeInTheDocument()
    expect(screen.getByText(`Written ${written}, edited 01/02/2030, 9:00 AM`)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: `Edit note of ${written}` })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Write a note' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Maya Stone' })).toBeNull()
  })

  test('psychotherapy notes that fail to load show a failure and can be reloaded', async () => {
    const { reply, release } = held(badGateway)
    const user = openPage(path, { psychotherapyNotes: { ofClient: reply } })
    expect(await screen.findByText('Loading psychotherapy notes')).toBeInTheDocument()
    release()
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load psychotherapy notes')
    server.reply({ psychotherapyNotes: { ofClient: () => notes([dream]) } })
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText(dream.text)).toBeInTheDocument()
    openPage(path, { psychotherapyNotes: { ofClient: () => fail('client_missing') } })
    expect(await screen.findByText('Client not available')).toBeInTheDocument()
  })
})

describe('the list of psychotherapy notes', () => {
  test('the list of psychotherapy notes contains clients, also those who were transferred', async () => {
    const client = { clientId: maya.id, clientName: 'Maya Stone', updatedAt: dream.updatedAt }
    openPage('/psychotherapy-notes', {
      psychotherapyNotes: {
        clients: () => ({
          items: [
            { ...client, isOwn: true, noteCount: 2 },
            { ...client, clientId: dream.id, clientName: 'Noor Vale', isOwn: false, noteCount: 1 },
          ],
        }),
      },
    })
    const ownLink = await screen.findByRole('link', { name: /Maya Stone/ })
    expect(ownLink).toHaveAttribute('href', path)
    expect(ownLink).toHaveTextContent('2 notes, last edited 01/01/2030')
    expect(screen.getByRole('link', { name: /Noor Vale/ })).toHaveTextContent('Transferred1 note')
    await expectAccessible()
  })

  test('the list of psychotherapy notes can be reloaded if it failed, and explains where notes are written if it is empty', async () => {
    const user = openPage('/psychotherapy-notes', { psychotherapyNotes: { clients: badGateway } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load psychotherapy notes')
    server.reply({ psychotherapyNotes: { clients: () => ({ items: [] }) } })
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText(/Open a client and choose Psychotherapy notes to write one\./)).toBeInTheDocument()
  })
})

describe('the links to psychotherapy notes', () => {
  const settings = {
    copies: { profiles: () => ({ items: [], suggestedId: '' }) },
    templates: { list: () => ({ items: [] }) },
  }

  test('the page of the user’s own client links to the psychotherapy notes, and loads no text of them', async () => {
    openPage(`/clients/${maya.id}`, { clients: { get: () => maya } })
    const section = await region('Psychotherapy notes')
    expect(section.getByText('Only you can read these. They are separate from the record.')).toBeInTheDocument()
    expect(section.getByRole('link', { name: 'Open psychotherapy notes' })).toHaveAttribute('href', path)
    expect(server.calls).not.toContain('psychotherapyNotes.ofClient')
  })

  test('links to psychotherapy notes are hidden for other users and while viewing as the therapist', async () => {
    openPage(`/clients/${maya.id}`, { clients: { get: () => ({ ...maya, therapistId: dream.id }) } })
    await screen.findByRole('heading', { level: 1, name: 'Maya Stone' })
    expect(screen.queryByText('Psychotherapy notes')).toBeNull()
    const names = { name: 'Robin Hale', viewerName: 'Sue Super' }
    const viewing = { ...names, endsAt: '2100-01-01T10:00:00.000Z', secondsLeft: 600 }
    for (const page of [`/clients/${maya.id}`, '/settings']) {
      openPage(page, { accounts: { me: () => ({ ...owner, viewing }) }, clients: { get: () => maya }, ...settings })
      await screen.findByRole('heading', { level: 1 })
      expect(screen.queryByText('Psychotherapy notes')).toBeNull()
    }
  })

  test('Settings link to all psychotherapy notes', async () => {
    openPage('/settings', settings)
    const section = await region('Psychotherapy notes')
    expect(section.getByRole('link', { name: 'All psychotherapy notes' })).toHaveAttribute(
      'href',
      '/psychotherapy-notes',
    )
  })
})

test.each([path, '/psychotherapy-notes'])(
  'while viewing as another user, %s says why it shows no notes',
  async (address) => {
    const viewing = {
      name: 'Robin Hale',
      viewerName: 'Olive Owner',
      endsAt: '2030-01-01T08:00:00.000Z',
      secondsLeft: 600,
    }
    openPage(address, { accounts: { me: () => ({ ...owner, viewing }) } })
    expect(await screen.findByText(/Only its author can read a psychotherapy note\./)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)
