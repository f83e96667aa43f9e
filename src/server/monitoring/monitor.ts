import type { RequestListener } from 'node:http'
import type pg from 'pg'
import { type Config, isMonitored } from '#server/config.ts'
import { jobNames } from '#server/jobs/catalog.ts'
import { createFigures, readDisk } from './figures.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { metricsPage } from './metrics-page.ts'
import { readDatabaseFigures } from './store.ts'

/** The figures of this process, and the page that shows them to Prometheus. */
export interface Monitor {
  metrics: Metrics
  page: RequestListener
}

/** Undefined unless the settings ask for figures. The pool is for monitoring only, so a scrape works while other pools are busy. */
export function createMonitor(config: Config, pool: pg.Pool): Monitor | undefined {
  if (!isMonitored(config)) return undefined
  const metrics = createMetrics()
  const figures = createFigures({
    database: () => readDatabaseFigures(pool, jobNames),
    disk: () => readDisk(config.DATA_DIR),
  })
  const text = async () => metrics.text(await figures())
  return { metrics, page: metricsPage({ text, contentType: metrics.contentType }, config.METRICS_TOKEN) }
}
