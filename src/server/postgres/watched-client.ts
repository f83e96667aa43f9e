import pg from 'pg'

/** The server owes an answer and says nothing: the network drops packets, or the server hangs. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  constructor() {
    super('the database does not answer')
  }
}

export interface WatchedConfig extends pg.ClientConfig {
  /** A connection that owes an answer for this long is dropped. It must be longer than the statements that it runs. */
  silenceMs?: number
}

const open = new Set<WatchedClient>()

/**
 * A connection that is dropped when it goes silent. pg would wait for ever: for an answer, and also for the server's goodbye.
 * Idle connections to the same server are dropped with it, because what silences one usually silences all; pools replace them.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number
  #timer: NodeJS.Timeout | undefined
  #heardAt = 0

  constructor(config: WatchedConfig = {}) {
    super(config)
    this.#silenceMs = config.silenceMs ?? 0
    if (this.#silenceMs > 0) this.#watch()
  }

  #watch(): void {
    const { connection } = this
    const query = connection.query.bind(connection)
    const sync = connection.sync.bind(connection)
    const end = connection.end.bind(connection)
    connection.query = (text) => {
      this.#expectAnswer()
      query(text)
    }
    connection.sync = () => {
      this.#expectAnswer()
      sync()
    }
    connection.end = () => {
      this.#expectAnswer()
      end()
    }
    this.once('connect', () => {
      open.add(this)
      this.#heardAt = performance.now()
      // Not before: with TLS, the stream is another one until here.
      connection.stream.on('data', () => {
        this.#heardAt = performance.now()
        this.#timer?.refresh()
      })
    })
    this.on('drain', () => this.#expectNothing())
    connection.once('end', () => {
      open.delete(this)
      this.#expectNothing()
    })
  }

  #expectAnswer(): void {
    this.#timer ??= setTimeout(() => this.#drop(), this.#silenceMs)
  }

  #expectNothing(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #drop(): void {
    const askedAt = performance.now() - this.#silenceMs
    this.connection.stream.destroy(new DatabaseSilent())
    for (const other of open) {
      const isIdle = other.#timer === undefined && other.#heardAt < askedAt
      if (isIdle && other.host === this.host && other.port === this.port)
        other.connection.stream.destroy(new DatabaseSilent())
    }
  }
}
