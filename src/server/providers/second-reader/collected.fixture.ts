/** Everything that a reading yields. */
export async function collected<T>(reading: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of reading) all.push(one)
  return all
}
