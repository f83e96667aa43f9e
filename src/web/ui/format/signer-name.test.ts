import { expect, test } from 'vitest'
import { signedClock, signedMoment, signerLicense, signerName } from './signer-name.ts'

const signer = { name: 'Tamsin Okell', credentials: 'MA', licenseNumber: 'LC-20417', licenseState: 'Oregon' }

test('a signer is shown with credentials and license, without missing parts', () => {
  expect(signerName(signer)).toBe('Tamsin Okell, MA')
  expect(signerName({ ...signer, credentials: '' })).toBe('Tamsin Okell')
  expect(signerLicense(signer)).toBe('License LC-20417, Oregon')
  expect(signerLicense({ ...signer, licenseState: '' })).toBe('License LC-20417')
  expect(signerLicense({ ...signer, licenseNumber: '' })).toBe('')
})

test('the time of a signature is shown in the signer’s zone, with the name of the zone', () => {
  expect(signedMoment('2026-11-19T23:04:00Z', 'America/Los_Angeles')).toBe('11/19/2026, 3:04 PM PST')
  expect(signedClock('2026-07-19T23:04:00Z', 'America/Los_Angeles')).toBe('4:04 PM PDT')
})
