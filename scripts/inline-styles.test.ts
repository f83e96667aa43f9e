import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inlineStyles } from './inline-styles.ts'

/** The theme defines sizes; its files are not counted. */
const files = globSync('src/web/**/*.{css,ts,tsx}').filter(
  (path) => !/app\/theme\/|\.gen\.ts$|\.test\.tsx?$/.test(path),
)

/** These limits may only get smaller. Use the spacing scale, a class, or a component of src/web/ui. */
const limits = { props: 167, pixels: 237 }

test('src/web has no more inline style props and pixel lengths than its limits', () => {
  const counts = { props: 0, pixels: 0 }
  for (const path of files) {
    const { props, pixels } = inlineStyles(path, readFileSync(path, 'utf8'))
    counts.props += props
    counts.pixels += pixels
  }
  expect(counts.props).toBeGreaterThan(0)
  expect(counts.props, 'style props').toBeLessThanOrEqual(limits.props)
  expect(counts.pixels, 'pixel lengths').toBeLessThanOrEqual(limits.pixels)
})

test('inlineStyles counts style props of components, and `style` of elements', () => {
  const text = `<Text c="dimmed" mt={4}><img width={20} style={{ top: '3px' }} /></Text>`
  expect(inlineStyles('a.tsx', text)).toEqual({ props: 3, pixels: 2 })
})

test('inlineStyles counts pixel lengths in CSS and numbers in size props, but not zero', () => {
  expect(inlineStyles('a.css', 'a { margin: 0 1.5px 12px; color: #12px34 }')).toEqual({ props: 0, pixels: 2 })
  expect(inlineStyles('a.tsx', '<Stack gap={8} padding={0} w="100%" />')).toEqual({ props: 1, pixels: 1 })
})
