/** Shorter names of settings resemble too many other environment variables. */
const minLength = 7

/** Environment variables that almost match the name of an unset setting. */
export function misspelled(given: readonly string[], settings: readonly string[]): { name: string; meant: string }[] {
  const set = new Set(given)
  const known = new Set(settings)
  return given.flatMap((name) => {
    if (known.has(name)) return []
    const meant = settings.find((setting) => !set.has(setting) && isNear(name, setting))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

function isNear(name: string, setting: string): boolean {
  if (setting.length < minLength || Math.abs(name.length - setting.length) > 2) return false
  return distance(name.toUpperCase(), setting) <= 2
}

/** Edit distance with transpositions (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped))
    }
  }
  return at(a.length, b.length)
}
