import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { badGateway, fail, type Replies } from '#web/testing/fake-server.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

const createdAt = '2030-01-02T15:00:00.000Z'
const drafted = { noteType: soapNote.noteType, reason: 'drafted', author: '', createdAt } as const
const versions = [2, 1].map((version) => ({ version, ...drafted }))
const replies = {
  notes: {
    get: () => ({ ...notePage, note: { ...soapNote, version: 2 } }),
    versions: () => ({ items: versions }),
    version: () => ({ version: 1, ...drafted, sections: soapNote.sections }),
    save: () => fail('note_conflict'),
  },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: { last: () => null },
  signatures: { get: () => unsigned },
} satisfies Replies

test('the focus stays in the panel of versions while a version is opened, asked about and left', async () => {
  const user = openPage(`/notes/${sessionId}`, replies)
  await user.click(await screen.findByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  const panel = await dialog('Versions')
  await user.click(await panel.findByRole('button', { name: /^Version 1,/ }))
  expect(panel.getByRole('button', { name: 'All versions' })).toHaveFocus()
  await user.click(await panel.findByRole('button', { name: 'Restore this version' }))
  expect(panel.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(panel.getByRole('button', { name: 'Restore this version' })).toHaveFocus()
  await user.click(panel.getByRole('button', { name: 'All versions' }))
  expect(panel.getByRole('button', { name: /^Version 1,/ })).toHaveFocus()
})

test('the focus returns to the save button after a conflict is canceled', async () => {
  const user = openPage(`/notes/${sessionId}`, replies)
  const plan = await region('Plan')
  await user.click(plan.getByRole('button', { name: 'Edit Plan' }))
  await fill(user, plan.getByRole('textbox', { name: 'Plan' }), 'Bed at eleven.')
  await user.click(plan.getByRole('button', { name: 'Save Changes' }))
  await dialog('This note was saved elsewhere')
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(plan.getByRole('button', { name: 'Save Changes' })).toHaveFocus())
})

test('typed text stays if the newer note cannot be loaded after a conflict', async () => {
  const user = openPage(`/notes/${sessionId}`, replies)
  const plan = await region('Plan')
  await user.click(plan.getByRole('button', { name: 'Edit Plan' }))
  const field = plan.getByRole('textbox', { name: 'Plan' })
  await fill(user, field, 'Bed at eleven.')
  server.reply({ notes: { get: badGateway } })
  await user.click(plan.getByRole('button', { name: 'Save Changes' }))
  expect(await plan.findByRole('alert')).toHaveTextContent('Failed to save notes')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field).toHaveValue('Bed at eleven.')
  const sections = [{ title: 'Plan', content: 'Walk daily.', statements: [] }]
  server.reply({ notes: { get: () => ({ ...notePage, note: { ...soapNote, version: 3, sections } }) } })
  await user.click(plan.getByRole('button', { name: 'Save Changes' }))
  const conflict = await dialog('This note was saved elsewhere')
  expect(conflict.getByText('Bed at eleven.')).toBeInTheDocument()
  expect(conflict.getByText('Walk daily.')).toBeInTheDocument()
})

test('a version can be restored after the note was saved elsewhere, once the newest text is shown', async () => {
  const baseVersions: number[] = []
  const user = openPage(`/notes/${sessionId}`, {
    ...replies,
    notes: { ...replies.notes, restore: () => fail('note_conflict') },
  })
  await user.click(await screen.findByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
  const panel = await dialog('Versions')
  await user.click(await panel.findByRole('button', { name: /^Version 1,/ }))
  await user.click(await panel.findByRole('button', { name: 'Restore this version' }))
  const sections = [{ title: 'Plan', content: 'Walk daily.', statements: [] }]
  server.reply({ notes: { get: () => ({ ...notePage, note: { ...soapNote, version: 3, sections } }) } })
  await user.click(panel.getByRole('button', { name: 'Restore' }))
  expect(await panel.findByRole('alert')).toHaveTextContent('This note was saved elsewhere in the meantime.')
  expect(await panel.findByText('− Walk daily.')).toBeInTheDocument()
  server.reply({
    notes: {
      restore: ({ baseVersion }) => {
        baseVersions.push(baseVersion)
        return { ...soapNote, version: 4 }
      },
    },
  })
  await user.click(panel.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Version 1 was restored.')).toBeInTheDocument()
  expect(baseVersions).toEqual([3])
})
