import { expect, test } from 'vitest'
import type { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { insights, notePage, sessionId, soapNote, transcript } from '#web/testing/clinical.ts'
import { openPage, region, server } from '#web/testing/open-page.tsx'
import { unsigned } from '#web/testing/signing.ts'

async function card(note: Partial<Note>, { utterances } = transcript) {
  server.reply({
    notes: { get: () => ({ ...notePage, note: { ...soapNote, ...note } }), versions: () => ({ items: [] }) },
    transcripts: { get: () => ({ ...transcript, utterances }) },
    insights: { get: () => insights },
    copies: { last: () => null },
    signatures: { get: () => unsigned },
  })
  openPage(`/notes/${sessionId}`)
  return await region('Safety passages')
}

const found: SafetyPassage = {
  topic: 'abuse',
  finding: 'unclear',
  utteranceId: 'u1',
  quote: 'How have you been sleeping?',
  exchange: ['u1'],
  inNote: false,
  foundByModel: true,
}

test('a passage from the language model shows its source, and the safety card says that the model read the session', async () => {
  const safety = await card({ safety: [found], safetyReading: 'made' })
  expect(await safety.findByText('Found by the language model')).toBeInTheDocument()
  expect(safety.getByText(/^The language model also read this session for indirect statements\./)).toBeInTheDocument()
  expect(safety.getByRole('heading', { name: /Abuse and neglect/ })).toHaveTextContent('Unclear')
})

test('a turn that the language model marked is highlighted in the exchange of another passage', async () => {
  const [asked] = transcript.utterances
  const quote = 'I keep waking up at four.'
  const utterances = asked ? [asked, { ...asked, id: 'u2', speaker: 'client' as const, text: quote }] : []
  const alsoMarked = [{ utteranceId: 'u2', quote }]
  const rule = { ...found, foundByModel: undefined, exchange: ['u1', 'u2'], alsoMarked }
  const safety = await card({ safety: [rule], safetyReading: 'made' }, { ...transcript, utterances })
  expect(await safety.findByText('Partly found by the language model')).toBeInTheDocument()
  expect(safety.getAllByRole('mark').map(({ textContent }) => textContent)).toEqual([found.quote, quote])
})

test('the safety card says that the language model could not read the whole session', async () => {
  const safety = await card({ safetyReading: 'not made' })
  expect(
    await safety.findByText('The language model could not read all of this session for indirect statements.'),
  ).toBeInTheDocument()
})

test('without a language model, the safety card does not mention one', async () => {
  const safety = await card({ safety: [{ ...found, foundByModel: undefined }] })
  expect(await safety.findByText('Not in the note')).toBeInTheDocument()
  expect(safety.queryByText(/language model/)).toBeNull()
})
