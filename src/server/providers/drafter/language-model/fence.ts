import { randomUUID } from 'node:crypto'

/** A mark that cannot occur in a session. */
export const newFence = () => `data-${randomUUID().slice(0, 8)}`

/** Data for the model between lines with `fence`. */
export function fenced(data: string, fence: string): string {
  return `<${fence}>\n${data.replaceAll(fence, '')}\n</${fence}>`
}
