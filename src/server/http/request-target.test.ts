import { expect, test } from 'vitest'
import { pathOf } from './request-target.ts'

test.each([
  ['/', '/'],
  ['/api/me', '/api/me'],
  ['/api/me?a=//b&c=\u007e', '/api/me'],
  ['/api/clients/..%2f..%2fetc%2fpasswd', '/api/clients/..%2f..%2fetc%2fpasswd'],
  ['/a//b', '/a//b'],
  ['/api/clients/%00', '/api/clients/%00'],
])('pathOf reads the path of %s', (target, path) => {
  expect(pathOf(target)).toBe(path)
})

test.each([
  undefined,
  '',
  '*',
  '//x',
  '//x/outbox',
  '///outbox',
  '/\\x/outbox',
  '\\\\x/outbox',
  '/x\\outbox',
  '/x/../outbox',
  '/x/%2e%2e/outbox',
  '/./outbox',
  'http://x/outbox',
  'x:443',
  'outbox',
  '/out\tbox',
  '/out\u0000box',
  '/out box',
  '/out\u00e9box',
  '/outbox#x',
])('pathOf rejects the target %j', (target) => {
  expect(pathOf(target)).toBeUndefined()
})
