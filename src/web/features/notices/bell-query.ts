import { automatic, query } from '#web/api/client.ts'

const lookAgainMs = 2 * 60_000

/** The newest notices, refreshed every two minutes. */
export const bellQuery = { ...query.notices.list.queryOptions({ context: automatic }), refetchInterval: lookAgainMs }
