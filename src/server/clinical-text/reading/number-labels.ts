const numberFirst = /^(\d{1,2})\s?[:：]\s+(.*)$/s

const splitNumber = (line: string) => {
  const [, label, text] = numberFirst.exec(line) ?? []
  return label !== undefined && text !== undefined ? { label, text } : null
}

/**
 * Reads `1: text` and `2: text` if two numbers are the speakers of a file: they begin the first line and most lines,
 * and both occur at least twice. Other numbers are those of a list.
 */
export function numberReader(lines: readonly string[]) {
  const found = lines.flatMap((line) => splitNumber(line)?.label ?? [])
  const numbers = new Set(found)
  const areRepeated = [...numbers].every((number) => found.indexOf(number) !== found.lastIndexOf(number))
  const areSpeakers =
    numbers.size === 2 && areRepeated && found.length * 2 >= lines.length && splitNumber(lines[0] ?? '') !== null
  return areSpeakers ? splitNumber : () => null
}
