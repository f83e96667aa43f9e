import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sentence } from '#shared/contract/errors.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { unsigned } from '#web/testing/signing.ts'
import { badGateway, held, offline, type Replies } from '#web/testing/fake-server.ts'
import { giveHeights } from '#web/testing/layout.ts'
import { dialog, fill, openPage, region, server } from '#web/testing/open-page.tsx'

const replies = {
  notes: { get: () => notePage, versions: () => ({ items: [] }) },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  signatures: { get: () => unsigned },
  copies: { last: () => null },
  templates: { list: () => ({ items: [] }) },
} satisfies Replies

async function openNote(more: Replies = {}) {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, more)
  await region('Plan')
  return user
}

const plan = () => screen.getByRole('textbox', { name: 'Plan' })

test('a note that fails to load can be reloaded', async () => {
  server.reply(replies)
  const user = openPage(`/notes/${sessionId}`, { notes: { get: badGateway } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load session data')
  server.reply(replies)
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect((await region('Plan')).getByText('Plan as written.')).toBeInTheDocument()
})

test.each([
  [4, 'A full draft is being written on this machine, about 4 minutes.'],
  [1, 'A full draft is being written on this machine, about 1 minute.'],
  [null, 'A full draft is being written on this machine.'],
])('a full draft in progress is announced beside the note (minutes left: %s)', async (minutes, text) => {
  await openNote({ notes: { get: () => ({ ...notePage, fullDraft: { minutes } }) } })
  expect(screen.getByText(text, { exact: false })).toHaveTextContent('the draft never replaces your text')
  expect(screen.getByRole('button', { name: 'Edit Plan' })).toBeEnabled()
})

test('a section that fails to save shows the reason and keeps the typed text', async () => {
  const user = await openNote({ notes: { save: offline } })
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  await fill(user, plan(), 'Bed at eleven.')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await (await region('Plan')).findByRole('alert')).toHaveTextContent(
    /^Failed to save notes: Attend cannot be reached right now\./,
  )
  expect(plan()).toHaveValue('Bed at eleven.')
  server.reply({
    notes: {
      save: ({ sections }) => ({
        ...soapNote,
        version: 2,
        sections: sections.map(({ title, content }) => ({ title, content, statements: [] })),
      }),
    },
  })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'Plan' })).toBeNull())
  expect((await region('Plan')).getByText('Bed at eleven.')).toBeInTheDocument()
})

test('a section that is open for editing is printed with the text in its field', async () => {
  const user = await openNote()
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  await fill(user, plan(), 'Bed at eleven.')
  const printed = { selector: ':not(textarea)' }
  expect((await region('Plan')).getByText('Bed at eleven.', printed)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: /^Discard/ }))
  expect((await region('Plan')).getByText('Plan as written.', printed)).toBeInTheDocument()
  expect(screen.queryByText('Bed at eleven.', printed)).toBeNull()
})

test('Option and a digit type a character where no excerpt has this number', async () => {
  const optionDigit = (nth: number) => ({ key: '¡', code: `Digit${nth}`, altKey: true })
  const user = await openNote()
  await user.click(screen.getByRole('button', { name: 'Edit Plan' }))
  expect(fireEvent.keyDown(plan(), optionDigit(1))).toBe(true)
  const excerpt = {
    text: 'She walks daily.',
    check: 'supported' as const,
    evidence: [{ utteranceId: 'u1', quote: 'walk' }],
  }
  const sections = [{ title: 'Plan', content: '', statements: [], excerpts: [excerpt] }]
  await openNote({ notes: { get: () => ({ ...notePage, note: { ...soapNote, sections } }) } })
  expect(fireEvent.keyDown(plan(), optionDigit(2))).toBe(true)
  expect(fireEvent.keyDown(plan(), optionDigit(1))).toBe(false)
})

test('a note type that cannot be changed shows the reason', async () => {
  const user = await openNote({ notes: { changeType: badGateway } })
  await user.click(screen.getByRole('button', { name: 'Change Note Type' }))
  const types = await dialog('Change Note Type')
  await user.click(types.getByRole('button', { name: /^DAP/ }))
  expect(await types.findByRole('alert')).toHaveTextContent('Failed to change note type')
})

test('an enhancement that fails shows the reason and is not counted', async () => {
  const { reply, release } = held(badGateway)
  const user = await openNote({ notes: { enhance: reply } })
  await user.click(screen.getByRole('button', { name: 'Enhance Note' }))
  const enhance = await dialog('Enhance Note with AI')
  await fill(user, enhance.getByLabelText(/^Instructions/), 'shorter')
  await user.click(enhance.getByRole('button', { name: 'Enhance Note' }))
  expect(enhance.getByRole('button', { name: 'Enhancing...' })).toBeDisabled()
  release()
  expect(await enhance.findByRole('alert')).toHaveTextContent('Failed to save enhanced note.')
  await user.keyboard('{Escape}')
  await user.click((await dialog('Unsaved changes')).getByRole('button', { name: 'Discard changes' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Enhance Note' }))
  const again = await dialog('Enhance Note with AI')
  expect(again.queryByRole('alert')).toBeNull()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const facts = await region('About this session')
  expect(facts.getByText('Enhancements remaining').parentElement).toHaveTextContent('Enhancements remaining2')
  expect(facts.getByText('Note type changes remaining').parentElement).toHaveTextContent('Note type changes remaining2')
})

const complete = { sessionId, stage: 'complete', percent: 100, error: null, errorCode: null, otherLanguage: null }
/** An enhancement that the server completes at once. */
const enhanced: Replies = {
  notes: { enhance: () => ({ ...soapNote, state: 'generating' }) },
  sessions: {
    watchProgress: () =>
      new Response(`event: message\ndata: ${JSON.stringify(complete)}\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      }),
  },
}

test('the note page reports that an enhancement changed nothing, and no success', async () => {
  const unchanged = sentence('enhancement_unchanged')
  const user = await openNote(enhanced)
  await user.click(screen.getByRole('button', { name: 'Enhance Note' }))
  const enhance = await dialog('Enhance Note with AI')
  await fill(user, enhance.getByLabelText(/^Instructions/), 'not longer')
  server.reply({ notes: { get: () => ({ ...notePage, note: { ...soapNote, error: unchanged } }) } })
  await user.click(enhance.getByRole('button', { name: 'Enhance Note' }))
  expect(await enhance.findByRole('alert')).toHaveTextContent(unchanged)
  expect(screen.queryByText('Note enhanced.')).not.toBeInTheDocument()
})

test('an enhanced note that cannot be loaded is not reported as a success, and the instructions stay', async () => {
  const user = await openNote(enhanced)
  await user.click(screen.getByRole('button', { name: 'Enhance Note' }))
  const enhance = await dialog('Enhance Note with AI')
  await fill(user, enhance.getByLabelText(/^Instructions/), 'shorter')
  server.reply({ notes: { get: badGateway } })
  await user.click(enhance.getByRole('button', { name: 'Enhance Note' }))
  expect(await enhance.findByRole('alert')).toHaveTextContent('Failed to save enhanced note.')
  expect(screen.queryByText('Note enhanced.')).not.toBeInTheDocument()
  expect(enhance.getByLabelText(/^Instructions/)).toHaveValue('shorter')
})

test('a transcript that fails to load shows the reason and can be reloaded', async () => {
  giveHeights()
  const user = await openNote({ transcripts: { get: badGateway } })
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transcript' }))
  const panel = await dialog('Transcript')
  expect(await panel.findByRole('alert')).toHaveTextContent('Failed to get transcript')
  server.reply(replies)
  await user.click(panel.getByRole('button', { name: 'Try Again' }))
  expect(await panel.findByText('How have you been sleeping?')).toBeInTheDocument()
})

test('a failed analysis of a session shows the specified error', async () => {
  const user = await openNote({ insights: { analyze: badGateway } })
  const part = await region('Session insights')
  const analyze = await part.findByRole('button', { name: /^Analyze/ })
  await user.click(analyze)
  expect(await part.findByText('Error: Request failed with status 502')).toBeInTheDocument()
  const garbled = () => new Response('{', { headers: { 'content-type': 'application/json' } })
  server.reply({ insights: { analyze: garbled } })
  await user.click(analyze)
  expect(await part.findByText('An unknown error occurred')).toBeInTheDocument()
})

test('a user who may not analyze a session still sees that its insights are older than the transcript', async () => {
  const old = { ...insights, state: 'ready', isBehindTranscript: true } as const
  await openNote({ insights: { get: () => ({ ...old, canAnalyze: false }) } })
  const part = await region('Session insights')
  expect(await part.findByText('The transcript has been corrected since this analysis.')).toBeInTheDocument()
  expect(part.queryByRole('button', { name: 'Analyze Again' })).toBeNull()
})

test('the focus stays on the insights when their analysis begins', async () => {
  const user = await openNote({ insights: { analyze: () => ({ ...insights, state: 'analyzing', canAnalyze: false }) } })
  const part = await region('Session insights')
  server.reply({ insights: { get: () => ({ ...insights, state: 'analyzing', canAnalyze: false }) } })
  await user.click(await part.findByRole('button', { name: 'Analyze Session' }))
  expect(await part.findByText('Analyzing the session…', { selector: 'p' })).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Session insights' })).toHaveFocus()
})

test('a reader may add an addendum to a note that its author can no longer sign, even if items are open', async () => {
  await openNote({
    notes: {
      get: () => ({
        ...notePage,
        canEdit: false,
        therapistName: 'Theo Hale',
        isTransferred: true,
        note: { ...soapNote, toReview: 3 },
      }),
    },
    signatures: { get: () => ({ ...unsigned, toSign: null, canAddAddendum: true }) },
  })
  expect(await screen.findByRole('button', { name: 'Add addendum' })).toBeEnabled()
  expect(screen.getByText(/Theo Hale, who cannot change this note since the client was transferred\./)).toBeVisible()
})
