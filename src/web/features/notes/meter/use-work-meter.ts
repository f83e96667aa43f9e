import { useEffect, useRef } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { isPageCovered } from '#web/identity/page-cover.ts'
import { signInState } from '#web/identity/sign-in-state.ts'
import { type Work, WorkMeter } from './work-meter.ts'

const tickMs = 1000
/** Time between two increments, and so the maximum that is lost if a browser cannot send its last one. */
const sendMs = 5000
/** Minimum active time that is sent. */
const minSentMs = 1000

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

/**
 * Measures the user's own work on a note that they may edit, and sends it in small increments. Returns a function that
 * counts an inserted snippet. Failures are not shown, because they must not disturb the user.
 */
export function useWorkMeter(sessionId: string, isEnabled: boolean): () => void {
  const current = useRef<WorkMeter>(null)
  useEffect(() => {
    if (!isEnabled) return undefined
    const meter = new WorkMeter(() => performance.now())
    current.current = meter
    let isSending = false
    let sentAt = performance.now()

    const send = async (work: Work) => {
      isSending = true
      try {
        await api.review.count({ sessionId, ...work })
        isSending = false
      } catch (error) {
        const { status } = readError(error)
        if (status !== null && status < 500) return
        // The network or the server failed, so the work is sent again later. After a rejection, nothing is sent.
        meter.restore(work)
        isSending = false
      }
    }
    const onTick = () => {
      meter.tick(document.visibilityState === 'visible')
      if (isSending || isSignedOut() || performance.now() - sentAt < sendMs) return
      const work = meter.take(minSentMs)
      if (!work) return
      sentAt = performance.now()
      void send(work)
    }
    const onInput = () => meter.input()
    const leave = (wasVisible: boolean) => {
      meter.tick(wasVisible)
      const work = meter.take(minSentMs)
      if (work && !isSignedOut()) sendOnLeaving(sessionId, work)
    }
    const onVisibility = () => (document.visibilityState === 'hidden' ? leave(true) : meter.tick(false))
    const onPageHide = () => leave(false)

    const timer = setInterval(onTick, tickMs)
    for (const name of inputs) window.addEventListener(name, onInput, { passive: true, capture: true })
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      clearInterval(timer)
      for (const name of inputs) window.removeEventListener(name, onInput, { capture: true })
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', onPageHide)
      leave(document.visibilityState === 'visible')
      current.current = null
    }
  }, [sessionId, isEnabled])
  return () => current.current?.addSnippet()
}

/**
 * True if the user is signed out, or if another user has signed in and their page is loading. Requests would then be
 * rejected, and logged as those of the other user.
 */
const isSignedOut = () => signInState.isLost() || isPageCovered()

/** Sends the remaining work when the page is left. The browser delivers it later. */
function sendOnLeaving(sessionId: string, work: Work): void {
  const body = new Blob([JSON.stringify(work)], { type: 'application/json' })
  if ('sendBeacon' in navigator) navigator.sendBeacon(`/api/notes/${sessionId}/review/figures`, body)
}
