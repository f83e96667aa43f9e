import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentence } from '#shared/contract/errors.ts'
import { locateQuote } from '#server/clinical-text/evidence/quotes.ts'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { buildClient } from '#test/build.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { conversation, importTranscript, watchToEnd } from '#test/transcript.ts'
import { sender, uploadFile, wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'

const speechSegments = conversation
  .split('\n')
  .map((line, at) => ({ start: at * 9, end: at * 9 + 8, text: line.replace(/^\w+: /, '') }))

let world: World
beforeAll(async () => {
  const drafter = createDrafter({ kind: 'extractive' })
  world = await createWorld({ providers: { drafter, speech: createFakeSpeech(speechSegments) } })
  await world.worker()
})
afterAll(() => world.close())

test('a transcript file becomes a note whose quotes all occur in the transcript', async () => {
  const { id: clientId, therapistId } = await buildClient(world, { firstName: 'Ada', lastName: 'Moss' })
  const api = await world.as(therapistId)
  const sessionId = await importTranscript(api, clientId)
  const progress = await watchToEnd(api, sessionId)
  expect(progress.at(-1)).toMatchObject({ stage: 'complete', percent: 100, error: null })

  const [page, transcript] = await Promise.all([api.notes.get({ sessionId }), api.transcripts.get({ sessionId })])
  expect(page).toMatchObject({
    note: { noteType: 'SOAP', state: 'ready', version: 1, drafter: 'extractive', error: null },
    client: { firstName: 'Ada', lastName: 'Moss', treatmentApproach: null },
    session: { source: 'transcript', hasTranscript: true, hasAudio: false, settingType: 'telehealth' },
    canEdit: true,
  })
  expect(page.note.sections.map(({ title }) => title)).toEqual(['Subjective', 'Objective', 'Assessment', 'Plan'])
  expect(page.note.coverage).toEqual({ utterances: 8, read: 8, unread: [] })
  const statements = page.note.sections.flatMap(({ excerpts = [] }) => excerpts)
  expect(statements.length).toBeGreaterThan(0)
  for (const { evidence, check } of statements) {
    expect(check).toBe('supported')
    for (const one of evidence) expect(locateQuote(one, transcript)).not.toBeNull()
  }
  expect(await api.sessions.get({ sessionId })).toMatchObject({ status: 'completed', noteState: 'ready' })
})

test('a worksheet is listed as to be written until each of its parts has text, and keeps its excerpts', async () => {
  const { id: clientId, therapistId } = await buildClient(world)
  const api = await world.as(therapistId)
  const sessionId = await importTranscript(api, clientId)
  await watchToEnd(api, sessionId)
  const isToWrite = async () => {
    const [notes, session] = await Promise.all([api.notes.list({}), api.sessions.get({ sessionId })])
    expect(notes.items.map(({ toWrite }) => toWrite)).toEqual([session.toWrite])
    return [session.toWrite]
  }
  expect(await isToWrite()).toEqual([true])

  const { note } = await api.notes.get({ sessionId })
  const [first, ...others] = note.sections
  const passage = first?.excerpts?.[0]
  if (!first || !passage) throw new Error('there are no excerpts')
  expect(note.sections.map(({ content, statements }) => [content, statements])).toEqual(
    note.sections.map(() => ['', []]),
  )
  const unchanged = await api.notes.save({
    sessionId,
    baseVersion: note.version,
    noteType: note.noteType,
    sections: note.sections.map(({ title }) => ({
      title,
      content: '',
      ...(title === 'Assessment' && { parts: ['Interventions', 'Risk'].map((part) => ({ part, content: '' })) }),
    })),
  })
  expect(unchanged.version).toBe(note.version)

  const written = { title: first.title, content: `Seen by the clinician.\n${passage.text}` }
  const saved = await api.notes.save({
    sessionId,
    baseVersion: note.version,
    noteType: note.noteType,
    sections: [written, ...others.map(({ title }) => ({ title, content: '' }))],
  })
  expect(saved.sections.map(({ excerpts }) => excerpts)).toEqual(note.sections.map(({ excerpts }) => excerpts))
  expect(saved.sections[0]?.statements.map(({ check }) => check)).toEqual(['clinician', passage.check])
  expect(await isToWrite()).toEqual([true])

  const save = async (risk: string) => {
    const { note: newest } = await api.notes.get({ sessionId })
    const parts = [
      { part: 'Interventions', content: 'Breathing, twice.' },
      { part: 'Risk', content: risk },
    ]
    const sections = newest.sections.map(({ title, content }) => ({
      title,
      content: content || 'Seen by the clinician.',
      ...(title === 'Assessment' && { parts }),
    }))
    return await api.notes.save({ sessionId, baseVersion: newest.version, noteType: newest.noteType, sections })
  }
  const partlyWritten = await save(' ')
  expect(partlyWritten.sections[2]).toMatchObject({ content: 'Breathing, twice.', parts: [{}, { content: ' ' }] })
  expect(await isToWrite()).toEqual([true])
  const fullyWritten = await save('Low.')
  expect(fullyWritten.sections[2]).toMatchObject({ content: 'Breathing, twice.\nLow.' })
  expect(fullyWritten.sections[2]?.statements.map(({ text }) => text)).toEqual(['Breathing, twice.', 'Low.'])
  expect(await isToWrite()).toEqual([false])
})

test('search, progress and the previous session ignore an unwritten worksheet', async () => {
  const { id: clientId, therapistId } = await buildClient(world, { firstName: 'Ada' })
  const api = await world.as(therapistId)
  const sessionId = await importTranscript(api, clientId)
  await watchToEnd(api, sessionId)
  const { note } = await api.notes.get({ sessionId })
  const word = note.sections[0]?.excerpts?.[0]?.evidence[0]?.quote.match(/\p{L}{6,}/u)?.[0] ?? ''
  const found = async (search: string) => (await api.notes.list({ search })).items.map(({ line }) => line)
  expect(word).not.toBe('')
  expect(await found(word)).toEqual([])
  expect(await found('Ada')).toEqual([''])
  expect(await api.progress.ofAll({})).toMatchObject({ sessions: 0, clients: 0 })
  expect(await api.notes.previous({ clientId })).toEqual({ session: null, summary: [], focusAreas: [] })

  const sections = note.sections.map(({ title }) => ({ title, content: `Ada mentions ${word}.` }))
  await api.notes.save({ sessionId, baseVersion: note.version, noteType: note.noteType, sections })
  expect(await found(word)).toEqual([`Ada mentions ${word}.`])
  expect(await api.progress.ofAll({})).toMatchObject({ sessions: 1, clients: 1 })
  expect(await api.notes.previous({ clientId })).toMatchObject({ session: { id: sessionId } })
})

test('a safety passage that the therapist inserted into the text keeps its evidence after other edits', async () => {
  const { id: clientId, therapistId } = await buildClient(world)
  const api = await world.as(therapistId)
  const risk = 'Therapist: Any thoughts of ending your life?\nClient: No. Well, sometimes I think about suicide.'
  const sessionId = await importTranscript(api, clientId, `${conversation}\n${risk}`)
  await watchToEnd(api, sessionId)
  const { note } = await api.notes.get({ sessionId })
  const line = 'Client: “No. Well, sometimes I think about suicide.”'
  const save = async (content: string, baseVersion: number) => {
    const sections = note.sections.map(({ title }, at) => ({ title, content: at === 0 ? content : '' }))
    return await api.notes.save({ sessionId, baseVersion, noteType: note.noteType, sections })
  }
  const inserted = {
    text: line,
    check: 'clinician',
    evidence: [{ utteranceId: expect.any(String), quote: 'No. Well, sometimes I think about suicide.' }],
  }
  const first = await save(line, note.version)
  expect(first.sections[0]?.statements).toEqual([inserted])
  expect(first.safety.filter(({ topic }) => topic === 'suicide').map(({ inNote }) => inNote)).toContain(true)
  const second = await save(`Asked about risk.\n${line}`, first.version)
  expect(second.sections[0]?.statements[1]).toEqual(inserted)
})

test('an instruction that excerpts cannot follow is rejected, and only an enhancement that changes the note is counted', async () => {
  const { id: clientId, therapistId } = await buildClient(world)
  const api = await world.as(therapistId)
  const sessionId = await importTranscript(api, clientId)
  await watchToEnd(api, sessionId)
  for (const instructions of ['no quotes', 'with bullets', 'shorter, and in professional language'])
    await expect(api.notes.enhance({ sessionId, instructions })).rejects.toMatchObject({
      code: 'instruction_not_followed',
      status: 422,
      message: expect.stringContaining('This did not use up an enhancement.'),
    })
  const { note } = await api.notes.get({ sessionId })
  expect(note).toMatchObject({ state: 'ready', version: 1, enhancementsRemaining: 2 })

  const passage = note.sections[0]?.excerpts?.[0]?.text ?? ''
  const sections = note.sections.map(({ title }, at) => ({ title, content: at === 0 ? `Mine.\n${passage}` : '' }))
  await api.notes.save({ sessionId, baseVersion: 1, noteType: note.noteType, sections })
  await api.notes.enhance({ sessionId, instructions: 'not longer' })
  await watchToEnd(api, sessionId)
  expect((await api.notes.get({ sessionId })).note).toMatchObject({
    version: 2,
    enhancementsRemaining: 2,
    state: 'ready',
    error: sentence('enhancement_unchanged'),
  })
  await api.notes.enhance({ sessionId, instructions: 'leave out the breathing exercise' })
  await watchToEnd(api, sessionId)
  const enhanced = await api.notes.get({ sessionId })
  expect(enhanced.note).toMatchObject({ version: 3, enhancementsRemaining: 1 })
  expect(enhanced.note.sections.map(({ content }) => content)).toEqual([`Mine.\n${passage}`, '', '', ''])
  expect(enhanced.note.sections.every(({ excerpts }) => excerpts)).toBe(true)
})

test('an uploaded recording becomes a note, and its progress only rises, up to 100 percent', async () => {
  const { id: clientId, therapistId } = await buildClient(world)
  const uploader = await sender(world, therapistId)
  const sessionId = await uploadFile(uploader, clientId, wav(2))
  const progress = await watchToEnd(uploader.api, sessionId)
  expect(progress.at(-1)).toMatchObject({ stage: 'complete', percent: 100, error: null })
  const percents = progress.map(({ percent }) => percent)
  expect(percents).toEqual(percents.toSorted((one, other) => one - other))
  expect(await uploader.api.notes.get({ sessionId })).toMatchObject({
    note: { state: 'ready', version: 1 },
    session: { source: 'uploaded', hasAudio: true, hasTranscript: true },
  })
  const { utterances } = await uploader.api.transcripts.get({ sessionId })
  expect(utterances.map(({ start }) => start)).toEqual([0, 9, 18, 27, 36, 45, 54, 63])
})
