import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outbox } from '#server/providers/mail/outbox.ts'

/**
 * Mails that were kept because no mail server is set up. They hold links that sign people in, so the page answers only to
 * this very machine, and never through a proxy.
 */
export async function outboxPage(outbox: Outbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isLocal(request)) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  const mails = await outbox.list()
  const items = mails.map(
    (mail) =>
      `<article><h2>${escape(mail.subject)}</h2><p>To ${escape(mail.to)}, ${escape(mail.at)}</p><pre>${linked(mail.text)}</pre></article>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}article{border-top:1px solid #8886;padding-top:.5rem}h2{font-size:1rem}</style>
<h1>Outbox</h1><p>No mail server is set up (SMTP_URL), so mails stand here, on this machine only.</p>
${items.join('\n') || '<p>No mails yet.</p>'}</html>`,
  )
}

/** From this machine, under this machine's name: a page elsewhere whose name was pointed here does not get in either. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? ''
  const name = (request.headers.host ?? '').replace(/:\d+$/, '')
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((header) => header in request.headers)
  return /^(::1|(::ffff:)?127\.)/.test(address) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(name) && !isForwarded
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function linked(text: string): string {
  return escape(text).replace(/https?:&#47;?\S+|https?:\S+/g, (url) => `<a href="${url}">${url}</a>`)
}
