import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { addressOf, isOwnOrigin, setSecurityHeaders } from './headers.ts'

function request(headers: Record<string, string>, method = 'POST'): IncomingMessage {
  const made = new IncomingMessage(new Socket())
  made.method = method
  Object.assign(made.headers, headers)
  return made
}

describe('a request of our own pages', () => {
  test.each([
    [{ origin: 'https://attend.example' }, true],
    [{ origin: 'http://localhost:4310', host: 'localhost:4310' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'http://attend.example' }, false],
    [{ origin: 'https://attend.example.elsewhere' }, false],
    [{ origin: 'null', host: 'attend.example' }, false],
    [{ origin: 'http://localhost:4311', host: 'localhost:4310' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{}, false],
  ])('%j: %s', (headers, isOwn) => {
    expect(isOwnOrigin(request(headers), 'https://attend.example/')).toBe(isOwn)
  })

  test('may be any that changes nothing', () => {
    for (const method of ['GET', 'HEAD']) {
      expect(isOwnOrigin(request({ origin: 'https://elsewhere.example' }, method), undefined)).toBe(true)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(isOwnOrigin(request({ origin: 'https://elsewhere.example' }, method), undefined)).toBe(false)
    }
  })
})

describe('the address of a caller', () => {
  test('is what our proxy added, not what the caller claimed before', () => {
    expect(addressOf(request({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }), true)).toBe('203.0.113.9')
    expect(addressOf(request({ 'x-forwarded-for': '203.0.113.9' }), true)).toBe('203.0.113.9')
  })

  test('is the connection’s own without a proxy of ours', () => {
    expect(addressOf(request({ 'x-forwarded-for': '203.0.113.9' }), false)).toBe('')
  })
})

describe('what a page may frame', () => {
  const framesOf = (framed: string | undefined) => {
    const response = new ServerResponse(request({}))
    setSecurityHeaders(response, { secure: false, development: false, framed, reportsTo: undefined })
    return /frame-src ([^;]*)/.exec(String(response.getHeader('content-security-policy')))?.[1]
  }

  test('is nothing without a welcome video', () => {
    expect(framesOf(undefined)).toBe("'none'")
  })

  test('is the site of the welcome video and no other', () => {
    expect(framesOf('https://player.example/embed/1?a=b;%20c')).toBe('https://player.example')
  })
})

describe('where a page may send to', () => {
  const connectOf = (reportsTo: string | undefined) => {
    const response = new ServerResponse(request({}))
    setSecurityHeaders(response, { secure: false, development: false, framed: undefined, reportsTo })
    return /connect-src ([^;]*)/.exec(String(response.getHeader('content-security-policy')))?.[1]
  }

  test('is this server alone while no errors are reported', () => {
    expect(connectOf(undefined)).toBe("'self'")
  })

  test('is also the host of the error reports, without the key', () => {
    expect(connectOf('https://key@reports.example/7')).toBe("'self' https://reports.example")
  })
})
