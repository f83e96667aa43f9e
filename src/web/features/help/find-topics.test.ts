import { describe, expect, test } from 'vitest'
import { findTopics } from './find-topics.ts'
import { topics } from './topics.ts'

const found = (search: string) => findTopics(topics, search).map(({ id }) => id)

describe('help search', () => {
  test('the help search shows all topics if there is no search text', () => {
    expect(found('  ')).toEqual(topics.map(({ id }) => id))
  })

  test('the help search lists topics with matches in the title first', () => {
    expect(found('versions')[0]).toBe('versions')
    expect(found('versions').length).toBeGreaterThan(1)
    expect(found('KEYB')).toContain('keyboard')
  })

  test('the help search finds topics that contain all words', () => {
    expect(found('zoom vtt')).toEqual(['uploading'])
    expect(found('zoom quetzal')).toEqual([])
  })
})

test('every help topic has a unique id and a unique title', () => {
  expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
  expect(new Set(topics.map(({ title }) => title)).size).toBe(topics.length)
})
