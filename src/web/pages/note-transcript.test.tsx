import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { badGateway, fail, type Replies } from '#web/testing/fake-server.ts'
import { giveHeights, widenWindow } from '#web/testing/layout.ts'
import { dialog, fill, openPage, type Part, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

const turn = (id: string, speaker: 'therapist' | 'client', text: string) => ({
  id,
  speaker,
  label: speaker === 'therapist' ? 'Speaker 1' : 'Speaker 2',
  start: 0,
  end: 0,
  text,
})
const spoken: SessionTranscript = {
  ...transcript,
  utterances: [
    turn('u1', 'therapist', 'How have you been sleeping?'),
    turn('u2', 'client', 'מוקדם 😴 מאוד'),
    turn('u3', 'client', ''),
  ],
}
const replies = {
  notes: { get: () => notePage },
  transcripts: { get: () => spoken },
  insights: { get: () => insights },
  signatures: { get: () => unsigned },
  copies: { last: () => null },
  templates: { list: () => ({ items: [] }) },
} satisfies Replies

async function openTranscript(more: Replies = {}) {
  giveHeights()
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transcript' }))
  const panel = await dialog('Transcript')
  await panel.findByText('How have you been sleeping?')
  return { user, panel }
}
const turnsOf = (panel: Part) => within(panel.getByRole('list', { name: 'Turns' })).getAllByRole('listitem')
const changedTranscript = (revision: number) => ({ note: soapNote, transcript: { ...spoken, revision } })

test('speakers have the names of the people in the session, and turns without words are shown', async () => {
  const { panel } = await openTranscript()
  const speakers = within(panel.getByRole('list', { name: 'Speakers' })).getAllByRole('listitem')
  expect(speakers.map((one) => one.textContent)).toEqual([
    expect.stringContaining('Robin HaleTherapist, 1 turn'),
    expect.stringContaining('Maya StoneClient, 2 turns'),
  ])
  expect(panel.getByText('No words')).toBeInTheDocument()
  expect(panel.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
})

test('a speaker name that fails to save stays in the field, and the change can be repeated', async () => {
  const edits: TranscriptEdit[] = []
  const { user, panel } = await openTranscript({ notes: { editTranscript: badGateway } })
  await user.click(panel.getByRole('button', { name: 'Rename Maya Stone' }))
  const field = panel.getByRole('textbox', { name: 'Name of Maya Stone' })
  await user.clear(field)
  await user.type(field, 'Ada{Enter}')
  expect(await panel.findByRole('alert')).toHaveTextContent('The change was not saved. Your text is still here.')
  expect(field).toHaveValue('Ada')
  server.reply({
    ...replies,
    notes: {
      ...replies.notes,
      editTranscript: ({ edit }) => {
        edits.push(edit)
        return changedTranscript(1)
      },
    },
  })
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByRole('button', { name: 'Undo rename' })).toHaveAttribute('aria-disabled', 'false')
  expect(edits).toEqual([{ kind: 'rename', label: 'Speaker 2', name: 'Ada' }])
})

test('a name that another speaker already has is rejected', async () => {
  const { user, panel } = await openTranscript()
  await user.click(panel.getByRole('button', { name: 'Rename Maya Stone' }))
  const field = panel.getByRole('textbox', { name: 'Name of Maya Stone' })
  await user.clear(field)
  await user.type(field, 'robin hale{Enter}')
  expect(panel.getByText('Another speaker has this name. Merge the two instead.')).toBeInTheDocument()
})

test('Undo reverts the last change of a transcript, and then the change before it', async () => {
  const undone: number[] = []
  let revision = 0
  const { user, panel } = await openTranscript({
    notes: {
      editTranscript: () => changedTranscript(++revision),
      undoTranscriptEdit: ({ undoes }) => {
        undone.push(undoes)
        return changedTranscript(++revision)
      },
    },
  })
  await user.click(panel.getByRole('button', { name: 'Swap with Maya' }))
  await user.click(await panel.findByRole('button', { name: 'Role of Maya Stone' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Other' }))
  await user.click(await panel.findByRole('button', { name: 'Undo role' }))
  await user.click(await panel.findByRole('button', { name: 'Undo swap' }))
  expect(await panel.findByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  expect(undone).toEqual([2, 1])
})

test('Ctrl Z in the transcript panel undoes the last change, but in a field only the typed text', async () => {
  const undone: number[] = []
  const { user, panel } = await openTranscript({
    notes: {
      editTranscript: () => changedTranscript(1),
      undoTranscriptEdit: ({ undoes }) => {
        undone.push(undoes)
        return changedTranscript(2)
      },
    },
  })
  await user.click(panel.getByRole('button', { name: 'Swap with Maya' }))
  await panel.findByRole('button', { name: 'Undo swap' })
  await user.click(panel.getByRole('button', { name: 'Rename Maya Stone' }))
  await user.keyboard('Ada{Control>}z{/Control}{Escape}')
  expect(undone).toEqual([])
  const [first] = turnsOf(panel)
  first?.focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(await panel.findByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  expect(undone).toEqual([1])
})

test('a turn that is being corrected cannot be merged, split or changed to another speaker', async () => {
  const { user, panel } = await openTranscript()
  const [, second, third] = turnsOf(panel)
  second?.focus()
  await user.keyboard('e')
  const field = await panel.findByRole('textbox', { name: 'Words of this turn' })
  await user.type(field, ' typed')
  for (const row of [second, third]) {
    row?.focus()
    await user.keyboard('ms')
  }
  expect(panel.queryByRole('button', { name: 'Split' })).not.toBeInTheDocument()
  await user.click(panel.getByRole('button', { name: 'Turn 2, Maya Stone' }))
  for (const name of ['Change speaker', 'Split this turn', 'Merge with turn above'])
    expect(await screen.findByRole('menuitem', { name: new RegExp(name) })).toBeDisabled()
  expect(screen.queryByRole('dialog', { name: 'Merge turns of two speakers?' })).not.toBeInTheDocument()
  expect(server.calls).not.toContain('notes.editTranscript')
  expect(field).toHaveValue(`${spoken.utterances[1]?.text} typed`)
})

test('Undo asks to save or cancel the correction of a turn first', async () => {
  const { user, panel } = await openTranscript({ notes: { editTranscript: () => changedTranscript(1) } })
  await user.click(panel.getByRole('button', { name: 'Swap with Maya' }))
  const undo = await panel.findByRole('button', { name: 'Undo swap' })
  const [first] = turnsOf(panel)
  first?.focus()
  await user.keyboard('e')
  await user.type(await panel.findByRole('textbox', { name: 'Words of this turn' }), ' typed')
  await user.click(undo)
  expect(await screen.findByText('Save or cancel your correction first.')).toBeInTheDocument()
  expect(server.calls).not.toContain('notes.undoTranscriptEdit')
})

test('a correction whose turn was merged elsewhere can be copied and then canceled', async () => {
  const { user, panel } = await openTranscript({ notes: { correctTurn: () => fail('turn_missing') } })
  act(() => turnsOf(panel)[1]?.focus())
  await user.keyboard('e')
  await fill(user, await panel.findByRole('textbox', { name: 'Words of this turn' }), 'Too early.')
  const merged = { ...spoken, utterances: [turn('u1', 'therapist', 'How have you been sleeping? Early.')], revision: 1 }
  server.reply({ transcripts: { get: () => merged } })
  await user.click(panel.getByRole('button', { name: 'Save' }))
  const lost = within(await panel.findByRole('region', { name: 'Your correction' }))
  expect(lost.getByText('This turn is no longer in the transcript. Copy your text, then cancel.')).toBeInTheDocument()
  const text = lost.getByRole('textbox', { name: 'Your text' })
  expect(text).toHaveValue('Too early.')
  expect(text).toHaveAttribute('readonly')
  await user.click(lost.getByRole('button', { name: 'Cancel' }))
  expect(panel.queryByRole('region', { name: 'Your correction' })).not.toBeInTheDocument()
  expect(turnsOf(panel)[0]).toHaveFocus()
})

test('an Undo that failed and was repeated is not undone a second time', async () => {
  const undone: number[] = []
  let revision = 0
  const undoTranscriptEdit = ({ undoes }: { undoes: number }) => {
    undone.push(undoes)
    return changedTranscript(++revision)
  }
  const { user, panel } = await openTranscript({
    notes: { editTranscript: () => changedTranscript(++revision), undoTranscriptEdit: badGateway },
  })
  await user.click(panel.getByRole('button', { name: 'Swap with Maya' }))
  await user.click(await panel.findByRole('button', { name: 'Role of Maya Stone' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Other' }))
  await user.click(await panel.findByRole('button', { name: 'Undo role' }))
  const again = await panel.findByRole('button', { name: 'Try again' })
  server.reply({ notes: { undoTranscriptEdit } })
  await user.click(again)
  await user.click(await panel.findByRole('button', { name: 'Undo swap' }))
  expect(await panel.findByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  expect(undone).toEqual([2, 1])
})

test('Show in transcript leads to its turn again after the focus has left it', async () => {
  giveHeights()
  widenWindow()
  const evidence = [{ utteranceId: 'u1', quote: 'How have you been sleeping?' }]
  const text = 'Sleep was discussed.'
  const sections = [{ title: 'Plan', content: text, statements: [{ text, check: 'supported' as const, evidence }] }]
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, {
    notes: { get: () => ({ ...notePage, note: { ...soapNote, sections } }) },
  })
  const show = async () => {
    await user.click(await screen.findByRole('button', { name: /^Sleep was discussed\./ }))
    await user.click(await screen.findByRole('button', { name: 'Show in transcript' }))
    return await dialog('Transcript')
  }
  const panel = await show()
  await vi.waitFor(() => expect(turnsOf(panel)[0]).toHaveFocus())
  await user.keyboard('{ArrowDown}')
  await vi.waitFor(() => expect(turnsOf(panel)[1]).toHaveFocus())
  await show()
  await vi.waitFor(() => expect(turnsOf(panel)[0]).toHaveFocus())
})

test('a turn can be split at the chosen word by keyboard', async () => {
  const edits: TranscriptEdit[] = []
  const { user, panel } = await openTranscript({
    notes: {
      editTranscript: ({ edit }) => {
        edits.push(edit)
        return changedTranscript(1)
      },
    },
  })
  const [first] = turnsOf(panel)
  first?.focus()
  await user.keyboard('s')
  expect(panel.getByRole('button', { name: 'been', pressed: true })).toHaveFocus()
  await user.keyboard('{ArrowLeft}{Enter}')
  await panel.findByRole('button', { name: 'Undo split' })
  expect(edits).toEqual([{ kind: 'split', utteranceId: 'u1', at: 'How have '.length }])
})

describe('a turn with an uncertain speaker', () => {
  const unsure = {
    ...spoken,
    utterances: spoken.utterances.map((one) => (one.id === 'u1' ? { ...one, isSpeakerUnsure: true } : one)),
  }
  const keepRobin = { name: 'Keep Robin Hale' }

  test.each(['with its button', 'by choosing its speaker again'])(
    'a turn with an uncertain speaker is marked until the clinician confirms the speaker %s',
    async (way) => {
      const edits: TranscriptEdit[] = []
      const { user, panel } = await openTranscript({
        transcripts: { get: () => unsure },
        notes: {
          editTranscript: ({ edit }) => {
            edits.push(edit)
            return changedTranscript(1)
          },
        },
      })
      expect(panel.getAllByText('Who said this?')).toHaveLength(1)
      if (way === 'with its button') await user.click(panel.getByRole('button', keepRobin))
      else {
        await user.click(panel.getByRole('button', { name: 'Turn 1, Robin Hale' }))
        await user.click(await screen.findByRole('menuitem', { name: 'Change speaker' }))
        await user.click(await panel.findByRole('button', { name: 'Robin Hale', pressed: false }))
      }
      await panel.findByRole('button', { name: 'Undo speaker change' })
      expect(edits).toEqual([{ kind: 'speaker', utteranceId: 'u1', label: 'Speaker 1' }])
      expect(panel.queryByText('Who said this?')).not.toBeInTheDocument()
    },
  )

  test('read-only users see that the speaker is uncertain, but cannot choose one', async () => {
    const { panel } = await openTranscript({
      transcripts: { get: () => unsure },
      notes: { get: () => ({ ...notePage, canEdit: false }) },
    })
    expect(panel.getByText('Who said this?')).toBeInTheDocument()
    expect(panel.queryByRole('button', keepRobin)).not.toBeInTheDocument()
  })
})

test('readers of another therapist’s note are offered no changes of its transcript', async () => {
  const { panel } = await openTranscript({ notes: { get: () => ({ ...notePage, canEdit: false }) } })
  expect(panel.queryByRole('button', { name: /^Rename|^Undo|^Swap|^Turn / })).not.toBeInTheDocument()
})

test('the keys of the transcript panel do not sign the note behind it', async () => {
  widenWindow()
  const { panel } = await openTranscript()
  expect(await screen.findByRole('button', { name: 'Sign note' })).not.toHaveAttribute('aria-disabled', 'true')
  const withoutWords = turnsOf(panel)[2] ?? document.body
  expect(fireEvent.keyDown(withoutWords, { key: 's' })).toBe(true)
  expect(fireEvent.keyDown(document.body, { key: 's' })).toBe(false)
})
