import { useState } from 'react'

type Shown = {
  day: string
  /** The date in the URL when last read. */
  named: string | undefined
  /** Selected dates that are not in the URL yet, in order of selection. */
  underway: readonly string[]
}

/**
 * The selected day. The caller updates the URL. A selection shows before the router has followed, so the grid's focus
 * moves at once. Otherwise the day follows the URL, e.g. after Back. `today` is used without a date in the URL.
 */
export function useShownDay(named: string | undefined, today: string): [string, (day: string) => void] {
  const [shown, setShown] = useState<Shown>({ day: named ?? today, named, underway: [] })
  if (named !== shown.named) setShown(followed(shown, named, today))
  const choose = (day: string) =>
    setShown((old) => {
      const isOnItsWay = (old.underway.at(-1) ?? old.named) === day
      return { ...old, day, underway: isOnItsWay ? old.underway : [...old.underway, day] }
    })
  return [shown.day, choose]
}

/** The router may skip dates that were selected in quick succession. */
function followed({ day, underway }: Shown, named: string | undefined, today: string): Shown {
  const at = named === undefined ? -1 : underway.indexOf(named)
  return at === -1 ? { day: named ?? today, named, underway: [] } : { day, named, underway: underway.slice(at + 1) }
}
