import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { foreignSessions } from '#server/clinical-text/language/foreign-sessions.fixture.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { createFakeSecondReader } from '#server/providers/second-reader/fake.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { buildClient } from '#test/build.ts'
import { conversation, importTranscript, watchToEnd } from '#test/transcript.ts'
import { sender, uploadFile, wav } from '#test/upload.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const german = foreignSessions['de'] ?? []
const spanish = foreignSessions['es'] ?? []
const fileOf = (lines: readonly string[]) =>
  lines.map((line, at) => `${at % 2 === 0 ? 'Therapist' : 'Client'}: ${line}`).join('\n')

async function openWorld(providers: Parameters<typeof createWorld>[0]): Promise<World> {
  const world = await createWorld(providers)
  await world.worker()
  return world
}

async function importFile(world: World, content: string): Promise<{ api: Api; sessionId: string; clientId: string }> {
  const { id: clientId, therapistId } = await buildClient(world, { firstName: 'Ada' })
  const api = await world.as(therapistId)
  const sessionId = await importTranscript(api, clientId, content)
  return { api, sessionId, clientId }
}

/** Waits for the insights of a session. */
async function insightsOf(api: Api, sessionId: string) {
  return await vi.waitFor(
    async () => {
      const found = await api.insights.get({ sessionId })
      expect(found.state).toMatch(/^(?:ready|failed)$/)
      return found
    },
    { timeout: 20_000 },
  )
}

describe('sessions in other languages, without a language model', () => {
  let world: World
  beforeAll(async () => {
    const segments = german.map((text, at) => ({ start: at * 9, end: at * 9 + 8, text }))
    const drafter = createDrafter({ kind: 'extractive' })
    world = await openWorld({ providers: { drafter, speech: createFakeSpeech(segments) } })
  })
  afterAll(() => world.close())

  test('the note of a German session with suicidal thoughts is empty and does not claim that a topic was not discussed', async () => {
    const { api, sessionId } = await importFile(world, fileOf(german))
    const progress = await watchToEnd(api, sessionId)
    const language = { code: 'de', isPartly: false }
    expect(progress.at(-1)).toMatchObject({ stage: 'complete', error: null, otherLanguage: language })

    const { note, session } = await api.notes.get({ sessionId })
    expect(session.otherLanguage).toEqual(language)
    expect(note).toMatchObject({ state: 'ready', error: null, version: 1, safety: [] })
    expect(note.sections).toHaveLength(4)
    expect(note.sections.every(({ content, statements }) => content === '' && statements.length === 0)).toBe(true)
    expect(note.coverage).toMatchObject({ utterances: 12, read: 0 })
    expect(JSON.stringify(note)).not.toMatch(/Not discussed/)
  })

  test('the therapist can write a note in another language, and finds the note by a word', async () => {
    const { api, sessionId } = await importFile(world, fileOf(german))
    await watchToEnd(api, sessionId)
    const { note } = await api.notes.get({ sessionId })
    const sections = note.sections.map(({ title }, at) => ({ title, content: at === 0 ? 'Akute Suizidalität.' : '' }))
    const saved = await api.notes.save({ sessionId, noteType: 'SOAP', baseVersion: note.version, sections })
    expect(saved).toMatchObject({ version: 2, coverage: { read: 0 } })
    expect(saved.sections[0]?.statements).toEqual([{ text: 'Akute Suizidalität.', evidence: [], check: 'clinician' }])
    expect((await api.notes.list({ search: 'Suizidalität' })).items.map((item) => item.sessionId)).toEqual([sessionId])
  })

  test('an empty draft does not replace text that the therapist wrote about a German session', async () => {
    const { api, sessionId } = await importFile(world, fileOf(german))
    await watchToEnd(api, sessionId)
    const { note } = await api.notes.get({ sessionId })
    const sections = note.sections.map(({ title }) => ({ title, content: 'Suizidgedanken.' }))
    await api.notes.save({ sessionId, noteType: 'SOAP', baseVersion: note.version, sections })
    const notEnglish = { code: 'session_not_english', status: 409 }
    await expect(api.notes.enhance({ sessionId, instructions: 'shorter' })).rejects.toMatchObject(notEnglish)
    await expect(api.notes.changeType({ sessionId, noteType: 'BIRP' })).rejects.toMatchObject(notEnglish)
    expect((await api.notes.get({ sessionId })).note).toMatchObject({
      state: 'ready',
      version: 2,
      enhancementsRemaining: note.enhancementsRemaining,
      sections: sections.map((section) => expect.objectContaining(section)),
    })
  })

  test('the therapist can change the note type of a German session whose note is empty', async () => {
    const { api, sessionId } = await importFile(world, fileOf(german))
    await watchToEnd(api, sessionId)
    await api.notes.changeType({ sessionId, noteType: 'DAP' })
    await watchToEnd(api, sessionId)
    const { note } = await api.notes.get({ sessionId })
    expect(note.sections.map(({ title, content }) => [title, content])).toEqual([
      ['Data', ''],
      ['Assessment', ''],
      ['Plan', ''],
    ])
  })

  test('sessions in another language have no insights or progress', async () => {
    const { api, sessionId, clientId } = await importFile(
      world,
      fileOf([...german, ...Array(6).fill('Der Anxiety Level war bei mir wieder sehr hoch, wie immer.')]),
    )
    await watchToEnd(api, sessionId)
    const { state, insights } = await insightsOf(api, sessionId)
    expect(state).toBe('ready')
    expect(Object.values(insights).flat()).toEqual([])
    expect(await api.progress.ofClient({ clientId })).toMatchObject({ sessions: 0, unchecked: 1, redFlags: [] })
  })

  test('the language of a recording is detected by its words, whatever language the speech engine reports', async () => {
    const { id: clientId, therapistId } = await buildClient(world)
    const uploader = await sender(world, therapistId)
    const sessionId = await uploadFile(uploader, clientId, wav(2))
    await watchToEnd(uploader.api, sessionId)
    const { note, session } = await uploader.api.notes.get({ sessionId })
    expect(session.otherLanguage).toEqual({ code: 'de', isPartly: false })
    expect(note).toMatchObject({ state: 'ready', coverage: { read: 0 }, safety: [] })
  })

  test('a note uses the English part of a partly Spanish session, and names Spanish', async () => {
    const addedTurns = [
      'Are you thinking of suicide?',
      spanish[3] ?? '',
      'Thank you for telling me. And now?',
      'I want to kill myself, some nights.',
    ]
    const english = conversation.split('\n').map((line) => line.replace(/^\w+: /, ''))
    const { api, sessionId } = await importFile(world, fileOf([...english, ...addedTurns]))
    await watchToEnd(api, sessionId)
    const { note, session } = await api.notes.get({ sessionId })
    expect(session.otherLanguage).toEqual({ code: 'es', isPartly: true })
    expect(note.coverage).toEqual({ utterances: 12, read: 11, unread: ['u10'] })
    expect(note.safety).toContainEqual(
      expect.objectContaining({ topic: 'suicide', finding: 'stated', utteranceId: 'u12' }),
    )
    expect(note.safety).not.toContainEqual(expect.objectContaining({ finding: 'denied' }))
    expect(JSON.stringify(note.sections)).not.toContain('u10')
    expect((await api.transcripts.get({ sessionId })).utterances.map(({ language }) => language ?? 'en')).toEqual([
      ...Array(9).fill('en'),
      'es',
      'en',
      'en',
    ])
  })

  test('an English session has no other language', async () => {
    const { api, sessionId } = await importFile(world, conversation)
    await watchToEnd(api, sessionId)
    expect((await api.notes.get({ sessionId })).session.otherLanguage).toBeNull()
  })
})

test('turns in another language that the model marks become safety passages, and statements about them need confirmation', async () => {
  const secondReader = createFakeSecondReader()
  secondReader.find({ utterance: 1, topic: 'suicide' }, { utterance: 3, topic: 'suicide' })
  const fake = createFakeDrafter()
  const drafter: NoteDrafter = {
    ...fake,
    draft: async (request) => ({ ...(await fake.draft(request)), drafter: 'language-model', model: 'tiny-7b' }),
  }
  const world = await openWorld({ providers: { drafter, secondReader } })
  try {
    const { api, sessionId } = await importFile(world, fileOf(german))
    await watchToEnd(api, sessionId)
    const { note } = await api.notes.get({ sessionId })
    const found = { topic: 'suicide', finding: 'unclear', quote: german[1], foundByModel: true }
    expect(note.safety).toEqual([expect.objectContaining(found)])
    expect(note.sections[0]?.statements).toMatchObject([
      {
        check: 'confirm',
        reason:
          'Risk always needs your confirmation. A language model read the cited words as possibly about suicide. The sentence was not checked in this language.',
      },
    ])
    const { items } = await api.review.get({ sessionId })
    expect(items).not.toEqual([])
  } finally {
    await world.close()
  }
})

test('a language model drafts a note of a session in another language, and its statements are marked as unchecked', async () => {
  // The fake drafter can read any language, like a language model.
  const world = await openWorld({ providers: { drafter: createFakeDrafter() } })
  try {
    const { api, sessionId } = await importFile(world, fileOf(german))
    await watchToEnd(api, sessionId)
    const { note } = await api.notes.get({ sessionId })
    expect(note).toMatchObject({ state: 'ready', coverage: { read: 0 }, safety: [] })
    expect(note.sections[0]?.statements).toEqual([
      expect.objectContaining({
        text: `Ada reports: “${german[1]}”`,
        check: 'unchecked',
        evidence: [{ utteranceId: 'u2', quote: expect.anything() }],
      }),
    ])
    expect(await api.review.get({ sessionId })).toMatchObject({ items: [], spotChecks: [], fine: 0 })
  } finally {
    await world.close()
  }
})
