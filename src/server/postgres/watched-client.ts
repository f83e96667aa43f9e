import pg from 'pg'

/** The server does not respond: the network drops packets, or the server hangs. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  constructor() {
    super('the database does not answer')
  }
}

export interface WatchedConfig extends pg.ClientConfig {
  /** How long the server may leave a query without a response. Must exceed the longest statement. */
  silenceMs?: number
}

const openClients = new Set<WatchedClient>()

/**
 * A connection that is dropped when it goes silent. pg would wait forever for a response, also while closing. Idle connections to
 * the same server are dropped with it, because they are usually silent, too; pools replace them.
 */
export class WatchedClient extends pg.Client {
  readonly #silenceMs: number
  #timer: NodeJS.Timeout | undefined
  #receivedAt = 0
  readonly #isPipelined: boolean
  #isCorked = false

  constructor(config: WatchedConfig = {}) {
    super(config)
    this.#silenceMs = config.silenceMs ?? 0
    this.#isPipelined = config.pipeline ?? false
    if (this.#silenceMs > 0) this.#watch()
  }

  #watch(): void {
    const { connection } = this
    const query = connection.query.bind(connection)
    const sync = connection.sync.bind(connection)
    const end = connection.end.bind(connection)
    connection.query = (text) => {
      this.#expectResponse()
      this.#joinWrites()
      query(text)
    }
    connection.sync = () => {
      this.#expectResponse()
      this.#joinWrites()
      sync()
    }
    connection.end = () => {
      this.#expectResponse()
      end()
    }
    this.once('connect', () => {
      openClients.add(this)
      this.#receivedAt = performance.now()
      // TLS replaces the stream while connecting, so listen only from here.
      connection.stream.on('data', () => {
        this.#receivedAt = performance.now()
        this.#timer?.refresh()
      })
    })
    this.on('drain', () => this.#expectNothing())
    connection.once('end', () => {
      openClients.delete(this)
      this.#expectNothing()
    })
  }

  /** Sends the statements of one pass of the event loop in one write, because each write is a system call. */
  #joinWrites(): void {
    if (!this.#isPipelined || this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  #expectResponse(): void {
    this.#timer ??= setTimeout(() => this.#drop(), this.#silenceMs)
  }

  #expectNothing(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #drop(): void {
    const sentAt = performance.now() - this.#silenceMs
    this.connection.stream.destroy(new DatabaseSilent())
    for (const other of openClients) {
      const isIdle = other.#timer === undefined && other.#receivedAt < sentAt
      if (isIdle && other.host === this.host && other.port === this.port)
        other.connection.stream.destroy(new DatabaseSilent())
    }
  }
}
