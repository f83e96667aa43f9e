import { expect, test } from 'vitest'
import { Settings } from './settings.ts'
import { misspelled } from './misspelled-settings.ts'

const settings = Object.keys(Settings.shape)

test.each([
  ['DATBASE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['APP_SECERT', 'APP_SECRET'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
])('%s is recognized as a misspelled %s', (name, meant) => {
  expect(misspelled([name, 'PATH'], settings)).toEqual([{ name, meant }])
})

test('variables of other programs are ignored', () => {
  const others = ['HOME', 'HOSTNAME', 'POST', 'ROLE', 'FILE', 'PATH', 'NODE_ENV', 'npm_config_cache', 'DATABASE_PORT']
  expect(misspelled(others, settings)).toEqual([])
})

test('a similar name is ignored if the setting itself is set', () => {
  expect(misspelled(['DATABASE_URL', 'DATABASE_URI'], settings)).toEqual([])
})
