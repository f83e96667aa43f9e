import { describe, expect, it, vi } from 'vitest'
import { type Body, putChunks } from './put-chunks.ts'

const data = new TextEncoder().encode('abc').buffer
const body: Body = { n: 7, count: 3, segment: 2, mediaType: 'audio/webm', endsMs: 1234.6, data }
const put = (response: () => Response | Promise<Response>) => {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => response())
  vi.stubGlobal('fetch', fetched)
  return { answer: putChunks('a/b', body, new AbortController().signal), fetched }
}

describe('a request with chunks', () => {
  it('a request with chunks describes them in headers, and returns what the server has stored', async () => {
    const { answer, fetched } = put(() => Response.json({ nextChunk: 10, savedMs: 1235 }))
    expect(await answer).toEqual({ nextChunk: 10, savedMs: 1235 })
    const [url, init] = fetched.mock.calls[0] ?? []
    expect([url, init?.method]).toEqual(['/api/sessions/a%2Fb/chunks/7', 'PUT'])
    expect(init?.headers).toEqual({
      'content-type': 'audio/webm',
      'x-chunk-sha256': 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      'x-chunk-count': '3',
      'x-chunk-segment': '2',
      'x-chunk-ends-ms': '1235',
    })
  })

  it('a rejected request with chunks returns the reason and what the server has stored', async () => {
    const stored = { nextChunk: 8, savedMs: 900 }
    const { answer } = put(() => Response.json({ code: 'chunk_out_of_order', data: stored }, { status: 409 }))
    await expect(answer).rejects.toMatchObject({ code: 'chunk_out_of_order', status: 409, stored })
  })

  it('chunks are not acknowledged by a response that is not from our server', async () => {
    const portal = put(() => new Response('<html>Sign in to this network</html>'))
    await expect(portal.answer).rejects.toMatchObject({ status: 502, code: '', stored: null })
    const gateway = put(() => new Response('Bad gateway', { status: 502 }))
    await expect(gateway.answer).rejects.toMatchObject({ status: 502, code: '' })
    const empty = put(() => Response.json(null))
    await expect(empty.answer).rejects.toMatchObject({ status: 502 })
  })

  it('a request with chunks times out without a response', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('time is over')))
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted())
    await expect(putChunks('s', body, new AbortController().signal)).rejects.toThrow('time is over')
    expect(timeout.mock.calls[0]?.[0]).toBeLessThan(12_000)
  })
})
