import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import type { NoteDrafter } from '#server/providers/drafter/port.ts'
import { pipelineJobs } from '#server/session-pipeline/jobs.ts'
import { buildMember } from '#test/build.ts'
import { type DraftingHarness, createDraftingHarness } from '#test/drafting-harness.ts'
import { loseJobs } from '#test/jobs.ts'

let harness: DraftingHarness
beforeAll(async () => {
  harness = await createDraftingHarness({}, { isSlow: true, usualMinutes: () => 4 })
})
afterAll(() => harness.close())

let sessionId = ''
beforeEach(async () => {
  ;({ sessionId } = await harness.newSession())
  await harness.api.notes.generate({ sessionId })
})

const page = () => harness.api.notes.get({ sessionId })
const versions = async () => (await harness.api.notes.versions({ sessionId })).items

test('while a full draft is in progress, the note shows excerpts and the usual minutes of the draft', async () => {
  let pageDuringDraft: Awaited<ReturnType<typeof page>> | undefined
  await harness.run(
    sessionId,
    harness.meanwhile(async () => (pageDuringDraft = await page())),
  )
  expect(pageDuringDraft).toMatchObject({ note: { state: 'ready', version: 1 }, fullDraft: { minutes: 4 } })
  expect(pageDuringDraft?.note.sections.every(({ content, excerpts }) => content === '' && excerpts)).toBe(true)
  expect((await page()).fullDraft).toBeNull()
})

test('a full draft replaces a blank worksheet and keeps the excerpts of the worksheet', async () => {
  await harness.run(sessionId)
  const { note } = await page()
  expect(note).toMatchObject({ state: 'ready', version: 2 })
  expect(note.sections[0]?.content).toContain('Ada reports')
  expect(note.sections.some(({ excerpts = [] }) => excerpts.length > 0)).toBe(true)
  expect((await versions()).map(({ reason }) => reason)).toEqual(['drafted', 'drafted'])
})

/** The drafter as a language model, which puts `words` in front of each sentence. */
const modelWriting = (words: string): { drafter: NoteDrafter } => ({
  drafter: {
    isSlow: true,
    async draft(request) {
      const { sections, ...draft } = await harness.drafter.draft(request)
      const rewritten = sections.map((section) => {
        const statements = section.statements.map((one) => ({ ...one, text: `${words} ${one.text}` }))
        return { ...section, statements, content: contentOf(statements) }
      })
      return { ...draft, sections: rewritten, drafter: 'language-model' }
    },
  },
})

test('an enhancement of a full draft replaces the sentences of the model and keeps those of the therapist', async () => {
  await harness.run(sessionId, modelWriting('First:'))
  const drafted = (await page()).note
  const sections = drafted.sections.map(({ title, content }, at) => ({
    title,
    content: at === 0 ? `${content}\nMy own words.` : content,
  }))
  await harness.api.notes.save({ sessionId, baseVersion: drafted.version, noteType: drafted.noteType, sections })
  await harness.api.notes.enhance({ sessionId, instructions: 'Shorter.' })
  await harness.run(sessionId, modelWriting('Second:'))
  const { note } = await page()
  expect(note.sections[0]?.content).toContain('Second: Ada reports')
  expect(note.sections[0]?.content).toContain('My own words.')
  expect(JSON.stringify(note.sections)).not.toContain('First:')
})

test('a full draft keeps the excerpts if another language model is chosen while it is being saved', async () => {
  let isDrafted = false
  const { drafter } = modelWriting('First:')
  await harness.run(sessionId, {
    drafter: {
      get isSlow() {
        return isDrafted ? undefined : (true as const)
      },
      async draft(request) {
        const draft = await drafter.draft(request)
        isDrafted = true
        return draft
      },
    },
  })
  const { note } = await page()
  expect(note.sections.some(({ excerpts = [] }) => excerpts.length > 0)).toBe(true)
})

test('text that the therapist writes during a full draft stays the newest version, after the version with the draft', async () => {
  const writeText = async () => {
    const { note } = await page()
    const sections = note.sections.map(({ title }, at) => ({ title, content: at === 0 ? 'My own words.' : '' }))
    await harness.api.notes.save({ sessionId, baseVersion: note.version, noteType: note.noteType, sections })
  }
  await harness.run(sessionId, harness.meanwhile(writeText))
  const { note } = await page()
  expect(note.sections[0]?.content).toBe('My own words.')
  expect(note.version).toBe(4)
  const draft = await harness.api.notes.version({ sessionId, version: 3 })
  expect(draft.sections[0]?.content).toContain('Ada reports')
})

test('a full draft that is retried after a transient error saves the excerpts once', async () => {
  harness.drafter.failNext('The language model does not answer.', true)
  await expect(harness.run(sessionId)).rejects.toThrow('does not answer')
  expect(await page()).toMatchObject({ note: { state: 'ready', version: 1 }, fullDraft: { minutes: 4 } })
  await harness.run(sessionId)
  expect((await page()).note).toMatchObject({ state: 'ready', version: 2 })
})

test('the excerpts stay after a failed full draft, and the note stays ready while the draft is retried', async () => {
  harness.drafter.failNext('The model reads at most 8192 tokens.')
  await harness.run(sessionId)
  const failed = await page()
  expect(failed).toMatchObject({ note: { state: 'failed', version: 1 }, fullDraft: null })
  expect(failed.note.error).toContain('The model reads at most 8192 tokens.')
  await harness.api.notes.generate({ sessionId })
  expect(await page()).toMatchObject({ note: { state: 'ready', version: 1 }, fullDraft: { minutes: 4 } })
  await harness.run(sessionId)
  expect((await page()).note).toMatchObject({ state: 'ready', version: 2 })
})

test('a full draft in progress is discarded if the therapist changes the note type', async () => {
  const changeType = () => harness.api.notes.changeType({ sessionId, noteType: 'DAP' })
  await harness.run(sessionId, harness.meanwhile(changeType))
  await harness.run(sessionId)
  expect((await page()).note).toMatchObject({ noteType: 'DAP', state: 'ready', version: 2 })
  expect((await harness.requests(sessionId)).map(({ kind, state }) => [kind, state])).toEqual([
    ['draft', 'failed'],
    ['type change', 'done'],
  ])
})

test('a full draft for the next therapist of a transferred session is the first version of the note', async () => {
  const { clinic, services, world } = harness
  const { userId } = await buildMember(world, { organizationId: clinic.organizationId })
  const given = await harness.newSession()
  await clinic.owner.clients.transfer({ clientId: given.clientId, therapistId: userId, mayStayUnsigned: true })
  const next = await world.as(userId)
  await next.notes.generate({ sessionId: given.sessionId })
  const run = { signal: new AbortController().signal, isLastTry: () => false }
  await pipelineJobs(services)['notes.draft']({ sessionId: given.sessionId, userId }, run)
  const { note } = await next.notes.get({ sessionId: given.sessionId })
  expect(note).toMatchObject({ state: 'ready', version: 1 })
  expect(note.sections[0]?.content).toContain('Ada reports')
})

test('a full draft that is lost with its worker fails, and the note keeps its excerpts', async () => {
  harness.drafter.failNext('The language model does not answer.', true)
  await expect(harness.run(sessionId)).rejects.toThrow('does not answer')
  await loseJobs(harness.world, sessionId)
  const run = { signal: new AbortController().signal, isLastTry: () => false }
  const task = { sessionId, userId: harness.clinic.therapistId }
  await pipelineJobs(harness.services)['sessions.lost'](task, run)
  const lost = await page()
  expect(lost).toMatchObject({ note: { state: 'failed', version: 1 }, fullDraft: null })
  expect(lost.note.error).toMatch(/report number \w{8}\.$/)
  expect(await harness.api.sessions.get({ sessionId })).toMatchObject({ status: 'completed' })
})
