import * as z from 'zod'
import { OrganizationId, UserId } from './ids.ts'

export const Timestamp = z.iso.datetime({ offset: true })

/** A person beside a record. */
export const AdminPerson = z.object({ id: UserId, firstName: z.string(), lastName: z.string(), email: z.string() })
export type AdminPerson = z.infer<typeof AdminPerson>

export const AdminOrganizationName = z.object({ id: OrganizationId, name: z.string() })

/**
 * 'Showing X of Y': X is `items.length`, Y is `total`. Counting ends at 1,000, and earlier for words that very many have: when
 * `isTotalExact` is false there are at least as many ('Showing 100 of 1000+').
 */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), isTotalExact: z.boolean() })
}

/** Words of the search begin words of what is searched; upper case and accents do not matter. */
export const search = z.string().max(200).default('')

export const RequiredName = z.string().trim().min(1).max(100)
