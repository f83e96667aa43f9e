import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnVoice } from '#shared/contract/own-voice.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { badGateway, fail, type Replies } from '#web/testing/fake-server.ts'
import { giveHeights } from '#web/testing/layout.ts'
import { dialog, openPage, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

const words = { start: 0, end: 4, text: 'How have you been sleeping?' }
const said = (therapist: string) => [
  {
    ...words,
    id: 'u1',
    label: 'Speaker 1',
    speaker: therapist === 'Speaker 1' ? ('therapist' as const) : ('client' as const),
  },
  {
    ...words,
    id: 'u2',
    label: 'Speaker 2',
    speaker: therapist === 'Speaker 2' ? ('therapist' as const) : ('client' as const),
  },
]
const compared = { ...transcript, hasTimes: true, voices: 2, utterances: said('Speaker 1') }
const none: OwnVoice = { isOn: true, stored: null, readingSessionId: null, failure: null, currentModel: 'campplus' }
const stored: OwnVoice = { ...none, stored: { storedAt: '2030-01-02T09:00:00.000Z', model: 'campplus' } }

type Changes = { hasAudio?: boolean; canEdit?: boolean; transcript?: Partial<typeof compared> & { ownLabel?: string } }

/** Opens the transcript of a recorded session. */
async function openTranscript(ownVoice: Replies['ownVoice'] = {}, changes: Changes = {}) {
  const { hasAudio = true, canEdit = true } = changes
  const shown = { ...compared, ...changes.transcript }
  giveHeights()
  server.reply({
    notes: {
      get: () => ({ ...notePage, canEdit, session: { ...notePage.session, hasAudio } }),
      editTranscript: ({ revision }) => ({
        note: soapNote,
        transcript: {
          ...shown,
          utterances: said(revision % 2 === 0 ? 'Speaker 2' : 'Speaker 1'),
          revision: revision + 1,
        },
      }),
    },
    transcripts: { get: () => shown },
    insights: { get: () => insights },
    signatures: { get: () => unsigned },
    copies: { last: () => null },
    templates: { list: () => ({ items: [] }) },
  })
  const user = openPage(`/notes/${sessionId}`, { ownVoice })
  await region('Plan')
  await user.click(screen.getByRole('button', { name: 'Note Preferences' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transcript' }))
  const panel = await dialog('Transcript')
  await panel.findByRole('list', { name: 'Speakers' })
  return { user, panel }
}

/** Assigns the turns of the client to the therapist, and the other way around. */
async function swap({ user, panel }: Awaited<ReturnType<typeof openTranscript>>) {
  await user.click(panel.getByRole('button', { name: 'Swap with Maya' }))
  await panel.findByRole('button', { name: 'Undo swap' })
}

const offered = 'Remember your voice so that new recordings name you?'

test('therapists who assign turns to themselves are asked whether to remember their voice, and see what is stored', async () => {
  const asked: string[] = []
  const opened = await openTranscript({
    get: () => none,
    remember: ({ sessionId: id }) => {
      asked.push(id)
      return { ...none, readingSessionId: id }
    },
  })
  const { user, panel } = opened
  expect(panel.queryByText(offered)).not.toBeInTheDocument()
  await swap(opened)
  const offer = within(await panel.findByRole('region', { name: 'Your voice' }))
  expect(offer.getByText(offered)).toBeInTheDocument()
  expect(offer.getByText(/encrypted.+The client’s voice is not stored/)).toBeInTheDocument()
  expect(offer.getByRole('link', { name: 'My Profile' })).toHaveAttribute('href', '/profile?tab=security')
  await user.click(offer.getByRole('button', { name: 'Remember my voice' }))
  expect(await panel.findByText('Computing your voice from your turns…')).toBeInTheDocument()
  expect(asked).toEqual([sessionId])
})

test('a remembered voice can be deleted immediately', async () => {
  let now = none
  const opened = await openTranscript({ get: () => now, remember: () => (now = stored), remove: () => (now = none) })
  const { user, panel } = opened
  await swap(opened)
  await user.click(await panel.findByRole('button', { name: 'Remember my voice' }))
  const done = within(await panel.findByRole('region', { name: 'Your voice' }))
  expect(await done.findByText('Your voice is remembered.')).toBeInTheDocument()
  await user.click(done.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(panel.queryByRole('region', { name: 'Your voice' })).not.toBeInTheDocument())
  expect(now).toBe(none)
})

test('the offer to remember the voice explains that there is too little speech, and shows the reason of a rejected request', async () => {
  const opened = await openTranscript({ get: () => none, remember: () => fail('voice_unavailable') })
  const { user, panel } = opened
  await swap(opened)
  await user.click(await panel.findByRole('button', { name: 'Remember my voice' }))
  expect(await panel.findByText(/its voices were not compared/)).toBeInTheDocument()
  server.reply({ ownVoice: { get: () => none, remember: () => ({ ...none, failure: 'Too little of your speech.' }) } })
  await user.click(panel.getByRole('button', { name: 'Remember my voice' }))
  expect(await panel.findByText('Too little of your speech.')).toBeInTheDocument()
  server.reply({ ownVoice: { get: () => none, remember: badGateway } })
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('The change was not saved. Try again.')).toBeInTheDocument()
})

test('after Not now, another correction in the session does not repeat the offer to remember the voice', async () => {
  const opened = await openTranscript({ get: () => none })
  const { user, panel } = opened
  await swap(opened)
  await user.click(await panel.findByRole('button', { name: 'Not now' }))
  expect(panel.queryByText(offered)).not.toBeInTheDocument()
  await swap(opened)
  expect(panel.queryByText(offered)).not.toBeInTheDocument()
})

test('Do not ask again turns the offer to remember the voice off', async () => {
  const sentInputs: boolean[] = []
  const opened = await openTranscript({
    get: () => none,
    setOn: ({ isOn }) => {
      sentInputs.push(isOn)
      return { ...none, isOn }
    },
  })
  await swap(opened)
  await opened.user.click(await opened.panel.findByRole('button', { name: 'Do not ask again' }))
  expect(await screen.findByText('Attend will not ask again. You can change this in My Profile.')).toBeInTheDocument()
  expect(opened.panel.queryByText(offered)).not.toBeInTheDocument()
  expect(sentInputs).toEqual([false])
})

test.each<[string, OwnVoice | null, Changes]>([
  ['to users who turned the offer off', { ...none, isOn: false }, {}],
  ['to users whose voice is stored', stored, {}],
  ['if there is no speaker model', { ...none, currentModel: null }, {}],
  ['if there is no recording', null, { hasAudio: false }],
  ['if the voices of the transcript were not compared', null, { transcript: { voices: undefined } }],
])('the offer to remember the voice is not shown %s', async (_, voice, changes) => {
  const opened = await openTranscript(voice ? { get: () => voice } : {}, changes)
  await swap(opened)
  expect(opened.panel.queryByText(offered)).not.toBeInTheDocument()
})

test("the transcript shows to its therapist that a speaker was recognized by the therapist's voice", async () => {
  const { panel } = await openTranscript({}, { transcript: { ownLabel: 'Speaker 1' } })
  const [first, second] = within(panel.getByRole('list', { name: 'Speakers' })).getAllByRole('listitem')
  expect(first).toHaveTextContent('Therapist, 1 turn, recognized by your voice')
  expect(second).not.toHaveTextContent('recognized')
})

test('the transcript does not show a recognized voice as that of another reader', async () => {
  const { panel } = await openTranscript({}, { canEdit: false, transcript: { ownLabel: 'Speaker 1' } })
  expect(panel.getByRole('list', { name: 'Speakers' })).toHaveTextContent('Therapist, 1 turn, recognized by voice')
})
