import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnVoice } from '#shared/contract/own-voice.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'

/** Milliseconds between two requests while the voice is being computed. */
const askAgainMs = 2000

/** The state of the user's remembered voice, and functions that change it. One change is sent at a time. */
export function useOwnVoice() {
  const cache = useQueryClient()
  const voice = useQuery({
    ...query.ownVoice.get.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.readingSessionId ? askAgainMs : false),
  })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** Sends a change. Resolves with true if it was saved. */
  const change = async (request: () => Promise<OwnVoice>) => {
    if (isBusy) return false
    setBusy(true)
    setFailure(null)
    try {
      showResult(cache, query.ownVoice.get.queryKey(), await request())
      return true
    } catch (error) {
      setFailure(readError(error, 'The change was not saved. Try again.').sentence)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    voice,
    isBusy,
    failure,
    remember: (sessionId: string) => change(() => api.ownVoice.remember({ sessionId })),
    remove: () => change(() => api.ownVoice.remove()),
    setOn: (isOn: boolean) => change(() => api.ownVoice.setOn({ isOn })),
  }
}

/** Returns whether the stored voice can be compared with new recordings. */
export const isUsable = ({ stored, currentModel }: OwnVoice) => stored !== null && stored.model === currentModel
