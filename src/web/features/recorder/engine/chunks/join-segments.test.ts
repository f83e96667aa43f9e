import { afterEach, describe, expect, it, vi } from 'vitest'
import { joinSegments } from './join-segments.ts'

const runs = [new Blob(['ab'], { type: 'audio/webm' }), new Blob(['c'], { type: 'audio/webm' })]

describe('joinSegments', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('joinSegments joins segments into one WAV file', async () => {
    const samples = [Float32Array.of(0.5, 1), Float32Array.of(0, 1)]
    class Context {
      async decodeAudioData(data: ArrayBuffer) {
        const length = data.byteLength
        return { numberOfChannels: 2, length, getChannelData: (at: number) => samples[at]?.slice(0, length) }
      }
    }
    vi.stubGlobal('OfflineAudioContext', Context)
    const file = await joinSegments(runs)
    expect(file.type).toBe('audio/wav')
    const view = new DataView(await file.arrayBuffer(), 44)
    expect([0, 2, 4].map((at) => view.getInt16(at, true))).toEqual([8192, 32_767, 8192])
    expect(view.byteLength).toBe(6)
  })

  it.each([
    ['leaves out a segment that is only a header', 817, 'audio/wav'],
    ['concatenates the segments unchanged if one with audio cannot be decoded', 5000, 'audio/webm'],
  ])('joinSegments %s', async (_name, size, type) => {
    class Context {
      async decodeAudioData(data: ArrayBuffer) {
        if (data.byteLength === size) throw new DOMException('Not audio', 'EncodingError')
        return { numberOfChannels: 1, length: 2, getChannelData: () => Float32Array.of(0.5, 1) }
      }
    }
    vi.stubGlobal('OfflineAudioContext', Context)
    const file = await joinSegments([...runs, new Blob([new Uint8Array(size)])])
    expect(file.type).toBe(type)
  })

  it('joinSegments concatenates undecodable segments, and returns a single segment unchanged', async () => {
    vi.stubGlobal(
      'OfflineAudioContext',
      class {
        decodeAudioData() {
          return Promise.reject(new DOMException('Not audio', 'EncodingError'))
        }
      },
    )
    const file = await joinSegments(runs)
    expect([file.type, await file.text()]).toEqual(['audio/webm', 'abc'])
    expect(await (await joinSegments(runs.slice(0, 1))).text()).toBe('ab')
    expect((await joinSegments([])).size).toBe(0)
  })
})
