import type { Progress, ProgressFile, ProgressPassage } from '#shared/contract/progress.ts'
import { dottedInitials } from '#shared/rules/initials.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { progressDisclaimer, sectionSources, summaryTiles, uncheckedSessions, usDate } from '#shared/rules/progress.ts'
import { topicNames } from '#shared/rules/safety-status.ts'

/** The colors are light in every color scheme, because the document may be printed. */
const style = `:root{color-scheme:light}body{max-width:46em;margin:2em auto;padding:0 1em;background:#fff;color:#16211f;
font:11pt/1.5 Georgia,serif}h1,h2,h3{line-height:1.25}dt{font-weight:bold}dd{margin:0 0 .6em}li{margin:0 0 .5em}small{color:#43524e}`

/**
 * Writes the progress as one self-contained HTML file, which every browser and word processor can open. Clients are
 * shown by initials, but passages are quoted unchanged. Days are in the reader's zone.
 */
export function progressDocument(progress: Progress, timeZone: string): ProgressFile {
  const { client, from, to, updatedAt, redFlags } = progress
  const updatedOn = updatedAt ? usDate(localDateTime(new Date(updatedAt), timeZone).date) : 'No notes yet'
  const unchecked = uncheckedSessions(progress)
  const subject = client ? `Client ${dottedInitials(client)}` : 'All clients'
  const parts = [
    `<h1>Progress</h1>`,
    `<p>${escape(subject)}, ${usDate(from)} to ${usDate(to)}<br>Last updated: ${updatedOn}</p>`,
    `<p>${escape(progressDisclaimer)}</p>`,
    progress.isComplete ? '' : `<p>Only the newest sessions of this period were read.</p>`,
    unchecked ? `<p>${unchecked}</p>` : '',
    `<h2>Progress Summary</h2><dl>`,
    ...summaryTiles(progress).map(
      ({ title, figure, detail, passage }) =>
        `<dt>${escape(title)}: ${escape(figure)}</dt><dd>${escape(detail)}</dd>${passage ? `<dd>${passageLines(passage)}</dd>` : ''}`,
    ),
    `</dl>`,
    ...progress.sections.flatMap(({ name, passages }) => [
      `<h2>${escape(name)}</h2><p>${escape(sectionSources[name])}</p>`,
      ...(name.startsWith('Diagnosis') && redFlags.length > 0
        ? [
            `<h3>Red flags present</h3>`,
            passageList(redFlags.map((flag) => ({ ...flag, text: `${topicNames[flag.topic]}: “${flag.text}”` }))),
          ]
        : []),
      passages.length > 0 ? passageList(passages) : `<p>Nothing in this period.</p>`,
    ]),
  ]
  const title = `Progress ${to}`
  return {
    fileName: `${title.replace(' ', '-')}.html`,
    content: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>\n<body>${parts.filter(Boolean).join('\n')}</body></html>\n`,
  }
}

function passageList(passages: readonly ProgressPassage[]): string {
  return `<ul>${passages.map((passage) => `<li>${passageLines(passage)}</li>`).join('\n')}</ul>`
}

function passageLines({ text, date, source, client }: ProgressPassage): string {
  return `${escape(text)}<br><small>${usDate(date)}, ${escape(dottedInitials(client))}, ${escape(source)}</small>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
