import { describe, expect, it, vi } from 'vitest'
import { lockedElsewhere, lockRecorder, lockSession, ifUnlocked } from './tab-locks.ts'

/** Simulates another tab: the same browser with another copy of the module. */
const otherTab = () => {
  vi.resetModules()
  return import('./tab-locks.ts')
}

describe('the locks of a tab', () => {
  it('tab locks let only one tab record at a time', async () => {
    const other = await otherTab()
    const release = await lockRecorder()
    expect(await other.lockRecorder()).toBeNull()
    release?.()
    const theirs = await vi.waitUntil(() => other.lockRecorder())
    expect(await lockRecorder()).toBeNull()
    theirs()
  })

  it("tab locks let only one tab send a session's audio, and show that to other tabs", async () => {
    const other = await otherTab()
    const release = await lockSession('a')
    expect(await other.lockSession('a')).toBeNull()
    expect([await other.lockedElsewhere(['a', 'b']), await lockedElsewhere(['a', 'b'])]).toEqual([
      new Set(['a']),
      new Set(),
    ])
    const tidied = vi.fn<() => Promise<void>>(async () => {})
    await other.ifUnlocked('a', tidied)
    await ifUnlocked('a', tidied)
    expect(tidied).not.toHaveBeenCalled()
    await other.ifUnlocked('b', tidied)
    expect(tidied).toHaveBeenCalledOnce()
    release?.()
  })

  it('the lock of a session passes from a sender to the recorder of the same tab', async () => {
    const sending = Promise.withResolvers<void>()
    const sender = await lockSession('c', sending.resolve)
    const recorder = lockSession('c')
    await sending.promise
    sender?.()
    const release = await recorder
    expect(release).not.toBeNull()
    release?.()
  })
})
