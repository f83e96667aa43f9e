import { expect, test } from 'vitest'
import type { Progress, ProgressPassage } from '#shared/contract/progress.ts'
import { summaryTiles, uncheckedSessions } from './progress.ts'

const client = { id: 'a', firstName: 'Ada', lastName: 'Moss' }
const on = (date: string, sessionId = date): ProgressPassage => ({ text: '…', sessionId, date, client, source: 'Plan' })
const nothing = { sessions: 0, latest: null }
const progress = (changes: Partial<Progress>): Progress => ({
  client,
  from: '2026-08-21',
  to: '2026-11-21',
  updatedAt: null,
  sessions: 4,
  unchecked: 0,
  clients: 1,
  isComplete: true,
  coreBeliefs: nothing,
  treatmentGoals: nothing,
  anxiety: { ...nothing, measures: [] },
  sections: [],
  redFlags: [],
  redFlagTotal: 0,
  ...changes,
})
const figures = (changes: Partial<Progress>) => summaryTiles(progress(changes)).map(({ figure }) => figure)

test('uncheckedSessions states how many sessions are not all in English', () => {
  expect(uncheckedSessions({ unchecked: 0 })).toBeNull()
  expect(uncheckedSessions({ unchecked: 1 })).toBe('Not checked: 1 session is not all in English.')
  expect(uncheckedSessions({ unchecked: 2 })).toBe('Not checked: 2 sessions are not all in English.')
})

test('tiles show measured figures only', () => {
  expect(figures({ sessions: 0 })).toEqual(['No figure', 'No figure', 'No figure'])
  expect(figures({})).toEqual(['None named', 'None named', 'Not measured'])
  expect(figures({ anxiety: { sessions: 2, latest: on('2026-11-02'), measures: [] } })[2]).toBe('Not measured')
})

test('a tile does not say that nothing was measured if its quote contains a figure', () => {
  const text = 'When asked “How anxious, zero to ten?”, Ada answered “Six. No, seven.”'
  const latest = { ...on('2026-11-02'), text }
  const tile = summaryTiles(progress({ anxiety: { sessions: 2, latest, measures: [] } }))[2]
  expect(tile).toMatchObject({ figure: 'In words', passage: latest })
  expect(tile?.detail).toBe('The quote names a figure that is on no known scale. Anxiety is named in 2 of 4 sessions.')
})

test('a tile states in how many of the sessions its topic is named', () => {
  const named = { sessions: 1, latest: on('2026-11-02') }
  expect(figures({ coreBeliefs: named, treatmentGoals: { ...named, sessions: 3 } }).slice(0, 2)).toEqual([
    '1 of 4 sessions',
    '3 of 4 sessions',
  ])
  expect(figures({ sessions: 1, coreBeliefs: named })[0]).toBe('1 of 1 session')
})

test('a measured figure is compared with the previous one of the same scale from another session', () => {
  const measures = [
    { scale: 'GAD-7', value: 8, most: 21, passage: on('2026-11-09') },
    { scale: 'GAD-7', value: 9, most: 21, passage: on('2026-11-09') },
    { scale: 'SUDS', value: 70, most: 100, passage: on('2026-11-05') },
    { scale: 'GAD-7', value: 12, most: 21, passage: on('2026-11-02') },
  ]
  const anxiety = { ...nothing, measures }
  expect(summaryTiles(progress({ anxiety }))[2]).toMatchObject({
    figure: 'GAD-7: 8 of 21',
    detail: 'Before: 12 on 11/02/2026.',
    passage: { date: '2026-11-09' },
  })
  expect(summaryTiles(progress({ anxiety: { ...nothing, measures: measures.slice(0, 3) } }))[2]?.detail).toBe(
    'No earlier note of this period gives a figure.',
  )
  expect(summaryTiles(progress({ client: null, anxiety }))[2]).toMatchObject({
    figure: 'By client',
    detail: '1 client has a figure in a note. Choose a client to see it.',
  })
})
