import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { addressOf, type HeaderOptions, isOwnOrigin, securityHeaders } from './headers.ts'

function request(headers: Record<string, string>, method = 'POST'): IncomingMessage {
  const made = new IncomingMessage(new Socket())
  made.method = method
  Object.assign(made.headers, headers)
  return made
}

describe('origin of a request', () => {
  test.each([
    [{ origin: 'https://attend.example' }, true],
    [{ origin: 'http://localhost:4310', host: 'localhost:4310' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'http://attend.example' }, false],
    [{ origin: 'http://attend.example', host: 'attend.example' }, false],
    [{ origin: 'https://localhost:4310', host: 'localhost:4310' }, false],
    [{ origin: 'https://attend.example', host: 'localhost:4310' }, true],
    [{ origin: 'https://attend.example.elsewhere' }, false],
    [{ origin: 'null', host: 'attend.example' }, false],
    [{ origin: 'http://localhost:4311', host: 'localhost:4310' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{}, false],
  ])('isOwnOrigin for a POST request with the headers %j is %s', (headers, isOwn) => {
    expect(isOwnOrigin(request(headers), 'https://attend.example/')).toBe(isOwn)
  })

  test('isOwnOrigin accepts a request of another origin only with GET or HEAD', () => {
    for (const method of ['GET', 'HEAD']) {
      expect(isOwnOrigin(request({ origin: 'https://elsewhere.example' }, method), undefined)).toBe(true)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(isOwnOrigin(request({ origin: 'https://elsewhere.example' }, method), undefined)).toBe(false)
    }
  })
})

describe('address of a caller', () => {
  test('behind our proxy, the caller’s address is the address that the proxy added, not one that the caller claims', () => {
    expect(addressOf(request({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }), true)).toBe('203.0.113.9')
    expect(addressOf(request({ 'x-forwarded-for': '203.0.113.9' }), true)).toBe('203.0.113.9')
  })

  test('without our proxy, the caller’s address is the address of the connection', () => {
    expect(addressOf(request({ 'x-forwarded-for': '203.0.113.9' }), false)).toBe('')
  })
})

/** The sources of one directive of the Content-Security-Policy. */
function policyOf(directive: string, options: Partial<HeaderOptions> = {}) {
  const none = {
    secure: false,
    hstsSubdomains: false,
    development: false,
    framed: undefined,
    reportsTo: undefined,
    hasStripe: false,
  }
  const policy = securityHeaders({ ...none, ...options })['content-security-policy']
  return new RegExp(`${directive} ([^;]*)`).exec(policy ?? '')?.[1]
}

describe('frames of a page', () => {
  test('frames are forbidden without a welcome video', () => {
    expect(policyOf('frame-src')).toBe("'none'")
  })

  test('frames are limited to the site of the welcome video', () => {
    expect(policyOf('frame-src', { framed: 'https://player.example/embed/1?a=b;%20c' })).toBe('https://player.example')
  })
})

describe('connections of a page', () => {
  test('connections are limited to this server without error reports', () => {
    expect(policyOf('connect-src')).toBe("'self'")
  })

  test('connections include the host of the error reports, without the key', () => {
    expect(policyOf('connect-src', { reportsTo: 'https://key@reports.example/7' })).toBe(
      "'self' https://reports.example",
    )
  })
})

describe('Stripe’s card form', () => {
  const directives = ['script-src', 'frame-src', 'connect-src']

  test('Stripe’s card form is forbidden while Stripe is not configured', () => {
    for (const directive of directives) expect(policyOf(directive)).not.toContain('stripe')
  })

  test('Stripe’s card form may load scripts and frames from Stripe and send to it', () => {
    const framed = 'https://player.example/embed/1'
    expect(policyOf('script-src', { hasStripe: true })).toBe(
      "'self' 'wasm-unsafe-eval' https://js.stripe.com https://*.js.stripe.com",
    )
    expect(policyOf('frame-src', { hasStripe: true, framed })).toBe(
      'https://player.example https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    )
    expect(policyOf('connect-src', { hasStripe: true })).toBe("'self' https://api.stripe.com")
  })
})

describe('strict transport security', () => {
  function demanded(options: Pick<HeaderOptions, 'secure' | 'hstsSubdomains'>) {
    const none = { development: false, framed: undefined, reportsTo: undefined, hasStripe: false }
    return securityHeaders({ ...none, ...options })['strict-transport-security']
  }

  test('strict transport security is demanded over https only, for this host and, if configured, its subdomains', () => {
    expect(demanded({ secure: false, hstsSubdomains: true })).toBeUndefined()
    expect(demanded({ secure: true, hstsSubdomains: false })).toBe('max-age=31536000')
    expect(demanded({ secure: true, hstsSubdomains: true })).toBe('max-age=31536000; includeSubDomains')
  })
})
