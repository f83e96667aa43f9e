import { pino } from 'pino'
import { expect, test } from 'vitest'
import { newRequestId, requestId, withTrace, traceFields } from './request-trace.ts'

const ownId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

test.each(['7f2c91ae', 'a1b2c3d4e5f60718293a4b5c6d7e8f90', '01J8Z3K4M5N6P7Q8R9S0T1U2V3', 'a.b_c-d0'])(
  'a well-formed request id of our own proxy is used: %s',
  (id) => expect(newRequestId(id, true)).toBe(id),
)

test.each([
  ['too short', '1234567'],
  ['too long', 'a'.repeat(65)],
  ['empty', ''],
  ['with a line break', 'aaaaaaaa\r\nset-cookie: x=y'],
  ['with a space', 'aaaa aaaa'],
  ['sent twice', 'aaaaaaaa, bbbbbbbb'],
  ['a list', ['aaaaaaaa', 'bbbbbbbb']],
  ['with markup', '<script>alert(1)</script>'],
  ['with quotes', '"level":60,"x":"'],
  ['missing', undefined],
])('a request id from the proxy is replaced by a new one: %s', (_, id) => expect(newRequestId(id, true)).toMatch(ownId))

test('without a trusted proxy every request id is new', () => {
  expect(newRequestId('7f2c91ae', false)).toMatch(ownId)
  expect(newRequestId('7f2c91ae', false)).not.toBe(newRequestId('7f2c91ae', false))
})

test('the log lines of a request carry its id, even after an await, and other log lines do not', async () => {
  const lines: string[] = []
  const log = pino({ mixin: traceFields }, { write: (line) => void lines.push(line) })
  log.info('before')
  await Promise.all(
    ['request1', 'request2'].map((id) =>
      withTrace({ id }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        log.info({ is: requestId() }, 'during')
      }),
    ),
  )
  const logged = lines.map((line): unknown => JSON.parse(line))
  expect(logged[0]).not.toHaveProperty('requestId')
  expect(logged.slice(1)).toEqual([
    expect.objectContaining({ requestId: 'request1', is: 'request1' }),
    expect.objectContaining({ requestId: 'request2', is: 'request2' }),
  ])
})
