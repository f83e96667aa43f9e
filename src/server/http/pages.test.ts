import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPage } from './pages.ts'

test('the server knows every page of the app', () => {
  const tree = readFileSync('src/web/app/route-tree.gen.ts', 'utf8')
  const paths = Array.from(tree.matchAll(/fullPath: '([^']+)'/g), ([, path = '']) => path.replaceAll(/\$\w+/g, '1'))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !isPage(path))).toEqual([])
})

test.each(['/healthz', '/outbox', '/wp-login.php', '/clients/1/2', '/loginx', '/index.html', '/notes', '/admin/x'])(
  'isPage is false for %s',
  (path) => expect(isPage(path)).toBe(false),
)
