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

/** The parts of a template that contain wishes. */
interface TemplateWishes {
  sections: readonly SectionWishes[]
  language: string
}

const denialPattern = String.raw`\b(?:den(?:y|ies|ied|ying)|no (?:current |active |reported )?|not |without|absence of|absent|negative for|free of|never|nil)`
const subjectPattern = String.raw`\b(?:si|hi|avh|si\/hi|suicid\w*|homicid\w*|self[- ]?harm\w*|self[- ]?injur\w*|nssi|hallucinat\w*|delusion\w*|psychos\w*|psychotic|violen\w*|abuse\w*|substance\w*|drug\w*|alcohol|harm(?:ing)? (?:to |of )?(?:self|others)|risk)\b`
const beforePattern = new RegExp(String.raw`${denialPattern}[^.;\n]{0,60}?${subjectPattern}`, 'i')
/** Denials after their subject: 'SI: none', 'risk is absent', 'suicidal ideation was ruled out'. */
const afterPattern = new RegExp(
  String.raw`${subjectPattern}[^.;\n]{0,30}?(?::\s*(?:no\b|none|nil|negative|denied|absent|low)|\b(?:is|are|was|were)\s+(?:absent|none|negative|denied|ruled out|low)\b)`,
  'i',
)
/** Denials of risk in the other languages of templates. */
const foreignPattern =
  /\b(?:nieg[ao]|sin|no (?:hay|presenta|refiere)|verneint|kein(?:e[nrs]?)?|ohne|nie|aucune?|sans|nega|senza|nessun[ao]?|ontkent|geen|zonder)\b[^.;\n]{0,60}?(?:suicid|suizid|homicid|autolesi|selbstverletz|automutil|selbstmord|zelfmoord|riesgo|risque|risiko|rischio|alucina|halluzin|hallucin|allucin)/i

/** True if an instruction states or asks for a denial of risk, which only the session can contain. */
export function statesDenial(instruction: string): boolean {
  return [beforePattern, afterPattern, foreignPattern].some((pattern) => pattern.test(instruction))
}

/** Names of the template settings that have no effect on excerpts, because excerpts are verbatim quotes. */
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
