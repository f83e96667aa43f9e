import * as z from 'zod'

/** Maximum number of characters. Longer texts come from a model that repeats itself, and their check takes too long. */
const maxStatementLength = 1_500

/** The text of a statement in an answer. The JSON schema omits the limit, because some endpoints would reject it. */
export const StatementText = z.string().refine((text) => text.length <= maxStatementLength)
