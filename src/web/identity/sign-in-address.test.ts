import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { owner } from '#web/testing/account.ts'
import { isSignUpUnfinished, safeDestination, signInAddress } from './sign-in-address.ts'

describe('a sign-up', () => {
  const unnamed = { ...owner, firstName: '', lastName: '' }

  it('a sign-up without a name is unfinished', () => {
    expect([unnamed, owner].map(isSignUpUnfinished)).toEqual([true, false])
  })

  it('a sign-up does not ask for a name before a required second factor', () => {
    expect(isSignUpUnfinished({ ...unnamed, closedOrganization: 'Northside Clinic' })).toBe(false)
  })
})

describe('the redirect after sign-in', () => {
  it('the redirect after sign-in keeps path and query', () => {
    expect(safeDestination('/clients?status=all&page=2')).toBe('/clients?status=all&page=2')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/.//evil.example',
    '//',
    '/\\evil.example',
    'javascript:alert(1)',
  ])('the redirect after sign-in does not lead to %s', (url) => expect(safeDestination(url)).toBe('/'))

  it('the redirect after sign-in never leads out of the app', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `/${s}`),
          fc
            .array(fc.constantFrom('/', '\\', '.', '..', 'evil.example', ':', '@', '\t'), { maxLength: 8 })
            .map((parts) => parts.join('')),
        ),
        (wanted) => {
          const home = new URL('https://attend.example/')
          expect(new URL(safeDestination(wanted), home).origin).toBe(home.origin)
        },
      ),
    )
  })

  it('the redirect after sign-in leads to the requested page', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, search) => {
        const wanted = `/${path.replace(/^\/+/, '')}${search && `?${search}`}`
        // Such a path would lead out of the app once its dots are resolved.
        fc.pre(!new URL(wanted, 'https://attend.example').pathname.startsWith('//'))
        const kept = new URLSearchParams(new URL(signInAddress(wanted), 'https://attend.example').search).get(
          'redirect',
        )
        const home = 'https://attend.example'
        expect(new URL(safeDestination(kept), home).href).toBe(new URL(wanted, home).href)
      }),
    )
  })
})
