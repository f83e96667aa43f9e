import { query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'

/**
 * Changes releases and holds, and reloads them with the signatures of notes, because a hold decides whether a note can
 * be unlocked.
 */
export const useChange = () => useChangeOf([query.releases, query.signatures])
