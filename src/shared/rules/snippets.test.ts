import { describe, expect, test } from 'vitest'
import { expandSnippet, firstPlaceholder, pronounOf, triggerAt, unknownVariables } from './snippets.ts'

const values = { client: 'Maya', pronoun: 'she', date: '03/02/2026', start: '9:00 AM', end: '9:50 AM' }

describe('expanding a snippet', () => {
  test('expanding a snippet replaces each variable and moves the cursor to the first {cursor}', () => {
    const { text, cursor } = expandSnippet('{client} on {date}, {start} to {end}: {cursor}. {cursor}Done.', values)
    expect(text).toBe('Maya on 03/02/2026, 9:00 AM to 9:50 AM: . Done.')
    expect(text.slice(cursor)).toBe('. Done.')
  })

  test('expanding a snippet without {cursor} moves the cursor to the end', () => {
    expect(expandSnippet('Oriented.', values)).toEqual({ text: 'Oriented.', cursor: 9, selected: 0 })
  })

  test('expanding a snippet capitalizes a pronoun that begins a sentence or a line', () => {
    expect(expandSnippet('{pronoun} came. {pronoun} left, as {pronoun} said.\n{pronoun} waved.', values).text).toBe(
      'She came. She left, as she said.\nShe waved.',
    )
  })

  test('expanding a snippet inserts values as they are, also with braces or dollar signs', () => {
    expect(expandSnippet('For {client}.', { ...values, client: '{date} $& $1' }).text).toBe('For {date} $& $1.')
  })

  test('expanding a snippet leaves unknown names in braces', () => {
    const body = '{constructor} {measure:} {measure: } {measure:[x]} {Client} {}'
    expect(expandSnippet(body, values).text).toBe(body)
    const unknown = ['constructor', 'measure:', 'measure: ', 'measure:[x]', 'Client', '']
    expect(unknownVariables(`${body} {client}{cursor}{measure:GAD-7}`)).toEqual(unknown)
  })

  test('a measure in a snippet becomes a place to fill in, and the first such place is selected', () => {
    const { text, cursor, selected } = expandSnippet('{pronoun} had {measure:PHQ-9}, {measure:ORS}.', values)
    expect(text).toBe('She had [PHQ-9: score, date], [ORS: score, date].')
    expect(text.slice(cursor, cursor + selected)).toBe('[PHQ-9: score, date]')
    const withCursor = expandSnippet('{measure:PHQ-9} {cursor}Done.', values)
    expect(firstPlaceholder(text)).toBe('[PHQ-9: score, date]')
    expect(firstPlaceholder(text.replaceAll('score, date', '12, 11/20/2026'))).toBeNull()
    expect([withCursor.text.slice(withCursor.cursor), withCursor.selected]).toEqual(['Done.', 0])
  })

  test.each([
    ['He/Him', 'he'],
    ['She/Her', 'she'],
    ['They/Them', 'they'],
    ['N/A', 'the client'],
  ])('the pronoun of a client with the pronouns %s is “%s”', (pronouns, pronoun) => {
    expect(pronounOf(pronouns)).toBe(pronoun)
  })
})

describe('a typed trigger', () => {
  test.each([
    [';', 0, ''],
    [';mse-wnl', 0, 'mse-wnl'],
    ['Seen. ;MSE', 6, 'mse'],
    ['line\n;a1', 5, 'a1'],
    ['(;abc', 1, 'abc'],
    [`${'a'.repeat(100)} ;${'b'.repeat(20)}`, 101, 'b'.repeat(20)],
  ])('a typed trigger is found at the end of %j', (text, start, typed) => {
    expect(triggerAt(text, text.length)).toEqual({ start, typed })
  })

  test.each(['word;abc', 'one; two', '; abc', `;${'b'.repeat(21)}`, '', 'https://x.test/?a=1;b'])(
    'no typed trigger is found in %j',
    (text) => {
      expect(triggerAt(text, text.length)).toBeNull()
    },
  )

  test('a typed trigger is found only right before the cursor', () => {
    expect(triggerAt(';abc def', 4)).toEqual({ start: 0, typed: 'abc' })
    expect(triggerAt(';abc def', 8)).toBeNull()
  })
})
