import type { Signer } from '#shared/contract/signatures.ts'

/** Formats a signer's name and credentials: 'Maya Orlen, LCSW'. */
export function signerName({ name, credentials }: Pick<Signer, 'name' | 'credentials'>): string {
  return credentials === '' ? name : `${name}, ${credentials}`
}

/** Formats a license: 'License LC-20417, Oregon'. Empty without a license number. */
export function signerLicense({ licenseNumber, licenseState }: Signer): string {
  if (licenseNumber === '') return ''
  return licenseState === '' ? `License ${licenseNumber}` : `License ${licenseNumber}, ${licenseState}`
}

/** Formats a moment in the signer's zone, with the name of the zone: '11/19/2026, 3:04 PM PST'. */
export function signedMoment(at: string, timeZone: string): string {
  const format = {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat('en-US', { ...format, timeZoneName: 'short' })
    .format(new Date(at))
    .replaceAll('\u202f', ' ')
}

/** Formats the time of day of a moment in the signer's zone: '3:04 PM PST'. */
export function signedClock(at: string, timeZone: string): string {
  const format = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(at)).replaceAll('\u202f', ' ')
}
