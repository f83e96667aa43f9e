import { expect, it } from 'vitest'
import { toInt16 } from './int16.ts'

it('toInt16 clips samples outside -1 to 1', () => {
  expect([...toInt16(Float32Array.of(2, -2, 0))]).toEqual([32_767, -32_768, 0])
})
