import { query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'

/** Changes amendment requests, and with them the addenda of notes and the queue. */
export const useChange = () => useChangeOf([query.amendments, query.signatures, query.workQueue])
