import type { LegalHold, RecordRelease } from '#shared/contract/releases.ts'

export const courtRelease: RecordRelease = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7d01',
  releasedOn: '2026-03-04',
  recipient: 'Marion County Court',
  contents: 'Notes of 2026',
  loggedBy: 'Robin Hale',
  loggedAt: '2026-03-04T09:00:00Z',
}

export const activeHold: LegalHold = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7d02',
  startsOn: '2026-03-05',
  reason: 'Subpoena of the county court',
  placedBy: 'Robin Hale',
  placedAt: '2026-03-05T09:00:00Z',
  lifted: null,
}

export const liftedHold: LegalHold = {
  ...activeHold,
  lifted: { reason: 'The case is closed.', by: 'Robin Hale', at: '2026-03-06T09:00:00Z' },
}
