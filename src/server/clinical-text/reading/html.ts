import { visible } from '#shared/rules/visible.ts'

const block =
  'p|div|h[1-6]|li|ul|ol|tr|table|section|article|header|footer|blockquote|dt|dd|dl|body|html|title|figure|pre|main'

const breaks = new RegExp(String.raw`<br\s?/?>|</?(?:${block})(?:\s[^<>]*)?>`, 'gi')
const cell = /<t[dh](?:\s[^<>]*)?>((?:(?!<\/?t[dhr]\b)[^])*)<\/t[dh]>/gi

/** True for a page, or a part of one, as a program exports or copies it. */
export const isHtml = (text: string) =>
  /^\s*<(?:!doctype html|(?:html|head|body|meta|b|strong|span|style|p|div|h[1-6]|ul|ol|li|table|section|article|main|blockquote)(?:\s[^<>]*)?)>/i.test(
    text,
  ) && /<\/(?:html|body|div|p|li|td|h[1-6]|blockquote|b|strong|span)>/i.test(text)

/** Text of a page: one line for each block or line break, a tab after each table cell. Drops styles, scripts and comments. */
export const htmlText = (html: string) => markupText(withoutHidden(html).replace(/\s+/g, ' '))

/** Text of markup whose white space is text. */
export function markupText(markup: string): string {
  const lines = markup
    .replace(cell, (_, inner: string) => `${inner.replace(breaks, ' ').trim()}\t`)
    .replace(breaks, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
  return visible(withReferences(lines))
}

/** Removes comments and elements that hold no text of the page. */
function withoutHidden(html: string): string {
  const parts: string[] = []
  const opening = /<!--|<(script|style|head|template|noscript|svg)\b/gi
  let from = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const end = found[1] === undefined ? '-->' : `</${found[1].toLowerCase()}`
    const at = indexAfter(html, end, found.index)
    parts.push(html.slice(from, found.index))
    from = at
    opening.lastIndex = at
  }
  return [...parts, html.slice(from)].join(' ')
}

function indexAfter(html: string, end: string, from: number): number {
  const pattern = new RegExp(end, 'gi')
  pattern.lastIndex = from
  if (!pattern.test(html)) return html.length
  const close = end === '-->' ? pattern.lastIndex : html.indexOf('>', pattern.lastIndex) + 1
  return close === 0 ? html.length : close
}

const references: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  shy: '',
  quot: '"',
  apos: "'",
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
}

/** `auml`, `Eacute`: a letter and its accent. */
const accents: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
}

function named(name: string): string | undefined {
  const [, letter = '', accent = ''] = /^([a-z])(uml|acute|grave|circ|tilde|cedil)$/i.exec(name) ?? []
  return (
    references[name.toLowerCase()] ?? (letter === '' ? undefined : (letter + (accents[accent] ?? '')).normalize('NFC'))
  )
}

/** Resolves character references such as `&amp;` and `&#233;`. */
export function withReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,10}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
