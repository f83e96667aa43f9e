import { expect, test } from 'vitest'
import { storableJson } from './storable.ts'

test.each([
  ['plain text', { text: 'It’s 5 o’clock 🕔' }, '{"text":"It’s 5 o’clock 🕔"}'],
  ['a NUL character', { text: 'a\0b' }, '{"text":"ab"}'],
  ['half of a pair of surrogates', [{ texts: ['\uD83D', '\uDE00'] }], '[{"texts":["\uFFFD","\uFFFD"]}]'],
  ['a text that looks like an escape', { text: String.raw`\u0000 \ud83d` }, String.raw`{"text":"\\u0000 \\ud83d"}`],
])('storableJson makes JSON with %s storable', (_, value, json) => {
  expect(storableJson(value)).toBe(json)
})
