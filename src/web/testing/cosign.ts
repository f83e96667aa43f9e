import type { CosignItem, CosignNote, CosignQueue } from '#shared/contract/cosign.ts'

const ids = ['0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c01', '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c02'] as const
const authorId = '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c03'

/** A note that the account must co-sign. */
export const waitingItem: CosignItem = {
  sessionId: ids[0],
  client: { firstName: 'Juniper', lastName: 'Vale' },
  author: { userId: authorId, name: 'Tamsin Okell', credentials: 'MA' },
  date: '2026-11-18',
  startTime: '11:00',
  endTime: '11:50',
  settingType: 'in-person',
  noteType: 'SOAP',
  status: 'awaiting_cosign',
  since: '2026-11-18T17:20:00.000Z',
  commentCount: 0,
  supervisorName: 'Robin Hale',
  awayUntil: null,
  assigned: null,
  returnedBy: null,
}

export const secondItem: CosignItem = {
  ...waitingItem,
  sessionId: ids[1],
  client: { firstName: 'Bram', lastName: 'Ostrow' },
  since: '2026-11-19T17:20:00.000Z',
}

export const emptyQueue: CosignQueue = { toCosign: [], returned: [], cosigned: [], others: [], awayUntil: null }

export const cosignNote: CosignNote = {
  item: waitingItem,
  version: 1,
  contentSha256: 'a'.repeat(64),
  facts: { type: 'Individual', participants: [], contact: 'session' },
  sections: [
    { title: 'Assessment', content: 'Panic symptoms are less frequent. Suicide risk is low. He avoids the bus.' },
    { title: 'Plan', content: 'Ride the bus for two stops.' },
  ],
  comments: [],
  signedAt: '2026-11-18T17:20:00.000Z',
  timeZone: 'America/Los_Angeles',
  signer: { name: 'Robin Hale', credentials: 'PhD', licenseNumber: 'P-1', licenseState: 'Oregon' },
  needsConfirmation: true,
  confirmedAt: null,
}
