const dayLength = 86_400_000

/** Days since 1970 in UTC, where all days have the same length. */
function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / dayLength)
}

/** A fraction of an amount, rounded half up. Credit and charge round alike, so that equal amounts cancel out. */
function share(amount: number, part: number, whole: number): number {
  return Math.floor((2 * amount * part + whole) / (2 * whole))
}

export interface Proration {
  daysRemaining: number
  totalDaysInCycle: number
  /** 0 or less: the price already paid for the remaining days. */
  creditAmount: number
  /** The new plan's price for the remaining days. */
  chargeAmount: number
  /** `creditAmount + chargeAmount`. Below 0, the rest is credited to the next invoice. */
  netAmount: number
}

/**
 * The cost of a plan change within a period, by UTC days. The day of the change belongs to the new plan.
 * Amounts are integers of the smallest currency unit, 0 or more.
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
 * The end of the `count`-th period after `anchor`, in UTC. Keeps the anchor's day of the month, or uses the last day of a
 * shorter month: 31 January, 28 February, 31 March.
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
