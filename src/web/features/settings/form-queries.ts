import { query } from '#web/api/client.ts'

// Refetched on every visit, so that edits start from the stored values.

/** The account. */
export const ownAccountQuery = query.accounts.me.queryOptions({ gcTime: 0 })

/** The rules of signing. */
export const signingRulesQuery = query.signatures.rules.queryOptions({ gcTime: 0 })

/** The vocabulary of the organization. */
export const vocabularyQuery = query.organizations.vocabulary.queryOptions({ gcTime: 0 })
