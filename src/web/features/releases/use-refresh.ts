import { query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'

/** Changes releases and holds, which also decide whether a note can be unlocked. */
export const useChange = () => useChangeOf([query.releases, query.signatures])
