import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse, parseFragment, type TreeAdapter } from 'parse5'
import { visible } from '#shared/rules/visible.ts'
import { TranscriptFileError } from './error.ts'

const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 li ul ol tr table section article header footer blockquote dt dd dl title figure pre main'.split(
    ' ',
  ),
)
const cells = new Set(['td', 'th'])
const hidden = new Set(['script', 'style', 'head', 'template', 'noscript', 'svg', 'iframe'])

/** Pages are not nested deeper. The time and memory of parsing grow with the depth. */
const maxDepth = 2000

/** True for HTML: a page, or a part of a page, as programs export or copy it. */
export const isHtml = (text: string) =>
  /^\s*<(?:!doctype html|(?:html|head|body|meta|b|strong|span|style|p|div|h[1-6]|ul|ol|li|table|section|article|main|blockquote|pre)(?:\s[^<>]*)?)>/i.test(
    text,
  ) && /<\/(?:html|body|div|p|li|td|h[1-6]|blockquote|b|strong|span|pre)>/i.test(text)

/**
 * Text of a page: one line for each block or line break, a tab after each table cell. Drops styles, scripts and comments.
 * @throws TranscriptFileError
 */
export const htmlText = (html: string) =>
  visible(textOf(parse(html, { treeAdapter: limitedTree() }), (text) => text.replace(/\s+/g, ' ')))

/** Text of markup in which white space counts. @throws TranscriptFileError */
export const markupText = (markup: string) =>
  visible(textOf(parseFragment(markup, { treeAdapter: limitedTree() }), (text) => text))

/**
 * Stops the parser if elements are nested too deeply, as in a page of many elements without an end. The parser's time
 * would grow with the square of their number.
 */
function limitedTree(): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let depth = 0
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1
      requireFlat(depth)
    },
    onItemPop: () => {
      depth -= 1
    },
  }
}

function requireFlat(depth: number): void {
  if (depth > maxDepth) throw new TranscriptFileError('transcript_unreadable')
}

type Plain = (text: string) => string

/** @param plain converts the white space of a text */
function textOf(parent: DefaultTreeAdapterTypes.ParentNode, plain: Plain, depth = 0): string {
  requireFlat(depth)
  return parent.childNodes.map((node) => nodeText(node, plain, depth)).join('')
}

function nodeText(node: DefaultTreeAdapterTypes.ChildNode, plain: Plain, depth: number): string {
  if (defaultTreeAdapter.isTextNode(node)) return plain(node.value)
  if (!defaultTreeAdapter.isElementNode(node) || hidden.has(node.tagName)) return ''
  if (node.tagName === 'br') return '\n'
  const text = textOf(node, node.tagName === 'pre' ? (inner) => inner : plain, depth + 1)
  if (cells.has(node.tagName)) return hasCell(node) ? text : `${text.replace(/\n+/g, ' ').trim()}\t`
  return blocks.has(node.tagName) ? `\n${text}\n` : text
}

/** True if a cell contains other cells: its table is only a layout. */
const hasCell = (parent: DefaultTreeAdapterTypes.ParentNode): boolean =>
  parent.childNodes.some((node) => defaultTreeAdapter.isElementNode(node) && (cells.has(node.tagName) || hasCell(node)))
