/** Says that a co-signer is away, e.g. `Ruth Halden is away until 12/1/2026. An owner can reassign these notes.` */
export function awayText(name: string, until: string, what = 'these notes'): string {
  const [year, month, day] = until.split('-').map(Number)
  return `${name} is away until ${month}/${day}/${year}. An owner can reassign ${what}.`
}
