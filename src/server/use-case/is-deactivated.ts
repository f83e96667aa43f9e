/** True for the error of `asUser` if the user's account was deactivated. */
export function isDeactivated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28000'
}
