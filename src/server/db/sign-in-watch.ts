import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, Tenant } from './tenant.ts'

/** Says to what is still open, e.g. an event stream, that the sign-in it belongs to has ended, whichever process ended it. */
export interface SignInWatch {
  /** Calls back when the sign-in has ended, until stopped; answers how to stop. */
  watch(token: string, ended: () => void): () => void
  stop(): void
}

const everyMs = 2000

/**
 * Looks all watched sign-ins up in one query, every two seconds while there are any. Nothing depends on a message that may be
 * lost, and a sign-in that runs out is noticed, too.
 */
export function watchSignIns(tenant: Tenant, log: Logger): SignInWatch {
  const watched = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined

  const lookLater = () => {
    timer = watched.size > 0 ? setTimeout(() => void look(), everyMs).unref() : undefined
  }

  async function look() {
    try {
      for (const token of await tenant.asAnonymous((db) => endedOf(db, [...watched.keys()])))
        for (const ended of watched.get(token) ?? []) ended()
    } catch (error) {
      // Nothing is sent on a stream without asking who is there, so one that stays open shows nothing.
      log.warn({ err: error }, 'open sign-ins could not be looked up')
    }
    lookLater()
  }

  return {
    watch(token, ended) {
      const callbacks = watched.get(token) ?? new Set()
      watched.set(token, callbacks.add(ended))
      if (!timer) lookLater()
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
