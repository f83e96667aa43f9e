import type { AmendmentChannel, AmendmentRequest, AmendmentStep, DenialReason } from '#shared/contract/amendments.ts'
import { shownDate } from '#web/ui/format/dates.ts'

export const channelNames: Readonly<Record<AmendmentChannel, string>> = {
  letter: 'Letter',
  email: 'Email',
  phone: 'Phone',
  'in person': 'In person',
  other: 'Other',
}

/** The four permitted reasons of 45 CFR 164.526(a)(2). */
export const denialReasons: Readonly<Record<DenialReason, string>> = {
  not_ours: 'Not created by us',
  not_in_record: 'Not part of the record',
  not_for_inspection: 'Not available for inspection',
  accurate: 'Accurate and complete',
}

export const stepNames: Readonly<Record<AmendmentStep['kind'], string>> = {
  extended: 'Extended',
  accepted: 'Accepted',
  denied: 'Denied',
  statement: 'Statement of disagreement attached',
}

/** Describes a request in one line, e.g. `Request received 11/23/2026`. */
export function requestName({ receivedOn }: Pick<AmendmentRequest, 'receivedOn'>): string {
  return `Request received ${shownDate(receivedOn)}`
}
