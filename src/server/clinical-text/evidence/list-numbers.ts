const leadingNumber = /^(\d+)[.)]\s+/

/** Lines without the numbers of a list, which begin with 1 and ascend. Other numbers are words, e.g. `20. August …` */
export function withoutListNumbers(lines: readonly string[]): string[] {
  const numbers = lines.flatMap((line) => leadingNumber.exec(line)?.[1] ?? [])
  const isList = numbers.every((number, at) => Number(number) === at + 1)
  return isList ? lines.map((line) => line.replace(leadingNumber, '')) : [...lines]
}
