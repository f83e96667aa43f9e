import pg from 'pg'
import { databaseUrl, type Product } from './product.ts'

/** Looks into the product's database as its superuser. */
export async function withDatabase<T>(product: Product, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await databaseUrl(product) })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Asks the product's database, or does in it what time, an operator or other screens would. */
export async function inDatabase(product: Product, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return withDatabase(product, (client) => client.query(text, values))
}
