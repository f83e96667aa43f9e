import { query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'

/**
 * Changes amendment requests, and reloads them with the data that also changes: the addenda of notes, the notice of a
 * copied note and the work queue.
 */
export const useChange = () => useChangeOf([query.amendments, query.signatures, query.copies, query.workQueue])
