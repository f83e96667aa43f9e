import { errorCode } from '#server/start-failure.ts'

const foreignKeyViolation = '23503'

/** The result of an insert; undefined if a row that it refers to was deleted meanwhile. The transaction can then only be rolled back. */
export async function unlessGone<T>(inserting: Promise<T>): Promise<T | undefined> {
  try {
    return await inserting
  } catch (error) {
    if (errorCode(error) === foreignKeyViolation) return undefined
    throw error
  }
}
