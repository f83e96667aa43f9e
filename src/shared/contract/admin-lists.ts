import * as z from 'zod'
import { OrganizationId, UserId } from './ids.ts'
import { NameText } from './names.ts'

export const Timestamp = z.iso.datetime({ offset: true })

/** A user named beside a record. */
export const AdminPerson = z.object({ id: UserId, firstName: z.string(), lastName: z.string(), email: z.string() })
export type AdminPerson = z.infer<typeof AdminPerson>

export const AdminOrganizationName = z.object({ id: OrganizationId, name: z.string() })

/**
 * 'Showing X of Y': X is `items.length`, Y is `total`. Counting ends at 1,000, or earlier for very frequent words. If
 * `isTotalExact` is false, `total` is a lower bound ('Showing 100 of 1000+').
 */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), isTotalExact: z.boolean() })
}

/** Search words match the beginning of words, without regard to case and accents. */
export const search = z.string().max(200).default('')

export const RequiredName = NameText.min(1).max(100)
