import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Tenant } from './tenant.ts'

/** Notifies open event streams that their sign-in has ended, in this or another process. */
export interface SignInWatch {
  /** Calls back when the sign-in has ended. Returns a function that unsubscribes. */
  watch(token: string, ended: () => void): () => void
  stop(): void
}

const everyMs = 2000

/**
 * Looks up all watched sign-ins in one query, every two seconds while there are any. Unlike a notification, polling cannot be lost,
 * and it also finds expired sign-ins.
 */
export function watchSignIns(tenant: Tenant, log: Logger): SignInWatch {
  const watched = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined

  const pollLater = () => {
    timer = watched.size > 0 ? setTimeout(() => void poll(), everyMs).unref() : undefined
  }

  async function poll() {
    try {
      for (const token of await tenant.asAnonymous((db) => endedOf(db, [...watched.keys()])))
        for (const ended of watched.get(token) ?? []) ended()
    } catch (error) {
      // Streams check the sign-in before they send anything, so an ended sign-in receives nothing.
      log.warn({ err: error }, 'open sign-ins could not be looked up')
    }
    pollLater()
  }

  return {
    watch(token, ended) {
      const callbacks = watched.get(token) ?? new Set()
      watched.set(token, callbacks.add(ended))
      if (!timer) pollLater()
      return () => {
        if (callbacks.delete(ended) && callbacks.size === 0) watched.delete(token)
      }
    },
    stop() {
      watched.clear()
      clearTimeout(timer)
    },
  }
}

async function endedOf(db: Db, tokens: string[]): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`select app.ended_sign_ins(${tokens}) as token`.execute(db)
  return rows.map(({ token }) => token)
}
