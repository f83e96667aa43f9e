import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '#server/escape-html.ts'

/** True if the client accepts HTML, as a browser that navigates, e.g. by a link in a new tab. */
export function acceptsHtml(request: IncomingMessage): boolean {
  return request.headers.accept?.includes('text/html') === true
}

/** A page with the error and a link back. */
export function sendFailurePage(
  response: ServerResponse,
  failure: { status: number; sentence: string; back: { address: string; name: string } },
): void {
  const { status, sentence, back } = failure
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Attend</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto 0;padding:0 1rem}h1{font-size:1.25rem}</style>
<main><h1>${escapeHtml(sentence)}</h1><p>You can close this tab, or go to <a href="${escapeHtml(back.address)}">${escapeHtml(back.name)}</a>.</p></main></html>`,
  )
}
