import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { badGateway, type Replies } from '#web/testing/fake-server.ts'
import { fill, openPage, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

const replies = {
  notes: { get: () => notePage, versions: () => ({ items: [] }) },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  copies: { last: () => null },
  signatures: { get: () => unsigned },
} satisfies Replies

async function editWhole(more: Replies = {}) {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit Whole Note' }))
  return { user, bar: await region('Editing the whole note') }
}
const field = (name: string) => screen.getByRole('textbox', { name })

test('all sections are edited together and saved with one request', async () => {
  const saved: string[][] = []
  const { user, bar } = await editWhole({
    notes: {
      save: ({ sections }) => {
        saved.push(sections.map(({ content }) => content))
        const written = sections.map(({ title, content }) => ({ title, content, statements: [] }))
        return { ...soapNote, version: 2, sections: written }
      },
    },
  })
  expect(field('Subjective')).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
  await fill(user, field('Subjective'), 'Slept badly.')
  await fill(user, field('Plan'), 'Bed at eleven.')
  await user.click(bar.getByRole('button', { name: 'Save note' }))
  await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(saved).toEqual([['Slept badly.', 'Objective as written.', 'Assessment as written.', 'Bed at eleven.']])
  expect((await region('Plan')).getByText('Bed at eleven.')).toBeInTheDocument()
})

test('a whole note that fails to save shows the reason and keeps the typed text', async () => {
  const { user, bar } = await editWhole({ notes: { save: badGateway } })
  await fill(user, field('Plan'), 'Bed at eleven.')
  await user.click(bar.getByRole('button', { name: 'Save note' }))
  expect(await bar.findByRole('alert')).toHaveTextContent('Failed to save notes')
  expect(field('Plan')).toHaveValue('Bed at eleven.')
})

test('canceling the edit of the whole note asks before it discards changes', async () => {
  const { user, bar } = await editWhole()
  await fill(user, field('Plan'), 'Bed at eleven.')
  await user.click(bar.getByRole('button', { name: 'Cancel' }))
  await user.click(bar.getByRole('button', { name: 'Keep editing' }))
  expect(field('Plan')).toHaveValue('Bed at eleven.')
  await user.click(bar.getByRole('button', { name: 'Cancel' }))
  await user.click(bar.getByRole('button', { name: 'Discard changes' }))
  await vi.waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect((await region('Plan')).getByText('Plan as written.')).toBeInTheDocument()
})
