import { expect, test } from 'vitest'
import { onlyChecked } from './only-checked.ts'

test('onlyChecked sets values of the URL that the check leaves out to undefined, because the router would keep them', () => {
  const read = onlyChecked(({ page, day }): { page?: number; day?: string } => ({
    ...(typeof page === 'number' && page > 0 && { page }),
    ...(typeof day === 'string' && { day }),
  }))
  expect({ page: -1, other: 'x', ...read({ page: -1, other: 'x', day: '2026-11-28' }) }).toEqual({ day: '2026-11-28' })
  expect(read({ page: 2 })).toEqual({ page: 2 })
})
