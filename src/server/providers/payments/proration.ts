const dayLength = 86_400_000

/** Days since 1970 in UTC, whose days are all equally long. */
function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / dayLength)
}

/** A part of an amount to the nearest unit; halves go away from zero, so that a credit and its charge cancel out. */
function share(amount: number, part: number, whole: number): number {
  return Math.floor((2 * amount * part + whole) / (2 * whole))
}

export interface Proration {
  daysRemaining: number
  totalDaysInCycle: number
  /** 0 or less: what was paid for the days that remain. */
  creditAmount: number
  /** What the new plan costs for them. */
  chargeAmount: number
  /** `creditAmount + chargeAmount`: less than 0 when money is left for the next invoice. */
  netAmount: number
}

/**
 * What a change of plan costs within a period, by days in UTC; the day of the change belongs to the new plan.
 * Amounts are integers of the smallest unit, 0 or more.
 */
export function prorate(change: {
  currentAmount: number
  newAmount: number
  periodStart: Date
  periodEnd: Date
  now: Date
}): Proration {
  const end = dayOf(change.periodEnd)
  const totalDaysInCycle = Math.max(1, end - dayOf(change.periodStart))
  const daysRemaining = Math.min(totalDaysInCycle, Math.max(0, end - dayOf(change.now)))
  const credit = share(change.currentAmount, daysRemaining, totalDaysInCycle)
  const chargeAmount = share(change.newAmount, daysRemaining, totalDaysInCycle)
  return {
    daysRemaining,
    totalDaysInCycle,
    creditAmount: credit === 0 ? 0 : -credit,
    chargeAmount,
    netAmount: chargeAmount - credit,
  }
}

/**
 * When the `count`-th period after `anchor` ends, in UTC. The day of the month is the anchor's, or the month's last one
 * where it is shorter: 31 January, 28 February, 31 March.
 */
export function periodEnd(anchor: Date, interval: 'month' | 'year', count: number): Date {
  const months = interval === 'year' ? 12 * count : count
  const end = new Date(anchor)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return end
}
