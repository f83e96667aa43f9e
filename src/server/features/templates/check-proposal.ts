import type { LeftOut, TemplateProposal } from '#shared/contract/template-examples.ts'
import { CheckedSection, TemplateSection } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { statesDenial } from '#shared/rules/template-wishes.ts'
import { setsRulesAside } from '#server/clinical-text/evidence/addresses-software.ts'
import type { ProposedSection } from '#server/providers/drafter/port.ts'
import { type ExampleWords, repeatedIn, wordsOfExamples } from './example-words.ts'

export interface UncheckedProposal {
  proposed: readonly ProposedSection[]
  examples: readonly string[]
}

/** Maximum number of sections of a template. */
const mostSections = 20

/**
 * Returns the proposed sections that follow the rules for typed templates and repeat no content of the examples. A
 * section whose title fails is left out. If only its instruction fails, the section stays without the instruction.
 */
export function checkProposal({ proposed, examples }: UncheckedProposal): TemplateProposal {
  const words = wordsOfExamples(examples)
  const sections: TemplateSection[] = []
  const leftOut: LeftOut[] = []
  for (const written of proposed) {
    const title = oneLine(written.title).replace(/:$/, '')
    const wrongTitle = problemOf(title, words) ?? (fits(title, sections) ? null : 'form')
    if (wrongTitle !== null) {
      leftOut.push({ title: null, reason: wrongTitle })
      continue
    }
    const instruction = oneLine(written.instruction)
    const wrong =
      problemOf(instruction, words) ??
      (TemplateSection.shape.instruction.safeParse(instruction).success ? null : 'form')
    if (wrong !== null) leftOut.push({ title, reason: wrong })
    const section = newTemplateSection(title, { ...written, title, instruction: wrong === null ? instruction : '' })
    sections.push(CheckedSection.parse(section))
  }
  return { sections, leftOut }
}

function problemOf(text: string, words: ExampleWords): LeftOut['reason'] | null {
  if (setsRulesAside(text)) return 'command'
  if (statesDenial(text)) return 'denial'
  return repeatedIn(text, words)
}

function fits(title: string, others: readonly TemplateSection[]): boolean {
  const same = title.toLowerCase()
  return (
    others.length < mostSections &&
    TemplateSection.shape.title.safeParse(title).success &&
    same !== 'not placed' &&
    others.every((other) => other.title.toLowerCase() !== same)
  )
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
