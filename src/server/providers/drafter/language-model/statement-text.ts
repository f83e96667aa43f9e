import * as z from 'zod'

/** Characters. A longer text comes from a model that repeats itself, and its check would take too long. */
const maxStatementLength = 1_500

/** The text of a statement in an answer. The JSON schema omits the limit, because some endpoints would reject it. */
export const StatementText = z.string().refine((text) => text.length <= maxStatementLength)
