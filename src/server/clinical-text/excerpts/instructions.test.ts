import { describe, expect, test } from 'vitest'
import { parseInstruction } from './instructions.ts'

const usual = { length: 1, terms: new Set(), without: new Set() }

describe('instructions that excerpts support', () => {
  test.each([
    ['Make it shorter, please', { length: 0.55 }],
    ['shorter', { length: 0.55 }],
    ['Be more concise.', { length: 0.55 }],
    ['I want more detail', { length: 1.5 }],
    ['longer', { length: 1.5 }],
    ['not longer', { length: 1 }],
    ["don't make it shorter", { length: 1 }],
    ['Make it longer but not too long', { length: 1.5 }],
    ['less detail', { length: 0.55 }],
    ['Less detailed please', { length: 0.55 }],
    ['Make it less long', { length: 0.55 }],
    ["It's too long", { length: 0.55 }],
    ['too detailed', { length: 0.55 }],
    ['Too much detail', { length: 0.55 }],
    ['too short', { length: 1.5 }],
    ['less brief', { length: 1.5 }],
    ['Not enough detail', { length: 1.5 }],
    ['quotes only', {}],
    ['Only use direct quotes', {}],
    ['verbatim', {}],
    ["Use the client's own words", {}],
    ['focus on sleep', { terms: new Set(['sleep']) }],
    ['Please focus on her sleep and the argument with her boss', { terms: new Set(['sleep', 'argu', 'boss']) }],
    ['Add quotes about her mother', { terms: new Set(['mother']) }],
    ['Say more about sleep.', { terms: new Set(['sleep']) }],
    ['more about work', { terms: new Set(['work']) }],
    ['Shorter, and focus on sleep', { length: 0.55, terms: new Set(['sleep']) }],
    ['leave out the divorce', { without: new Set(['divorc']) }],
    ["Don't mention her mother", { without: new Set(['mother']) }],
    ['nothing about work', { without: new Set(['work']) }],
    ['less about work', { without: new Set(['work']) }],
  ])('parseInstruction parses an instruction that excerpts support: %s', (instructions, wish) => {
    expect(parseInstruction(instructions)).toEqual({ ...usual, ...wish })
  })
})

describe('instructions that need a language model', () => {
  test.each([
    'Use bullet points',
    'as a bulleted list',
    'bullets, and shorter',
    'no quotes',
    'No quotation marks, please.',
    'without direct quotes',
    "don't quote",
    'Rewrite it in professional language',
    'Write it in the past tense',
    'Translate it into Spanish',
    'Add a diagnosis',
    'Include ICD-10 codes',
    'Fix the grammar',
    'Summarize the session in three sentences',
    'Make it sound clinical',
    'Use they/them pronouns',
    'shorter, and translate it into Spanish',
    'focus on sleep and rewrite the plan',
    'Add that she denied suicidal thoughts',
    'mehr über die Mutter',
    'about half the length',
    'about 200 words',
    'about one page',
    'highlight in bold the risk',
    'mention that the session was by video',
    'mention the risk at the top',
    'mention sleep first',
    'leave out filler words',
    'omit the Objective section',
    'omit identifying details',
    '...',
  ])('parseInstruction returns null for an instruction that needs a language model: %s', (instructions) => {
    expect(parseInstruction(instructions)).toBeNull()
  })
})

test.each([
  'focus less on work',
  'focus not on work',
  'mention nothing about work',
  'focus on anything but work',
  'focus on everything except the divorce',
  'focus on sleep rather than work',
  'focus on all topics other than work',
  'highlight everything besides work',
  'emphasize work less',
  'mention no names',
  'highlight nothing from childhood',
  'not about work but about sleep',
  'skip nothing about work',
  'leave out everything except sleep',
  "emphasize that she isn't sleeping",
])('parseInstruction rejects a negated or limited subject: %s', (instructions) => {
  expect(parseInstruction(instructions)).toBeNull()
})

test.each([
  'focus on avoidance',
  'more about her only son',
  'more about not sleeping',
  "focus on why she can't sleep",
  'focus on her half sister',
  'more about words with her mother',
  'focus on the third child',
  'without mentioning her job title',
  'more about the length of her marriage',
])('parseInstruction parses a subject with a word that may limit another subject: %s', (instructions) => {
  expect(parseInstruction(instructions)).not.toBeNull()
})

test.each([
  'focus on sleep not work',
  'focus on sleep avoiding work',
  'focus on sleep without work',
  'mention it at half the length',
  'mention the length of the note',
  'about a third of the length',
  'focus on sleep third',
])('parseInstruction rejects such a word where it limits the subject or the length: %s', (instructions) => {
  expect(parseInstruction(instructions)).toBeNull()
})
