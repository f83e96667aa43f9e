import { useEffect, useState } from 'react'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { beginsAt, stepAt } from './processing-pace.ts'

/** Milliseconds added to each timer, because timers may fire slightly early. */
const slackMs = 5

/** The current step of the processing dialog. `startedAt` is when processing began (`performance.now()`). */
export function useProcessingStep(startedAt: number, progress: SessionProgress | null): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const advance = () => setStep((shown) => stepAt(performance.now() - startedAt, progress, shown))
    const isOver = progress?.stage === 'failed'
    const wait = startedAt + beginsAt(step + 1) - performance.now() + slackMs
    const timer = setTimeout(advance, isOver ? 0 : Math.max(0, wait))
    return () => clearTimeout(timer)
  }, [step, progress, startedAt])
  return step
}
