import * as z from 'zod'

/** Characters. A longer text is not one sentence but a model that repeats itself, and its check takes too long. */
const longestStatement = 1_500

/** The text of a statement in an answer. The limit is not in the JSON schema, which not every endpoint would accept. */
export const StatementText = z.string().refine((text) => text.length <= longestStatement)
