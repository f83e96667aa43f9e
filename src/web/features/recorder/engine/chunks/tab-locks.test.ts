import { describe, expect, it, vi } from 'vitest'
import { heldElsewhere, holdRecorder, holdSession, isRecordingElsewhere, whileFree } from './tab-locks.ts'

/** Another tab: the same browser, and another copy of the module. */
const otherTab = () => {
  vi.resetModules()
  return import('./tab-locks.ts')
}

describe('one tab', () => {
  it('records at a time', async () => {
    const other = await otherTab()
    const release = await holdRecorder()
    expect([await isRecordingElsewhere(), await other.isRecordingElsewhere()]).toEqual([false, true])
    expect(await other.holdRecorder()).toBeNull()
    release?.()
    const theirs = await vi.waitUntil(() => other.holdRecorder())
    expect(await isRecordingElsewhere()).toBe(true)
    theirs()
  })

  it('sends what waits of a session, and tells the others', async () => {
    const other = await otherTab()
    const release = await holdSession('a')
    expect(await other.holdSession('a')).toBeNull()
    expect([await other.heldElsewhere(['a', 'b']), await heldElsewhere(['a', 'b'])]).toEqual([
      new Set(['a']),
      new Set(),
    ])
    const tidied = vi.fn<() => Promise<void>>(async () => {})
    await other.whileFree('a', tidied)
    await whileFree('a', tidied)
    expect(tidied).not.toHaveBeenCalled()
    await other.whileFree('b', tidied)
    expect(tidied).toHaveBeenCalledOnce()
    release?.()
  })

  it('gives way to its own recorder', async () => {
    const sending = Promise.withResolvers<void>()
    const sender = await holdSession('c', sending.resolve)
    const recorder = holdSession('c')
    await sending.promise
    sender?.()
    const release = await recorder
    expect(release).not.toBeNull()
    release?.()
  })
})
