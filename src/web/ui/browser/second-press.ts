/**
 * Returns true for the second press of a double click. It must not confirm a question that the first press raised,
 * because the question was not read.
 */
export function isSecondPress({ detail }: { detail: number }): boolean {
  return detail > 1
}
