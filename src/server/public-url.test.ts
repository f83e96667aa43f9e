import { expect, test } from 'vitest'
import { publicUrlOf } from './public-url.ts'

const urlFor = (HOST: string, PUBLIC_URL?: string) => publicUrlOf({ HOST, PORT: 4310, PUBLIC_URL })

test.each([
  ['127.0.0.1', 'http://localhost:4310'],
  ['::1', 'http://localhost:4310'],
  ['192.0.2.7', 'http://192.0.2.7:4310'],
  ['2001:db8::7', 'http://[2001:db8::7]:4310'],
  ['attend.internal', 'http://attend.internal:4310'],
])('without PUBLIC_URL, an installation that listens on %s is opened at %s', (host, url) => {
  expect(urlFor(host)).toBe(url)
  expect(URL.canParse(url)).toBe(true)
})

test.each(['0.0.0.0', '::'])(
  'without PUBLIC_URL, an installation that listens on all addresses (%s) has a valid URL',
  (host) => {
    expect(URL.canParse(urlFor(host))).toBe(true)
  },
)

test('PUBLIC_URL is the URL of the installation, whatever the address is', () => {
  expect(urlFor('::1', 'https://attend.example')).toBe('https://attend.example')
})
