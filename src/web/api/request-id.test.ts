import { expect, it } from 'vitest'
import * as z from 'zod'
import { requestId } from './request-id.ts'

it('requestId() returns a random UUID that the contract accepts', () => {
  const ids = Array.from({ length: 200 }, requestId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(200)
})
