import { describe, expect, it } from 'vitest'
import { createLiveChunkSender } from './live-chunk-sender.ts'
import type { LiveChunk } from '../recorder-state.ts'

const liveChunk = (number: number): LiveChunk => ({
  start: number * 5,
  end: number * 5 + 5,
  wav: new ArrayBuffer(1),
  voice: null,
})

function setUp() {
  const asked: { start: number; answer: (text: string) => Promise<void>; fail: (error: unknown) => Promise<void> }[] =
    []
  const texts: string[] = []
  const troubles: unknown[] = []
  const settled = () =>
    new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(resolve))))
  const sender = createLiveChunkSender({
    send: ({ start }) =>
      new Promise((resolve, reject) =>
        asked.push({
          start,
          answer: (text) => (resolve(text), settled()),
          fail: (error) => (reject(error), settled()),
        }),
      ),
    onText: (text, { start }) => texts.push(`${start}: ${text}`),
    onTrouble: (error) => {
      troubles.push(error)
      return 15
    },
  })
  return { sender, asked, texts, troubles }
}

describe('the sender of live chunks', () => {
  it('live chunks are sent one at a time and in order, and silence shows no text', async () => {
    const { sender, asked, texts } = setUp()
    for (const number of [0, 1, 2]) sender.add(liveChunk(number))
    expect(asked.map(({ start }) => start)).toEqual([0])
    await asked[0]?.answer(' Good morning. ')
    expect(asked.map(({ start }) => start)).toEqual([0, 5])
    await asked[1]?.answer('  ')
    await asked[2]?.answer('How was your week?')
    expect(texts).toEqual(['0: Good morning.', '10: How was your week?'])
  })

  it('the oldest waiting live chunk is dropped if the engine is slow', async () => {
    const { sender, asked } = setUp()
    for (let number = 0; number < 8; number++) sender.add(liveChunk(number))
    await asked[0]?.answer('late')
    await asked[1]?.answer('later')
    expect(asked.map(({ start }) => start)).toEqual([0, 25, 30])
  })

  it('a failed live chunk is reported, and sending pauses', async () => {
    const { sender, asked, texts, troubles } = setUp()
    sender.add(liveChunk(0))
    sender.add(liveChunk(1))
    await asked[0]?.fail('busy')
    expect(troubles).toEqual(['busy'])
    sender.add(liveChunk(2))
    sender.add(liveChunk(3))
    expect(asked.map(({ start }) => start)).toEqual([0])
    sender.add(liveChunk(4))
    await asked[1]?.answer('back')
    expect(texts).toEqual(['20: back'])
  })

  it('no live text is shown after the sender of live chunks was stopped', async () => {
    const { sender, asked, texts } = setUp()
    sender.add(liveChunk(0))
    sender.add(liveChunk(1))
    sender.stop()
    await asked[0]?.answer('too late')
    sender.add(liveChunk(2))
    expect(texts).toEqual([])
    expect(asked).toHaveLength(1)
  })
})
