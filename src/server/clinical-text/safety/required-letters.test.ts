import { describe, expect, test } from 'vitest'
import { requiredStrings } from './required-letters.ts'

const required = (pattern: RegExp) => {
  const strings = requiredStrings(pattern)
  return strings && [...strings]
}

describe('strings required by a pattern', () => {
  test.each<[RegExp, string[] | null]>([
    [/\bkill(?:s|ed|ing)?\b/, ['kill']],
    [/\b(?:hit|slap(?:s|ped)?) me\b/, ['hit', 'slap']],
    [/\bno(?:body)? one\b/, [' one']],
    [/\b(?:end|finish) (?:my|this) life\b/, [' life']],
    [/\bdon'?t want\b/, ['t want']],
    [/(?<!ab)cut(?! off)/, ['cut']],
    [/[a-z]+\d{2,}/, null],
    [/\b(?:razor|\w+)\b/, null],
    [/colou?rs?/, ['colo']],
    [/a{2}bcd/, ['bcd']],
  ])('the required strings of %s are %j', (pattern, strings) => {
    expect(required(pattern)).toEqual(strings)
  })
})
