import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outbox } from '#server/providers/mail/outbox.ts'
import { escapeHtml } from './escape-html.ts'
import { sendFailurePage } from './failure-page.ts'
import { cookieOf } from './session-cookie.ts'

export const outboxPath = '/outbox'

const cookieName = 'attend.outbox'

/** The outbox and the random token that opens it. */
export interface OutboxAccess {
  outbox: Outbox
  token: string
}

/** The address under which the outbox opens. */
export function outboxUrl(publicUrl: string, token: string): string {
  return `${new URL(publicUrl).origin}${outboxPath}?token=${token}`
}

/**
 * Mails that were kept because no mail server is set up. They hold links that sign people in, so the page opens only through the
 * link with the token. The link sets a cookie and leads on, so that the token stays neither in the address bar nor in the history.
 */
export async function outboxPage(
  { outbox, token }: OutboxAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('cache-control', 'no-store')
  const given = new URL(request.url ?? '/', 'http://local').searchParams.get('token')
  if (given !== null && isSame(given, token)) {
    const cookie = `${cookieName}=${token}; Path=${outboxPath}; HttpOnly; SameSite=Lax`
    return void response.writeHead(303, { location: outboxPath, 'set-cookie': cookie }).end()
  }
  if (!isSame(cookieOf(request, cookieName) ?? '', token)) {
    const sentence = 'The outbox opens through the link that Attend printed on its console when it started.'
    return sendFailurePage(response, { status: 404, sentence, back: { address: '/', name: 'Attend' } })
  }
  const mails = await outbox.list()
  const items = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</p><pre>${linked(mail.text)}</pre></article>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}article{border-top:1px solid #8886;padding-top:.5rem}h2{font-size:1rem}</style>
<h1>Outbox</h1><p>No mail server is set up (SMTP_URL), so mails are kept on this machine and listed here.</p>
${items.join('\n') || '<p>No mails yet.</p>'}</html>`,
  )
}

/** Compares digests, which takes equally long whatever was given. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function linked(text: string): string {
  return escapeHtml(text).replace(/https?:&#47;?\S+|https?:\S+/g, (url) => `<a href="${url}">${url}</a>`)
}
