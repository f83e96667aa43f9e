import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['maya', ' stone', ['M', 'S']],
  ['🦊 Fox', 'Ångström', ['🦊', 'Å']],
  ['👩🏽‍🚀', '', ['👩🏽‍🚀', '']],
  ['𐐨lf', 'e\u0301mile', ['𐐀', 'E\u0301']],
])('initialsOf returns whole capital characters for %j %j', (firstName, lastName, initials) => {
  expect(initialsOf({ firstName, lastName })).toEqual(initials)
})
