import type { LeftOut, TemplateProposal } from '#shared/contract/template-examples.ts'
import { CheckedSection, TemplateSection } from '#shared/contract/templates.ts'
import { newTemplateSection } from '#shared/rules/new-template-section.ts'
import { statesDenial } from '#shared/rules/template-wishes.ts'
import { setsRulesAside } from '#server/clinical-text/evidence/addresses-software.ts'
import type { ProposedSection } from '#server/providers/drafter/port.ts'
import { type ExampleWords, findRepetition, wordsOfExamples } from './example-words.ts'

export interface UncheckedProposal {
  proposed: readonly ProposedSection[]
  examples: readonly string[]
}

/** Maximum number of sections of a template. */
const maxSections = 20

/**
 * Returns the proposed sections that follow the rules of templates and repeat no content of the examples. A section is
 * left out if its title fails the check. If only the instruction fails, the section stays without an instruction.
 */
export function checkProposal({ proposed, examples }: UncheckedProposal): TemplateProposal {
  const words = wordsOfExamples(examples)
  const sections: TemplateSection[] = []
  const leftOut: LeftOut[] = []
  for (const section of proposed) {
    const title = oneLine(section.title).replace(/:$/, '')
    const titleProblem = problemOf(title, words) ?? (isUsableTitle(title, sections) ? null : 'form')
    if (titleProblem !== null) {
      leftOut.push({ title: null, reason: titleProblem })
      continue
    }
    const instruction = oneLine(section.instruction)
    const instructionProblem =
      problemOf(instruction, words) ??
      (TemplateSection.shape.instruction.safeParse(instruction).success ? null : 'form')
    if (instructionProblem !== null) leftOut.push({ title, reason: instructionProblem })
    const checked = { ...section, title, instruction: instructionProblem === null ? instruction : '' }
    sections.push(CheckedSection.parse(newTemplateSection(title, checked)))
  }
  return { sections, leftOut }
}

function problemOf(text: string, words: ExampleWords): LeftOut['reason'] | null {
  if (setsRulesAside(text)) return 'command'
  if (statesDenial(text)) return 'denial'
  return findRepetition(text, words)
}

function isUsableTitle(title: string, others: readonly TemplateSection[]): boolean {
  const lowerTitle = title.toLowerCase()
  return (
    others.length < maxSections &&
    TemplateSection.shape.title.safeParse(title).success &&
    lowerTitle !== 'not placed' &&
    others.every((other) => other.title.toLowerCase() !== lowerTitle)
  )
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
