import { expect, test } from 'vitest'
import { displayAddress } from './display-address.ts'

test.each([
  ['https://example.org/', 'example.org'],
  ['http://example.org:3000/a/b/?c=1#d', 'example.org:3000/a/b'],
  ['https://example.org/%C3%A4%20b', 'example.org/ä b'],
  // Invalid UTF-8 stays encoded, and so do characters that would look like another site or path.
  ['https://example.org/%FF', 'example.org/%FF'],
  ['https://example.org/%2Fx%3Fy', 'example.org/%2Fx%3Fy'],
  ['https://xn--bcher-kva.example/x', 'xn--bcher-kva.example/x'],
])('the address %s is displayed as %s', (url, shown) => expect(displayAddress(url)).toBe(shown))
