import pg from 'pg'
import { databaseUrl, type Product } from './product.ts'

/** Connects to the product's database as its superuser. */
export async function withDatabase<T>(product: Product, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await databaseUrl(product) })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Queries the product's database, or makes changes for which a test would need time, an operator or other pages. */
export async function inDatabase(product: Product, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return withDatabase(product, (client) => client.query(text, values))
}
