import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outbox } from '#server/providers/mail/outbox.ts'
import { escapeHtml } from '#server/escape-html.ts'
import { sendFailurePage } from './failure-page.ts'
import { cookieOf } from './session-cookie.ts'

export const outboxPath = '/outbox'

const cookieName = 'attend.outbox'

/** The outbox and the random token that opens it. */
export interface OutboxAccess {
  outbox: Outbox
  token: string
}

export function outboxUrl(publicUrl: string, token: string): string {
  return `${new URL(publicUrl).origin}${outboxPath}?token=${token}`
}

/**
 * Lists the mails stored because no mail server is set up. They contain sign-in links, so the page requires the link
 * with the token. That link sets a cookie and redirects, so the token does not stay in the address bar or the history.
 */
export async function outboxPage(
  { outbox, token }: OutboxAccess,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('cache-control', 'no-store')
  const requestToken = new URL(request.url ?? '/', 'http://local').searchParams.get('token')
  if (requestToken !== null && isEqual(requestToken, token)) {
    const cookie = `${cookieName}=${token}; Path=${outboxPath}; HttpOnly; SameSite=Lax`
    return void response.writeHead(303, { location: outboxPath, 'set-cookie': cookie }).end()
  }
  if (!isEqual(cookieOf(request, cookieName) ?? '', token)) {
    const sentence = 'To open the outbox, use the link that Attend printed on its console at start.'
    return sendFailurePage(response, { status: 404, sentence, back: { address: '/', name: 'Attend' } })
  }
  const mails = await outbox.list()
  const items = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</p><pre>${linkUrls(mail.text)}</pre></article>`,
  )
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}article{border-top:1px solid #8886;padding-top:.5rem}h2{font-size:1rem}</style>
<h1>Outbox</h1><p>No mail server is set up (SMTP_URL), so emails are stored on this machine and listed here.</p>
${items.join('\n') || '<p>No emails yet.</p>'}</html>`,
  )
}

/** Compares digests in constant time. */
function isEqual(received: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(token))
}

function linkUrls(text: string): string {
  return escapeHtml(text).replace(/https?:&#47;?\S+|https?:\S+/g, (url) => `<a href="${url}">${url}</a>`)
}
