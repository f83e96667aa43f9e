/**
 * The search values of a page as its check returns them. What the check leaves out is set to undefined, because the
 * router passes all other values of the URL on to the page unchecked.
 */
export function onlyChecked<T extends object>(check: (given: Record<string, unknown>) => T) {
  return (given: Record<string, unknown>): T => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...check(given),
  })
}
