import { ORPCError } from '@orpc/client'
import { describe, expect, it, vi } from 'vitest'
import { readError } from '#web/api/errors.ts'
import { parseResponse } from './parse-response.ts'

type Answer = { items: string[] }

/** A call is typed by the contract; what comes is not. */
const asked = (answer: unknown) => parseResponse<Answer>(vi.fn().mockResolvedValue(answer)(), 'items')
const failed = (error: Error) => parseResponse<Answer>(vi.fn().mockRejectedValue(error)(), 'items')

describe('answers of billing', () => {
  it('come as they are', async () => expect(await asked({ items: ['a'] })).toEqual({ items: ['a'] }))

  it.each([['a page of a proxy'], [null], [undefined], [new Blob(['<html>'])], [{ status: 'ok' }]])(
    'that are none of ours are said to be so: %s',
    async (answer) => {
      await expect(asked(answer)).rejects.toThrow('Invalid response format')
    },
  )

  it('that somebody else gave as a failure are said to be so', async () => {
    const error = await failed(new ORPCError('BAD_GATEWAY', { status: 502 })).catch((thrown: unknown) => thrown)
    expect(readError(error)).toMatchObject({ sentence: 'Function error', status: 502 })
  })

  it('that were refused keep their reason', async () => {
    await expect(failed(new ORPCError('plan_missing', { status: 404, message: 'Gone' }))).rejects.toThrow('Gone')
    await expect(failed(new TypeError('Failed to fetch'))).rejects.toThrow('Failed to fetch')
  })
})
