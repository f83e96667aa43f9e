import type { TemplateDetails, TemplateSection } from '#shared/contract/templates.ts'
import { sectionKey } from '#shared/rules/template-wishes.ts'
import { labels, languages, occurrences, wishOptions, settings } from './wish-labels.ts'

/**
 * Lists the facts of a template, one per line. Each line names its section, so all lines are different. `titles` maps
 * keys to names, so that a renamed section has the same name in both versions.
 */
function linesOf({ name, baseType, language, sections }: TemplateDetails, titles: Titles): string[] {
  return [
    `Name: ${name}`,
    `Based on: ${baseType}`,
    `Language: ${languages.find(({ value }) => value === language)?.label ?? language}`,
    `Sections: ${sections.map(({ title }) => title).join(', ')}`,
    ...sections.flatMap((section) => sectionLines(section, titles.get(sectionKey(section)) ?? section.title)),
  ]
}

type Titles = ReadonlyMap<string, string>

function sectionLines(section: TemplateSection, name: string): string[] {
  const wishes = (['source', 'style', 'length', 'person', 'tense', 'quotes'] as const).map((wish) => {
    const choice = wishOptions[wish].find(({ value }) => value === section[wish])
    return `${labels[wish]}: ${choice?.label ?? ''}`
  })
  const setting = settings.find(({ value }) => value === (section.setting ?? ''))
  const occurrence = occurrences.find(({ value }) => value === (section.occurrence ?? ''))
  const { title, instruction, maxWords, forbiddenPhrases, required, sessionType } = section
  return [
    `Title: ${title}`,
    ...wishes,
    `Required: ${required ? 'yes' : 'no'}`,
    `In notes of: ${setting?.label ?? ''}`,
    `Session type: ${sessionType ?? 'All types'}`,
    `Sessions of the client: ${occurrence?.label ?? ''}`,
    `What it is about: ${instruction}`,
    `Most words: ${maxWords ?? 'no limit'}`,
    `Phrases to avoid: ${forbiddenPhrases.join(', ')}`,
  ].map((line) => `${name} · ${line}`)
}

/** Returns the lines that are only in one of two versions of a template. */
export function templateDifferences(before: TemplateDetails, after: TemplateDetails) {
  const titles = new Map(after.sections.map((section) => [sectionKey(section), section.title]))
  const [old, next] = [linesOf(before, titles), linesOf(after, titles)]
  return {
    removed: old.filter((line) => !next.includes(line)),
    added: next.filter((line) => !old.includes(line)),
  }
}
