import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const folder = new URL('../../../deploy/monitoring/', import.meta.url)
const files = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

/** Suffixes of the series of a histogram. */
const suffixesPattern = /_(?:bucket|sum|count)$/

test.each(files)('%s uses metrics that exist', (_, text) => {
  const known = new Set(createMetrics().names())
  const used = new Set(text.match(/\b(?:attend|nodejs|process)_[a-z0-9_]+/g))
  expect(used.size).toBeGreaterThan(5)
  expect([...used].filter((name) => !known.has(name) && !known.has(name.replace(suffixesPattern, '')))).toEqual([])
})

test('every figure of Attend is on the dashboard or in an alert', () => {
  const text = files.map(([, content]) => content).join()
  const metricNames = createMetrics()
    .names()
    .filter((name) => name.startsWith('attend_'))
  expect(metricNames.length).toBeGreaterThan(10)
  expect(metricNames.filter((name) => !text.includes(name))).toEqual([])
})

test('every panel of the dashboard has its own id and a query', () => {
  const dashboard: { panels: { id: number; targets: { expr: string }[] }[] } = JSON.parse(
    files.find(([name]) => name.endsWith('.json'))?.[1] ?? '',
  )
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { targets } of dashboard.panels) for (const { expr } of targets) expect(expr).not.toBe('')
})
