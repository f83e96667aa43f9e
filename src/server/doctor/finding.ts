/** A part of the installation that the doctor checks. */
export type Area = 'settings' | 'disk' | 'database' | 'clock' | 'storage' | 'mail' | 'engines' | 'backups' | 'audit'

/** A problem of the installation with its remedy. */
export interface Finding {
  area: Area
  /** A fault keeps a part of Attend from working; a warning is a risk. */
  level: 'fault' | 'warning'
  problem: string
  remedy: string
}

export function fault(area: Area, problem: string, remedy: string): Finding {
  return { area, level: 'fault', problem, remedy }
}

export function warning(area: Area, problem: string, remedy: string): Finding {
  return { area, level: 'warning', problem, remedy }
}

/** The message of an error, with a period. */
export function reasonOf(error: unknown): string {
  const message = error instanceof AggregateError ? error.errors.map(reasonOf).join(' ') : messageOf(error)
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message || error.cause.name}` : ''
  return `${error.message || error.name}${cause}`
}
