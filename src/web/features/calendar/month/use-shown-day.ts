import { useState } from 'react'

type Shown = {
  day: string
  /** The date in the URL at the last rendering. */
  named: string | undefined
  /** Selected dates that are not in the URL yet, oldest first. */
  underway: readonly string[]
}

/**
 * The selected day. The caller updates the URL. A selection is shown before the router has updated, so that the focus
 * in the grid moves immediately. Otherwise the day follows the URL, e.g. after Back. Without a date in the URL, it is
 * `today`.
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

/** Follows a new date in the URL. The router may skip dates that were selected in quick succession. */
function followed({ day, underway }: Shown, named: string | undefined, today: string): Shown {
  const at = named === undefined ? -1 : underway.indexOf(named)
  return at === -1 ? { day: named ?? today, named, underway: [] } : { day, named, underway: underway.slice(at + 1) }
}
