import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LiveUtterance, Suggestion } from '#shared/contract/insights.ts'
import { aiFailure } from '#web/api/ai-failure.ts'
import { api } from '#web/api/client.ts'

const everyMs = 5 * 60_000

export type Suggestions = {
  items: readonly Suggestion[]
  error: string | null
  isLoading: boolean
  /** Whether a response has arrived. Only then an empty list means that there are no suggestions. */
  isAsked: boolean
  ask: () => Promise<void>
}

const nothing = { items: [], error: null, isLoading: false, isAsked: false } satisfies Omit<Suggestions, 'ask'>

/** Suggestions for the session so far. They are loaded on request, and every five minutes while there is new text. */
export function useSuggestions(sessionId: string | null, utterances: readonly LiveUtterance[]): Suggestions {
  const [state, setState] = useState<Omit<Suggestions, 'ask'>>(nothing)
  const askedCount = useRef(0)

  const ask = async () => {
    if (sessionId === null) return
    askedCount.current = utterances.length
    setState((old) => ({ ...old, error: null, isLoading: true }))
    try {
      const { suggestions } = await api.insights.suggest({ sessionId, utterances: [...utterances] })
      setState({ items: suggestions, error: null, isLoading: false, isAsked: true })
    } catch (error) {
      setState({ items: [], error: aiFailure(error), isLoading: false, isAsked: true })
    }
  }
  const askWhenNew = useEffectEvent(() => {
    if (utterances.length > askedCount.current && !state.isLoading) void ask()
  })
  useEffect(() => {
    if (sessionId === null) return undefined
    const timer = setInterval(askWhenNew, everyMs)
    return () => clearInterval(timer)
  }, [sessionId])

  return { ...state, ask }
}
