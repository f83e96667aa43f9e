import { expect, test } from 'vitest'
import { groupFailures, failureText } from './group-failures.ts'

const device = 'Chrome on macOS'

test('consecutive failures with the same reason and address are grouped', () => {
  const groups = groupFailures([
    { at: '2026-11-18T22:12:00Z', reason: 'password', device, ipAddress: '192.0.2.140' },
    { at: '2026-11-18T22:11:00Z', reason: 'password', device, ipAddress: '192.0.2.140' },
    { at: '2026-11-18T22:10:00Z', reason: 'password', device, ipAddress: '198.51.100.7' },
    { at: '2026-11-10T08:02:00Z', reason: 'code', device, ipAddress: '198.51.100.7' },
  ])
  expect(groups.map((group) => [failureText(group), group.at, group.ipAddress])).toEqual([
    ['Wrong password, 2 times', '2026-11-18T22:12:00Z', '192.0.2.140'],
    ['Wrong password, once', '2026-11-18T22:10:00Z', '198.51.100.7'],
    ['Wrong code, once', '2026-11-10T08:02:00Z', '198.51.100.7'],
  ])
})
