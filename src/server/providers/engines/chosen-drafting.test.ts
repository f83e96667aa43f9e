import { expect, test } from 'vitest'
import { createFakeAnalyst } from '../analyst/fake.ts'
import { createFakeDrafter } from '../drafter/fake.ts'
import { createChosenDrafting } from './chosen-drafting.ts'

test('drafter and second reader follow the choice of the language model', async () => {
  let chosen: string | null = null
  const created: (string | null)[] = []
  let isClosed = false
  const { drafter, secondReader } = createChosenDrafting(
    () => chosen,
    (model) => {
      created.push(model)
      return {
        drafter: { ...createFakeDrafter(), ...(model === null ? { readsEnglishOnly: true } : { isSlow: true }) },
        secondReader: null,
        analyst: createFakeAnalyst(),
      }
    },
    () => (isClosed = true),
  )
  expect([drafter.isSlow, drafter.readsEnglishOnly]).toEqual([undefined, true])
  chosen = 'qwen'
  expect([drafter.isSlow, drafter.readsEnglishOnly]).toEqual([true, undefined])
  expect(drafter.usualMinutes?.()).toBeNull()
  expect(created).toEqual([null, 'qwen'])
  // Without a language model there is no second reading.
  const { signal } = new AbortController()
  expect(() => secondReader.read({ statements: [], clientFirstName: 'Maya', signal })).toThrow('no language model')
  drafter.close?.()
  expect(isClosed).toBe(true)
})
