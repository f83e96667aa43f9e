import type { Config } from '#server/config.ts'

/** Maximum number of connections that each part of a process opens. */
export const connections = {
  web: { requests: 20, signIn: 5, adminPanel: 3, queue: 2, progress: 1, payments: 4 },
  worker: { jobs: 10, queue: 8, queueNotifications: 1, payments: 4 },
  process: { monitoring: 2 },
} as const

/** Connections for starts, backups, `npm run admin` and operators. */
const spareConnections = 10

const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, count) => sum + count, 0)

/** Maximum number of connections that one process with these roles keeps open. */
export function connectionsOf(roles: Config['ROLES']): number {
  return total(connections.process) + roles.reduce((sum, role) => sum + total(connections[role]), 0)
}

/** The connections that listen for notifications. They cannot go through a pooler in transaction mode. */
function listeningConnectionsOf(roles: Config['ROLES']): number {
  const { web, worker } = connections
  const each = { web: web.queue + web.progress, worker: worker.queue + worker.queueNotifications }
  return roles.reduce((sum, role) => sum + each[role], 0)
}

/** Connections that a database must accept for these processes, beside those of a pooler. */
export function neededConnections(processes: readonly Config['ROLES'][], hasPooler = false): number {
  const countOf = hasPooler ? listeningConnectionsOf : connectionsOf
  return processes.reduce((sum, roles) => sum + countOf(roles), spareConnections)
}
