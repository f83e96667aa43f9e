/**
 * Wraps the check of a page's search values. Sets values that the check omits to undefined, because the router passes
 * all values of the URL that are not set to the page unchecked.
 */
export function onlyChecked<T extends object>(check: (given: Record<string, unknown>) => T) {
  return (given: Record<string, unknown>): T => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...check(given),
  })
}
