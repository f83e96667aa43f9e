import { expect, it } from 'vitest'
import { mixDown } from './mix-down.ts'

it('mixDown mixes channels to their mean', () => {
  expect([...mixDown([Float32Array.of(1, 0.5), Float32Array.of(0, 0.5)])]).toEqual([0.5, 0.5])
})
