import { describe, expect, test } from 'vitest'
import { findTopics } from './find-topics.ts'
import { topics } from './topics.ts'

const idsFor = (search: string) => findTopics(topics, search).map(({ id }) => id)

describe('help search', () => {
  test('the help search shows all topics if there is no search text', () => {
    expect(idsFor('  ')).toEqual(topics.map(({ id }) => id))
  })

  test('the help search lists topics with matches in the title first', () => {
    expect(idsFor('versions')[0]).toBe('versions')
    expect(idsFor('versions').length).toBeGreaterThan(1)
    expect(idsFor('KEYB')).toContain('keyboard')
  })

  test('the help search finds topics that contain all words', () => {
    expect(idsFor('zoom vtt')).toEqual(['uploading'])
    expect(idsFor('zoom quetzal')).toEqual([])
  })
})

test('every help topic has a unique id and a unique title', () => {
  expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
  expect(new Set(topics.map(({ title }) => title)).size).toBe(topics.length)
})
