import { isNotSignedIn } from '#server/db/not-signed-in.ts'

/** True for the error of `asUser` if the user's account was deactivated. */
export function isDeactivated(error: unknown): boolean {
  return isNotSignedIn(error)
}
