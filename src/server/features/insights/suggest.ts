import type { LiveUtterance, Suggestion } from '#shared/contract/insights.ts'
import { sentence } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Context, Services } from '#server/context.ts'
import { logUnderNumber } from '#server/error-number.ts'
import { Failure, fail } from '#server/fail.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { AnalystError, type HistoryLine } from '#server/providers/analyst/port.ts'
import { historyOf } from './history.ts'
import { findInsights, listEarlierNotes } from './store.ts'

/** Number of earlier notes that suggestions use. */
const maxNotes = 3

const timeoutMs = 30_000

/** The facts on which suggestions are based, in addition to the live text. */
export interface Background {
  sessionId: string
  clientFirstName: string
  history: HistoryLine[]
}

/**
 * Reads the client's history for suggestions in the caller's own session.
 * @throws session_missing, not_allowed, recording_ended if the session is not being recorded
 */
export async function readBackground(context: Context, input: { sessionId: string }): Promise<Background> {
  const { db, actor } = context
  const { id, clientId, status } = await getOwnSession(context, input.sessionId)
  if (status !== 'recording') fail('recording_ended')
  audit(context, { action: 'suggestions.made', resourceType: 'session', resourceId: id, clientId })
  const [session, notes] = await Promise.all([
    findInsights(db, id),
    listEarlierNotes(db, { clientId, sessionId: id, therapistId: actor.userId }, maxNotes),
  ])
  return { sessionId: id, clientFirstName: session?.clientFirstName ?? '', history: historyOf(notes) }
}

/** Ids of the sessions for which this process is making suggestions. */
const busy = new Set<string>()

/**
 * Makes suggestions, outside any transaction (decision 0010). The live text is not stored.
 * @throws insights_failed if the analyst fails, takes longer than 30 seconds, or already works for this session; busy
 */
export async function makeSuggestions(
  services: Pick<Services, 'analyst' | 'log'>,
  { sessionId, ...background }: Background,
  utterances: readonly LiveUtterance[],
  signal: AbortSignal,
): Promise<{ suggestions: Suggestion[] }> {
  if (busy.has(sessionId)) fail('insights_failed', { detail: 'Suggestions for this session are already on their way.' })
  busy.add(sessionId)
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const request = { ...background, utterances, signal: AbortSignal.any([signal, limit]) }
    return { suggestions: await services.analyst.suggest(request) }
  } catch (error) {
    if (signal.aborted) fail('insights_failed', { detail: 'The request for suggestions was canceled.' })
    if (error instanceof Failure) throw error
    const isLate = limit.aborted
    return fail('insights_failed', {
      detail: isLate ? 'Suggestions took longer than 30 seconds.' : explain(services.log, sessionId, error),
    })
  } finally {
    busy.delete(sessionId)
  }
}

function explain(log: Services['log'], sessionId: string, error: unknown): string {
  if (error instanceof AnalystError) {
    log.warn({ sessionId, reason: error.message }, 'suggestions could not be made')
    return error.message
  }
  return sentence('unexpected', { id: logUnderNumber(log, error, 'suggestions could not be made', { sessionId }) })
}
