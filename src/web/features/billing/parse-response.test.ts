import { ORPCError } from '@orpc/client'
import { describe, expect, it, vi } from 'vitest'
import { readError } from '#web/api/errors.ts'
import { parseResponse } from './parse-response.ts'

type Answer = { items: string[] }

/** Calls parseResponse with a response that may violate the contract. */
const parseAnswer = (answer: unknown) => parseResponse<Answer>(vi.fn().mockResolvedValue(answer)(), 'items')
const parseFailure = (error: Error) => parseResponse<Answer>(vi.fn().mockRejectedValue(error)(), 'items')

describe('parseResponse', () => {
  it('parseResponse returns valid responses unchanged', async () =>
    expect(await parseAnswer({ items: ['a'] })).toEqual({ items: ['a'] }))

  it.each([['a page of a proxy'], [null], [undefined], [new Blob(['<html>'])], [{ status: 'ok' }]])(
    'parseResponse rejects a response that violates the contract: %s',
    async (answer) => {
      await expect(parseAnswer(answer)).rejects.toThrow('Invalid response format')
    },
  )

  it('parseResponse throws the specified error for an error response that is not from our server', async () => {
    const error = await parseFailure(new ORPCError('BAD_GATEWAY', { status: 502 })).catch((thrown: unknown) => thrown)
    expect(readError(error)).toMatchObject({ sentence: 'Function error', status: 502 })
  })

  it('parseResponse keeps the reason of a rejected call', async () => {
    await expect(parseFailure(new ORPCError('plan_missing', { status: 404, message: 'Gone' }))).rejects.toThrow('Gone')
    await expect(parseFailure(new TypeError('Failed to fetch'))).rejects.toThrow('Failed to fetch')
  })
})
