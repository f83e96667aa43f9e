import { expect, test } from 'vitest'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'
import { estimateTokens, partsOf } from './parts.ts'

test.each([
  ['I sleep badly, four hours a night.', 11],
  ['Elle dort mal depuis l’été.', 9],
  ['我最近睡得很不好，每天晚上只睡四个小时。', 20],
  ['ฉันนอนไม่หลับ', 13],
  ['Я плохо сплю', 6],
])('the estimate for %j is %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('a long turn in Chinese is cut into parts that fit, and no word is lost', () => {
  const text = '我最近睡得很不好，每天晚上只睡四个小时。'.repeat(300)
  const parts = partsOf(transcriptOf(`C: ${text}`), 1000)
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts)
    expect(part.reduce((sum, line) => sum + estimateTokens(line.text), 0)).toBeLessThanOrEqual(1000)
  const lines = parts.flat().map((line) => line.text)
  expect(lines.join('').replaceAll(' ', '')).toBe(text)
})
