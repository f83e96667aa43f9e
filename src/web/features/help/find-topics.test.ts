import { describe, expect, test } from 'vitest'
import { findTopics } from './find-topics.ts'
import { topics } from './topics.ts'

const found = (search: string) => findTopics(topics, search).map(({ id }) => id)

describe('searching the help', () => {
  test('shows everything while nothing is searched for', () => {
    expect(found('  ')).toEqual(topics.map(({ id }) => id))
  })

  test('puts topics with the words in their heading first', () => {
    expect(found('versions')[0]).toBe('versions')
    expect(found('versions').length).toBeGreaterThan(1)
    expect(found('KEYB')).toContain('keyboard')
  })

  test('finds words of the text, each of them', () => {
    expect(found('zoom vtt')).toEqual(['uploading'])
    expect(found('zoom quetzal')).toEqual([])
  })
})

test('every topic has a name of its own', () => {
  expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
  expect(new Set(topics.map(({ title }) => title)).size).toBe(topics.length)
})
