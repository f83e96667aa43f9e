import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildSession } from '#test/build.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const plan = 'Practice the breathing exercise every evening. Call the sleep clinic about an appointment.'
const other = 'Write down the worries on paper before bed. Meet the sister on Sunday to talk about money.'

let world: World
let api: Api
let clientId: string

beforeAll(async () => {
  world = await createWorld()
  const client = await buildClient(world)
  clientId = client.id
  api = await world.as(client.therapistId)
})
afterAll(() => world.close())

async function writeNote(date: string, contents: Record<string, string>): Promise<string> {
  const { id: sessionId } = await buildSession(world, { clientId, date })
  const sections = Object.entries(contents).map(([title, content]) => ({ title, content }))
  await api.notes.save({ sessionId, baseVersion: 0, noteType: 'SOAP', sections })
  return sessionId
}

test('findRepetition names the sections that mostly repeat the client’s previous note, and ignores later notes', async () => {
  const first = await writeNote('2026-03-02', { Plan: plan, Subjective: other })
  expect(await api.notes.repetition({ sessionId: first })).toEqual({ previousDate: null, sections: [] })
  const last = await writeNote('2026-03-16', { Plan: other, Objective: 'Tired.' })
  expect(await api.notes.repetition({ sessionId: last })).toEqual({
    previousDate: '2026-03-02',
    sections: [{ title: 'Plan', percent: 100 }],
  })
  const middle = await writeNote('2026-03-09', {
    Plan: `${plan} New.`,
    Subjective: `${other} ${'A new sentence. '.repeat(20)}`,
  })
  const { previousDate, sections } = await api.notes.repetition({ sessionId: middle })
  expect(previousDate).toBe('2026-03-02')
  expect(sections.map(({ title }) => title)).toEqual(['Plan'])
  expect(sections[0]?.percent).toBeGreaterThan(90)
})
