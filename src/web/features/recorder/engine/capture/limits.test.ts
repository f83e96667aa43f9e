import { expect, it } from 'vitest'
import { nextQuestion, usualLimits } from './limits.ts'

it('the user is asked every 90 minutes of recording whether to continue', () => {
  const minutes = (count: number) => count * 60_000
  expect(nextQuestion(0, usualLimits)).toBe(minutes(90))
  expect(nextQuestion(minutes(89), usualLimits)).toBe(minutes(90))
  expect(nextQuestion(minutes(90), usualLimits)).toBe(minutes(180))
  expect(nextQuestion(minutes(200), usualLimits)).toBe(minutes(270))
  expect(usualLimits.fullMs).toBe(minutes(240))
})
