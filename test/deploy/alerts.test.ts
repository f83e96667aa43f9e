import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Tests the alert rules with Prometheus, if promtool is installed.

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const promtool = (...parts: string[]) => spawnSync('promtool', parts, { encoding: 'utf8' })
const hasPromtool = promtool('--version').status === 0

describe.skipIf(!hasPromtool)('the alert rules', () => {
  test('the alert rules are valid', () => {
    expect(promtool('check', 'rules', path('../../deploy/monitoring/alerts.yml'))).toMatchObject({ status: 0 })
  })

  test('the alert rules fire exactly in the situations of alerts.test.yml', () => {
    expect(promtool('test', 'rules', path('alerts.test.yml'))).toMatchObject({ status: 0 })
  })
})
