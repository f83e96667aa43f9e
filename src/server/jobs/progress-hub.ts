import { EventEmitter } from 'node:events'
import type { Logger } from 'pino'
import { connectionTo } from '#server/postgres/connection.ts'
import { WatchedClient } from '#server/postgres/watched-client.ts'

/** Says when something about a session changed. What changed is read from its row, so a missed notice loses nothing. */
export interface ProgressHub {
  /** Calls back on every change and after every reconnect; answers how to stop. */
  subscribe(sessionId: string, changed: () => void): () => void
  stop(): Promise<void>
}

const shortestPause = 100
const longestPause = 5000

/** A connection that only listens sends nothing, so nothing would tell that it is dead. */
const heartbeatMs = 3000

const statementMs = 2000

/** One LISTEN connection for the whole process, opened again with growing pauses when it breaks or goes silent. */
export async function openProgressHub(url: string, log: Logger): Promise<ProgressHub> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: WatchedClient | undefined
  let timer: NodeJS.Timeout | undefined
  let pause = shortestPause
  let stopped = false

  async function connect() {
    const next = new WatchedClient(connectionTo(url, statementMs))
    next.on('error', (error) => log.warn({ err: error }, 'the progress connection broke'))
    next.once('end', () => {
      clearTimeout(timer)
      if (!stopped) timer = setTimeout(() => void connect(), pause)
      pause = Math.min(pause * 2, longestPause)
    })
    next.on('notification', (message) => {
      const { sessionId } = JSON.parse(message.payload ?? '{}')
      if (typeof sessionId === 'string') emitter.emit(sessionId)
    })
    client = next
    try {
      await next.connect()
      await next.query('listen progress')
      pause = shortestPause
      beatLater(next)
      for (const name of emitter.eventNames()) emitter.emit(name)
    } catch (error) {
      log.warn({ err: error }, 'the progress connection could not be opened')
      await next.end().catch(() => undefined)
    }
  }

  function beatLater(current: WatchedClient) {
    if (stopped) return
    timer = setTimeout(() => {
      // Its end opens another one.
      current.query('select').then(
        () => beatLater(current),
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
