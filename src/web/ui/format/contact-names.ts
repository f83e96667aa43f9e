import type { Contact } from '#shared/contract/session-status.ts'

export const contactNames: Readonly<Record<Contact, string>> = {
  session: 'Session',
  'phone call': 'Phone call',
  'no-show': 'No-show',
}
