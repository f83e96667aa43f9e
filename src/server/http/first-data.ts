import type { IncomingMessage } from 'node:http'
import type { StandardHandler } from '@orpc/server/standard'
import type { ResponseHeadersPluginContext } from '@orpc/server/plugins'
import { firstDataId, type FirstResponse } from '#shared/rules/first-data.ts'
import type { RequestContext } from '#server/context.ts'

/** Reads an address of the API as the user who requests a document. */
export type ReadFirst = (address: string) => Promise<FirstResponse | undefined>

/** Handles a GET request of the API without a connection, with the same checks and the same audit events. */
export async function readFirst(
  api: StandardHandler<RequestContext & ResponseHeadersPluginContext>,
  context: RequestContext,
  address: string,
): Promise<FirstResponse | undefined> {
  const request = {
    method: 'GET',
    url: new URL(address, 'http://local'),
    headers: {},
    body: () => Promise.resolve(undefined),
    signal: undefined,
  }
  const { response } = await api.handle(request, { prefix: '/api', context })
  if (!response) return undefined
  const headers = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return { address, status: response.status, headers: Object.fromEntries(headers), body: response.body }
}

/** True if a browser shows this document immediately. A prefetched document reads no data, because reading a note is recorded. */
export function isShownAtOnce({ method, headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document'
  return method === 'GET' && destination === 'document' && headers['sec-purpose'] === undefined
}

/** The element of a document with the responses to its page's first requests. Browsers do not run this type of script. */
export function firstDataElement(responses: readonly (FirstResponse | undefined)[]): string {
  const found = responses.filter((response) => response !== undefined)
  // `<` could end the element.
  const json = JSON.stringify(found).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${firstDataId}">${json}</script>`
}
