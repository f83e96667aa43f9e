/** Counts of words by folder. */
export type Counts = Readonly<Record<string, number>>

/** The folder that a file is counted under: one noun of the server, one part of the tests, else the top two levels. */
export function folderOf(path: string): string {
  const folders = [
    /^src\/server\/(?:features|providers)\/[^/]+(?=\/)/,
    /^src\/server\/[^/]+(?=\/)/,
    /^[^/]+\/[^/]+(?=\/)/,
  ]
  for (const folder of folders) {
    const found = folder.exec(path)
    if (found) return found[0]
  }
  return /^[^/]+(?=\/)/.exec(path)?.[0] ?? '.'
}

/** Counts every folder of `paths`, also those without findings. */
export function countByFolder(paths: readonly string[], findings: readonly { path: string }[]): Record<string, number> {
  const folders = [...new Set(paths.map(folderOf))].toSorted()
  const counts = Object.fromEntries(folders.map((folder) => [folder, 0]))
  for (const { path } of findings) counts[folderOf(path)] = (counts[folderOf(path)] ?? 0) + 1
  return counts
}

/** Folders above their budget. A folder without a budget may have findings as long as the sum of all does not grow. */
export function exceeded(counts: Counts, budgets: Counts): { folder: string; count: number; budget: number }[] {
  const newBudget = sum(counts) > sum(budgets) ? 0 : Infinity
  return Object.entries(counts)
    .map(([folder, count]) => ({ folder, count, budget: budgets[folder] ?? newBudget }))
    .filter(({ count, budget }) => count > budget)
}

/** Budgets may move between folders, with the files, but their sum never grows. */
export function recordable(counts: Counts, budgets: Counts): boolean {
  return sum(counts) <= sum(budgets)
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
