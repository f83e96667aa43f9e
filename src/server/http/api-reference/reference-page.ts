import { ApiDocument, type DescribedSchema, type Operation } from './api-document.ts'
import { escapeHtml } from '#server/escape-html.ts'
import { schemaText } from './schema-text.ts'

/** The reference page: every endpoint by noun, with its input and output. It needs no script. */
export function referencePage(document: string): string {
  const { info, paths } = ApiDocument.parse(JSON.parse(document))
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const nouns = [...new Set(endpoints.map(({ operation }) => nounOf(operation)))]
  const contents = nouns.map((noun) => `<li><a href="#${escapeHtml(noun)}">${escapeHtml(noun)}</a></li>`)
  const parts = nouns.map((noun) => {
    const nounEndpoints = endpoints.filter(({ operation }) => nounOf(operation) === noun)
    return `<section id="${escapeHtml(noun)}"><h2>${escapeHtml(noun)}</h2>${nounEndpoints.map(endpointHtml).join('\n')}</section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/icon.svg"><title>API of ${escapeHtml(info.title)}</title>
<style>:root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}
pre{overflow:auto;font:13px/1.5 ui-monospace,monospace}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}summary{cursor:pointer;padding:.25rem 0}
section{border-top:1px solid #8886}h3{font-size:.9rem;margin:.5rem 0 0}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}</style>
<main><h1>API of ${escapeHtml(info.title)}</h1>${paragraphs(info.description)}
<p>The same as OpenAPI 3.1: <a href="/api/openapi.json">openapi.json</a></p>
<nav aria-label="Nouns"><ul>${contents.join('')}</ul></nav>
${parts.join('\n')}</main></html>`
}

function endpointHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema }) => `${name}${required ? '' : '?'}: ${schemaText(schema)} (${place})`,
  )
  const parts = [
    ['Parameters', parameters.join('\n')],
    ['Body', bodyText(operation.requestBody?.content)],
    ['Response', bodyText(operation.responses['200']?.content)],
  ] as const
  const shown = parts.filter(([, text]) => text !== '')
  return `<details><summary><code>${method} /api${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
${shown.map(([title, text]) => `<h3>${title}</h3><pre tabindex="0">${escapeHtml(text)}</pre>`).join('')}</details>`
}

function bodyText(content: Record<string, { schema?: DescribedSchema | undefined }> = {}): string {
  return Object.entries(content)
    .map(([type, { schema = {} }]) => (type === 'application/json' ? '' : `${type}\n`) + schemaText(schema))
    .join('\n')
}

function nounOf(operation: Operation): string {
  return operation.tags?.[0] ?? ''
}

/** Paragraphs with code between backticks. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replace(/`([^`]*)`/g, '<code>$1</code>')}</p>`)
    .join('\n')
}
