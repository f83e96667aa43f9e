import { expect, test } from 'vitest'
import { createFakeAnalyst } from '../analyst/fake.ts'
import { createDrafter } from '../drafter/create.ts'
import { createFakeDrafter } from '../drafter/fake.ts'
import type { NoteDrafter } from '../drafter/port.ts'
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

test('the language model names speakers only while it is chosen', async () => {
  let chosen: string | null = null
  const labelSpeakers: NonNullable<NoteDrafter['labelSpeakers']> = (transcript) => Promise.resolve(transcript)
  const { drafter } = createChosenDrafting(
    () => chosen,
    (model) => ({
      drafter: model === null ? createDrafter({ kind: 'extractive' }) : { ...createFakeDrafter(), labelSpeakers },
      secondReader: null,
      analyst: createFakeAnalyst(),
    }),
    () => undefined,
  )
  expect(drafter.labelSpeakers).toBeUndefined()
  chosen = 'qwen'
  expect(drafter.labelSpeakers).toBe(labelSpeakers)
})
