import type { AmendmentRequest } from '#shared/contract/amendments.ts'
import { answerDays } from '#shared/rules/amendment-due.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { todayIn } from '#web/ui/format/dates.ts'
import { owner } from './account.ts'
import { maya, sessionId } from './clinical.ts'

/** An amendment request that arrived today. */
export const openRequest: AmendmentRequest = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d7c01',
  clientId: maya.id,
  sessionId,
  sessionDate: '2026-03-02',
  receivedOn: todayIn(owner.timeZone),
  channel: 'letter',
  text: 'Please correct the name of my sister.',
  dueOn: addDays(todayIn(owner.timeZone), answerDays),
  state: 'open',
  loggedBy: 'Robin Hale',
  loggedAt: '2026-03-03T09:00:00Z',
  steps: [],
}

/** `openRequest` after a denial. */
export const deniedRequest: AmendmentRequest = {
  ...openRequest,
  state: 'denied',
  steps: [
    {
      kind: 'denied',
      denialReason: 'accurate',
      text: 'It is her name.',
      addendumNumber: null,
      by: 'Robin Hale',
      at: '2026-03-04T09:00:00Z',
    },
  ],
}
