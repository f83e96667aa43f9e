import { query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'

/** Changes amendment requests, and reloads them with the addenda of notes and the work queue, which also change. */
export const useChange = () => useChangeOf([query.amendments, query.signatures, query.workQueue])
