/** The wishes of a template's section. */
interface SectionWishes {
  source: string
  instruction: string
  style: string
  person: string
  tense: string
  forbiddenPhrases: readonly string[]
}

/** True for a section that is drafted from the session. */
export function isDrafted({ source }: { source: string }): boolean {
  return source === 'transcript' || source === 'measure'
}

/** Identifies a section in other versions of its template and in other notes. */
export function sectionKey({ key, title }: { key: string; title: string }): string {
  return key === '' ? title.trim().toLowerCase() : key
}

/** A template as far as its wishes matter. */
interface TemplateWishes {
  sections: readonly SectionWishes[]
  language: string
}

const denial = String.raw`\b(?:den(?:y|ies|ied|ying)|no (?:current |active |reported )?|not |without|absence of|absent|negative for|free of|never|nil)`
const subject = String.raw`\b(?:si|hi|avh|si\/hi|suicid\w*|homicid\w*|self[- ]?harm\w*|self[- ]?injur\w*|nssi|hallucinat\w*|delusion\w*|psychos\w*|psychotic|violen\w*|abuse\w*|substance\w*|drug\w*|alcohol|harm(?:ing)? (?:to |of )?(?:self|others)|risk)\b`
const statement = new RegExp(String.raw`${denial}[^.;\n]{0,60}?${subject}`, 'i')

/** True if an instruction states or asks for a denial of risk, which only the session can contain. */
export function statesDenial(instruction: string): boolean {
  return statement.test(instruction)
}

/** Names of the wishes that excerpts cannot follow, because they are quotes. */
export function wishesBeyondExcerpts({ sections, language }: TemplateWishes): string[] {
  const drafted = sections.filter(isDrafted)
  const wishes: readonly (readonly [isWished: boolean, name: string])[] = [
    [drafted.some(({ instruction }) => instruction !== ''), 'instructions'],
    [drafted.some(({ style }) => style === 'bullets'), 'bullets'],
    [drafted.some(({ style }) => style === 'table'), 'tables'],
    [language !== 'en', 'the language'],
    [drafted.some(({ person }) => person !== 'client'), 'the name of the client'],
    [drafted.some(({ tense }) => tense !== 'past'), 'the tense'],
    [drafted.some(({ forbiddenPhrases }) => forbiddenPhrases.length > 0), 'phrases to avoid'],
  ]
  return wishes.filter(([isWished]) => isWished).map(([, name]) => name)
}
