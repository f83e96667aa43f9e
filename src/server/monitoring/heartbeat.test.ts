import { sql } from 'kysely'
import { hostname } from 'node:os'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPool } from '#server/postgres/connection.ts'
import { createWorld, type World } from '#test/world.ts'
import { startHeartbeat } from './heartbeat.ts'
import { type ReportedProcess, reportProcess } from './store.ts'

const engines = {
  speech: { engine: 'none' as const, state: 'unavailable' as const, percent: null, model: null },
  lastDraftSeconds: null,
}

let world: World
let web: pg.Pool
let worker: pg.Pool
beforeEach(async () => {
  world = await createWorld()
  web = createPool(world.urls.app_web, { max: 1, pipeline: false })
  worker = createPool(world.urls.app_worker, { max: 1, pipeline: false })
})
afterEach(async () => {
  await Promise.all([web.end(), worker.end()])
  await world.close()
})

const pids = async () => (await rows()).map(({ pid }) => pid).toSorted((a, b) => a - b)
const rows = () =>
  world.db.selectFrom('processes').select(['host', 'pid', 'roles', 'worker_jobs as jobs']).orderBy('began_at').execute()
const start = (pool: pg.Pool, roles: ('web' | 'worker')[]) =>
  startHeartbeat(pool, { ROLES: roles, WORKER_JOBS: 'long' }, () => engines)
const report = (id: number, roles: string[], host = 'here', workerJobs: ReportedProcess['workerJobs'] = null) => {
  const process = { host, pid: id, roles, workerJobs, version: '1', memory: 1, engines }
  return reportProcess(web, { id: `00000000-0000-4000-8000-00000000000${id}`, ...process })
}
/** Moves the start and the last heartbeat of all processes into the past. */
const pass = (interval: string) =>
  sql`update processes set began_at = began_at - ${interval}::interval, heartbeat_at = heartbeat_at - ${interval}::interval`.execute(
    world.db,
  )

test('two running processes are listed, and a stopped process is removed', async () => {
  const first = start(web, ['web'])
  const second = start(worker, ['worker', 'web'])
  await expect.poll(async () => (await rows()).length).toBe(2)
  expect(await rows()).toEqual(
    expect.arrayContaining([
      { host: hostname(), pid: process.pid, roles: ['web'], jobs: null },
      { host: hostname(), pid: process.pid, roles: ['web', 'worker'], jobs: 'long' },
    ]),
  )
  await first.stop()
  expect(await rows()).toHaveLength(1)
  await second.stop()
  expect(await rows()).toEqual([])
})

test('a new process replaces a killed process with the same roles on the same machine, and no other process', async () => {
  await report(1, ['worker'])
  await report(2, ['web'])
  await report(3, ['worker'], 'elsewhere')
  await pass('2 minutes')
  await report(4, ['worker'])
  expect(await pids()).toEqual([2, 3, 4])
})

test('a new worker replaces a killed worker that had the same jobs or did not report its jobs', async () => {
  await report(1, ['worker'], 'here', 'long')
  await report(2, ['worker'], 'here', 'short')
  await report(3, ['worker'])
  await pass('2 minutes')
  await report(4, ['worker'], 'here', 'short')
  expect(await pids()).toEqual([1, 4])
})

test('a process of the previous version, which does not report its jobs, is listed', async () => {
  await web.query(`select app.report_process(gen_random_uuid(), 'here', 7, '{worker}', '1', 1, '{}')`)
  expect(await rows()).toEqual([{ host: 'here', pid: 7, roles: ['worker'], jobs: null }])
})

test('a process that already ran does not replace a process that hangs', async () => {
  await report(1, ['worker'])
  await report(2, ['worker'])
  await report(1, ['worker'])
  await pass('2 minutes')
  await report(2, ['worker'])
  expect(await pids()).toEqual([1, 2])
})

test('a process without a heartbeat for a day is removed from the list', async () => {
  await report(1, ['worker'], 'elsewhere')
  await pass('25 hours')
  await report(2, ['web'])
  expect(await pids()).toEqual([2])
})

test('a heartbeat starts and stops without an error while the database is unreachable', async () => {
  const pool = createPool(world.urls.app_web.replace(/:\d+\//, ':1/'), { max: 1, pipeline: false })
  await start(pool, ['web']).stop()
  await pool.end()
  expect(await rows()).toEqual([])
})
