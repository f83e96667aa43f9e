import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'

test('docs/spec-map.md names every endpoint of the contract', async () => {
  const map = await readFile('docs/spec-map.md', 'utf8')
  const missing = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.keys(endpoints)
      .filter((verb) => !map.includes(`\`${noun}.${verb}\``) && !map.includes(`\`${verb}\``))
      .map((verb) => `${noun}.${verb}`),
  )
  expect(missing).toEqual([])
})
