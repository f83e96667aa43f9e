import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AnotherFile, confirmFile, sendChunks } from './send-chunks.ts'

const chunkBytes = 4
const text = 'a session of some length'
const file = new Blob([text])
const count = Math.ceil(text.length / chunkBytes)

type Answer = (n: number) => Response | Error

const ok = () => new Response(null, { status: 204 })
const refused = (status: number, code: string) => Response.json({ code, message: 'It was refused.' }, { status })

/** A fake server that responds as `answer` decides, and stores accepted chunks. */
function serve(answer: Answer) {
  const held = new Map<number, string>()
  const calls: number[] = []
  vi.stubGlobal('fetch', async (url: string, init: { body: ArrayBuffer }) => {
    const n = Number(url.split('/').at(-1))
    calls.push(n)
    const response = answer(n)
    if (response instanceof Error) throw response
    if (response.ok) held.set(n, new TextDecoder().decode(init.body))
    return response
  })
  const content = () =>
    [...held]
      .toSorted(([one], [other]) => one - other)
      .map(([, part]) => part)
      .join('')
  return { calls, content }
}

function send(nextChunk = 0) {
  const controller = new AbortController()
  const sentBytes: number[] = []
  const waiting: boolean[] = []
  const done = sendChunks(
    file,
    { id: 'u', nextChunk, chunkBytes },
    {
      signal: controller.signal,
      onSent: (bytes) => sentBytes.push(bytes),
      onWaiting: (isWaiting) => waiting.push(isWaiting),
    },
  )
  return { controller, sent: sentBytes, waiting, done }
}

describe('the upload of a file in chunks', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('window', new EventTarget())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('the upload of a file sends every byte once and reports the stored bytes', async () => {
    const server = serve(ok)
    const { done, sent } = send()
    await done
    expect(server.content()).toBe(text)
    expect(server.calls).toHaveLength(count)
    expect(sent.at(-1)).toBe(text.length)
  })

  it('the upload of a file resumes with the first missing chunk', async () => {
    const server = serve(ok)
    const { done, sent } = send(2)
    await done
    expect(Math.min(...server.calls)).toBe(2)
    expect([sent[0], sent.at(-1)]).toEqual([2 * chunkBytes, text.length])
  })

  it('the upload of a file waits while the connection is lost, however long, and resumes immediately', async () => {
    let isOffline = true
    const server = serve(() => (isOffline ? new TypeError('Failed to fetch') : ok()))
    const { done, waiting } = send()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(waiting.at(-1)).toBe(true)
    isOffline = false
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    await done
    expect([server.content(), waiting.at(-1)]).toEqual([text, false])
  })

  it('the upload of a file sends a damaged chunk again', async () => {
    let isDamaged = true
    const server = serve((n) => {
      if (n !== 1 || !isDamaged) return ok()
      isDamaged = false
      return refused(422, 'chunk_damaged')
    })
    const { done } = send()
    await vi.advanceTimersByTimeAsync(10_000)
    await done
    expect(server.content()).toBe(text)
  })

  it('the upload of a file fails immediately if the server no longer has it, and after some retries if the server does not recover', async () => {
    serve(() => refused(404, 'upload_missing'))
    await expect(send().done).rejects.toMatchObject({ code: 'upload_missing', status: 404 })
    serve(() => refused(500, 'unexpected'))
    const failure = send().done.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ status: 500 })
  })

  it('an interrupted upload is confirmed only with the original file', async () => {
    const confirm = (nextChunk: number) =>
      confirmFile(
        file,
        { id: 'u', nextChunk, chunkBytes },
        { signal: new AbortController().signal, onSent: () => {}, onWaiting: () => {} },
      )
    const same = serve(ok)
    await confirm(3)
    expect(same.calls).toEqual([0, 2])
    await confirm(1)
    expect(same.calls).toEqual([0, 2, 0])
    await confirm(0)
    expect(same.calls).toHaveLength(3)
    for (const differing of [0, 2]) {
      serve((n) => (n === differing ? refused(422, 'chunk_out_of_range') : ok()))
      await expect(confirm(3)).rejects.toBeInstanceOf(AnotherFile)
    }
    serve(() => refused(404, 'upload_missing'))
    await expect(confirm(3)).rejects.toMatchObject({ code: 'upload_missing' })
  })

  it('an aborted upload sends no more chunks', async () => {
    const server = serve(() => new TypeError('Failed to fetch'))
    const { controller, done } = send()
    const failure = done.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    controller.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
    const before = server.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toHaveLength(before)
  })
})
