import { EventEmitter } from 'node:events'
import type { Logger } from 'pino'
import { connectionTo } from '#server/postgres/connection.ts'
import { WatchedClient } from '#server/postgres/watched-client.ts'

/**
 * Notifies about changes of sessions. Subscribers read the change from its row, so a missed notification loses nothing.
 */
export interface ProgressHub {
  /** Calls back on every change and after every reconnect. Returns an unsubscribe function. */
  subscribe(sessionId: string, changed: () => void): () => void
  stop(): Promise<void>
}

const minDelay = 100
const maxDelay = 5000

/** A connection that only listens sends nothing, so a broken one would go unnoticed. */
const heartbeatMs = 3000

const statementMs = 2000

/** One LISTEN connection per process. Reconnects with growing delays when the connection breaks or stops responding. */
export async function openProgressHub(url: string, log: Logger): Promise<ProgressHub> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: WatchedClient | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = minDelay
  let stopped = false

  async function connect() {
    const next = new WatchedClient(connectionTo(url, statementMs))
    next.on('error', (error) => log.warn({ err: error }, 'the progress connection broke'))
    next.once('end', () => {
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(() => void connect(), delay)
      delay = Math.min(delay * 2, maxDelay)
    })
    next.on('notification', (message) => {
      const { sessionId } = JSON.parse(message.payload ?? '{}')
      if (typeof sessionId === 'string') emitter.emit(sessionId)
    })
    client = next
    try {
      await next.connect()
      await next.query('listen progress')
      delay = minDelay
      scheduleHeartbeat(next)
      for (const name of emitter.eventNames()) emitter.emit(name)
    } catch (error) {
      log.warn({ err: error }, 'the progress connection could not be opened')
      await next.end().catch(() => undefined)
    }
  }

  function scheduleHeartbeat(current: WatchedClient) {
    if (stopped) return
    timer = setTimeout(() => {
      // The end of the connection triggers the reconnect.
      current.query('select').then(
        () => scheduleHeartbeat(current),
        () => void current.end(),
      )
    }, heartbeatMs)
  }

  await connect()
  return {
    subscribe(sessionId, changed) {
      emitter.on(sessionId, changed)
      return () => emitter.off(sessionId, changed)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
