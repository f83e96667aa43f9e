import { useEffect, useRef } from 'react'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { signInState } from '#web/identity/sign-in-state.ts'
import { type Work, WorkMeter } from './work-meter.ts'

const tickMs = 1000
/** A closed browser that could not send its last increment loses no more than this. */
const sendMs = 5000
/** Less is not worth a request. */
const leastMs = 1000

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const

/**
 * Measures the user's own work on a note while it may be edited, and sends it in small increments. Returns a function
 * that counts an inserted snippet. Failures are silent: the figures must not disturb the work.
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
        // The network or the server failed: the work is sent again later. After a rejection, nothing is sent any more.
        meter.restore(work)
        isSending = false
      }
    }
    const onTick = () => {
      meter.tick(document.visibilityState === 'visible')
      if (isSending || isSignedOut() || performance.now() - sentAt < sendMs) return
      const work = meter.take(leastMs)
      if (!work) return
      sentAt = performance.now()
      void send(work)
    }
    const onInput = () => meter.input()
    const leave = (wasVisible: boolean) => {
      meter.tick(wasVisible)
      const work = meter.take(leastMs)
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

/** True if the user is signed out, or another one signed in, whose page is loading. Requests would be refused, and logged as theirs. */
const isSignedOut = () => signInState.isLost() || document.documentElement.hidden

/** Sends what is left while the page goes away. The browser delivers it later. */
function sendOnLeaving(sessionId: string, work: Work): void {
  const body = new Blob([JSON.stringify(work)], { type: 'application/json' })
  if ('sendBeacon' in navigator) navigator.sendBeacon(`/api/notes/${sessionId}/review/figures`, body)
}
