import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Logger } from 'pino'

/** Says when something about a session changed. What changed is read from its row, so a missed notice loses nothing. */
export interface ProgressHub {
  /** Calls back on every change and after every reconnect; answers how to stop. */
  subscribe(sessionId: string, changed: () => void): () => void
  stop(): Promise<void>
}

const longestPause = 5000

/** One LISTEN connection for the whole process, opened again with growing pauses when it breaks. */
export async function openProgressHub(url: string, log: Logger): Promise<ProgressHub> {
  const emitter = new EventEmitter().setMaxListeners(0)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function connect(pause: number) {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('error', (error) => log.warn({ err: error }, 'the progress connection broke'))
    next.once('end', () => {
      if (!stopped) timer = setTimeout(() => void connect(Math.min(pause * 2, longestPause)), pause)
    })
    next.on('notification', (message) => {
      const { sessionId } = JSON.parse(message.payload ?? '{}')
      if (typeof sessionId === 'string') emitter.emit(sessionId)
    })
    client = next
    try {
      await next.connect()
      await next.query('listen progress')
      for (const name of emitter.eventNames()) emitter.emit(name)
    } catch (error) {
      log.warn({ err: error }, 'the progress connection could not be opened')
      await next.end().catch(() => undefined)
    }
  }

  await connect(100)
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
