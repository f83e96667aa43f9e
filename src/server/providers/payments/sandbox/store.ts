import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { connections } from '#server/postgres/connection-budget.ts'
import { createPool } from '#server/postgres/connection.ts'
import { PaymentFailure } from '../port.ts'
import type { Customer, Kinds } from './objects.ts'

const prefixes: Readonly<Record<keyof Kinds, string>> = {
  customer: 'cus',
  setup: 'seti',
  card: 'pm',
  subscription: 'sub',
  invoice: 'in',
  event: 'evt',
}

/** An unguessable id that marks an object of the sandbox. */
export function newId(kind: keyof Kinds): string {
  return `${prefixes[kind]}_test_${randomUUID().replaceAll('-', '')}`
}

interface KeyedCall {
  key: string
  request: string
  at: Date
}

/** Reads and writes the sandbox's objects inside one database transaction. */
export class Transaction {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async insert<Kind extends keyof Kinds>(kind: Kind, customerId: string, object: Kinds[Kind]): Promise<void> {
    await this.#client.query(
      'insert into test_payments.objects (id, kind, customer_id, data) values ($1, $2, $3, $4)',
      [object.id, kind, customerId, JSON.stringify(object)],
    )
  }

  async update(object: Kinds[keyof Kinds]): Promise<void> {
    await this.#client.query('update test_payments.objects set data = $2 where id = $1', [
      object.id,
      JSON.stringify(object),
    ])
  }

  async delete(id: string): Promise<void> {
    await this.#client.query('delete from test_payments.objects where id = $1', [id])
  }

  /** Finds only this customer's objects. */
  async find<Kind extends keyof Kinds>(kind: Kind, customerId: string, id: string): Promise<Kinds[Kind] | undefined> {
    const { rows } = await this.#client.query<{ data: Kinds[Kind] }>(
      'select data from test_payments.objects where id = $1 and kind = $2 and customer_id = $3',
      [id, kind, customerId],
    )
    return rows[0]?.data
  }

  /** Newest first. */
  async list<Kind extends keyof Kinds>(
    kind: Kind,
    customerId: string,
    page: { limit?: number; startingAfter?: string | undefined } = {},
  ): Promise<Kinds[Kind][]> {
    const { rows } = await this.#client.query<{ data: Kinds[Kind] }>(
      `select data from test_payments.objects where kind = $1 and customer_id = $2
        and ($3::text is null or seq < (select seq from test_payments.objects where id = $3)) order by seq desc limit $4`,
      [kind, customerId, page.startingAfter ?? null, page.limit ?? null],
    )
    return rows.map((row) => row.data)
  }

  /** Locks the customer until the transaction ends. @throws PaymentFailure customer_missing */
  async lock(customerId: string): Promise<Customer> {
    const { rows } = await this.#client.query<{ data: Customer }>(
      `select data from test_payments.objects where id = $1 and kind = 'customer' for update`,
      [customerId],
    )
    if (!rows[0]) throw new PaymentFailure('customer_missing')
    return rows[0].data
  }

  /** The ids of customers with a due subscription. */
  async listDue(now: Date): Promise<string[]> {
    const { rows } = await this.#client.query<{ customer_id: string }>(
      `select distinct customer_id from test_payments.objects
        where kind = 'subscription' and (data->>'dueAt') collate "C" <= $1`,
      [now.toISOString()],
    )
    return rows.map((row) => row.customer_id)
  }

  /** Locks the oldest pending events, and skips those that another transaction has locked. */
  async lockEvents(limit: number): Promise<{ customerId: string; event: Kinds['event'] }[]> {
    const { rows } = await this.#client.query<{ customer_id: string; data: Kinds['event'] }>(
      `select customer_id, data from test_payments.objects where kind = 'event' order by seq limit $1 for update skip locked`,
      [limit],
    )
    return rows.map((row) => ({ customerId: row.customer_id, event: row.data }))
  }

  /**
   * Runs the work once per key and returns the stored result to later calls. Concurrent calls with the key wait.
   * @throws PaymentFailure payment_processing when the key was used for another request
   */
  async withIdempotency<T>({ key, request, at }: KeyedCall, work: () => Promise<T>): Promise<T> {
    const inserted = await this.#client.query(
      'insert into test_payments.answers (key, request, asked_at) values ($1, $2, $3) on conflict do nothing',
      [key, request, at],
    )
    if (inserted.rowCount === 0) {
      const { rows } = await this.#client.query<{ request: string; answer: T }>(
        'select request, answer from test_payments.answers where key = $1',
        [key],
      )
      const [known] = rows
      if (known?.request === request) return known.answer
      const cause = new Error('An idempotency key was used for two different requests')
      throw new PaymentFailure('payment_processing', { cause })
    }
    const result = await work()
    await this.#client.query('update test_payments.answers set answer = $2 where key = $1', [
      key,
      JSON.stringify(result),
    ])
    return result
  }

  /** Deletes older idempotency keys. A call with a deleted key takes effect again. */
  async deleteKeys(before: Date): Promise<void> {
    await this.#client.query('delete from test_payments.answers where asked_at < $1', [before])
  }
}

/** Runs transactions in the sandbox's own schema. Connects on first use. */
export class Store {
  readonly #pool: pg.Pool

  constructor(databaseUrl: string) {
    this.#pool = createPool(databaseUrl, { max: connections.web.payments, pipeline: false })
  }

  /** Commits when the work resolves, else rolls back. @throws PaymentFailure payments_unreachable without a connection */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new PaymentFailure('payments_unreachable', { cause })
    })
    let rollbackError: Error | undefined
    try {
      await client.query('begin')
      const result = await work(new Transaction(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => (rollbackError = cause))
      throw error
    } finally {
      client.release(rollbackError)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}
