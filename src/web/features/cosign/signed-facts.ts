import type { CosignNote } from '#shared/contract/cosign.ts'
import { contactNames } from '#web/ui/format/contact-names.ts'

/**
 * Names the signed facts that differ from an individual session with the client alone, e.g. `Type: Couple · Also present:
 * Kim Vale · Contact: Phone call`. Null if none differs.
 */
export function unusualFacts({ facts: { type, participants, contact } }: Pick<CosignNote, 'facts'>): string | null {
  const facts = [
    ...(type === 'Individual' ? [] : [`Type: ${type}`]),
    ...(participants.length > 0 ? [`Also present: ${participants.join(', ')}`] : []),
    ...(contact === 'session' ? [] : [`Contact: ${contactNames[contact]}`]),
  ]
  return facts.length > 0 ? facts.join(' · ') : null
}
