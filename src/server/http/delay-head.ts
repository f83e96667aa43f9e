import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'

/**
 * Sends the head of a response together with its body. oRPC writes the head before the body, and its compression plugin
 * decides at that moment, before the size of the body is known (decision 0082).
 */
export function delayHead(response: ServerResponse | Http2ServerResponse): void {
  const writeHead: unknown = Reflect.get(response, 'writeHead')
  Object.defineProperty(response, 'writeHead', {
    configurable: true,
    writable: true,
    value: (status: number, headers: OutgoingHttpHeaders = {}) => {
      Object.assign(response, { writeHead })
      response.statusCode = status
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value)
      return response
    },
  })
}
