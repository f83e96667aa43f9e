/**
 * Content that the definition of psychotherapy notes in 45 CFR 164.501 excludes. It belongs in the clinical note, which
 * other providers and the client can obtain.
 */
export const excludedKinds = [
  'medication',
  'times',
  'modality',
  'tests',
  'diagnosis',
  'functional status',
  'treatment plan',
  'symptoms',
  'prognosis',
  'progress',
] as const
export type ExcludedKind = (typeof excludedKinds)[number]

/** A passage that reads like excluded content. It may be a false match: the author decides. */
export interface ExcludedPassage {
  kind: ExcludedKind
  /** The words that matched. */
  words: string
}

const medicines = [
  'alprazolam|aripiprazole|atomoxetine|buprenorphine|bupropion|buspirone|carbamazepine|citalopram|clonazepam|clozapine',
  'diazepam|disulfiram|duloxetine|escitalopram|fluoxetine|fluvoxamine|gabapentin|haloperidol|hydroxyzine|lamotrigine',
  'lisdexamfetamine|lithium|lorazepam|methylphenidate|mirtazapine|naltrexone|olanzapine|paroxetine|pregabalin|propranolol',
  'quetiapine|risperidone|sertraline|trazodone|valproate|venlafaxine|zolpidem',
  'adderall|ambien|ativan|celexa|concerta|cymbalta|effexor|klonopin|lexapro|paxil|prozac|ritalin|seroquel|vyvanse|wellbutrin|xanax|zoloft',
].join('|')

const scales = 'PHQ|GAD|PCL|BDI|BAI|DASS|MADRS|OCI|WHODAS|C-SSRS|Y-BOCS|HAM-[AD]|MoCA|MMSE'
const clockTime = String.raw`\d{1,2}(?::\d{2})?\s?[ap]\.?m\b|\d{1,2}:\d{2}`
const frequencyPattern = String.raw`weekly|bi-?weekly|fortnightly|(?:once|twice|\d times) (?:a|per) (?:week|month)|every (?:other |two |second )?weeks?`

const patterns: Readonly<Record<ExcludedKind, RegExp>> = {
  medication: new RegExp(
    String.raw`\b(?:${medicines}|medications?|prescri(?:be[sd]?|bing|ptions?)|SSRIs?|SNRIs?|antidepressants?|\d+(?:\.\d+)?\s?(?:mg|mcg|µg))\b`,
    'i',
  ),
  times: new RegExp(
    String.raw`\b(?:start|stop|end|began|finish)(?:ed|s)?(?: time)?\s?(?:at|:)?\s?(?:${clockTime})|(?:${clockTime})\s?(?:-|–|to|until)\s?(?:${clockTime})`,
    'i',
  ),
  modality: new RegExp(
    String.raw`\b(?:CBT|DBT|EMDR|psychodynamic therapy|exposure therapy|(?:individual|couples?|family|group) therapy)\b|\b(?:${frequencyPattern})\b.{0,20}\b(?:sessions?|therapy|appointments?)|\b(?:sessions?|therapy|appointments?)\b.{0,20}\b(?:${frequencyPattern})\b`,
    'i',
  ),
  tests: new RegExp(
    String.raw`\b(?:${scales})(?:-\d+)?\b|\btest results?\b|\bscor(?:ed|es?)\b(?: \w+){0,3} \d+|\blab (?:results?|values?)\b`,
    'i',
  ),
  diagnosis:
    /\bdiagnos(?:is|es|ed|tic)\b|\bDSM(?:-\w+)?\b|\bICD-?1[01]\b|\b[FZ]\d{2}\.\d|\b(?:personality|depressive|anxiety|bipolar|stress|eating|use|panic) disorder\b/i,
  'functional status':
    /\bfunctional (?:status|impairment|level)\b|\blevel of functioning\b|\bactivities of daily living\b|\bADLs?\b|\bGAF\b/i,
  'treatment plan':
    /\btreatment (?:plan|goals?|objectives?)\b|^\s*(?:plan|goals?|objectives?|interventions?)\s*:|\bhomework\b|\breferr(?:ed|al)\b/im,
  symptoms:
    /\bsymptoms?\b|\bsymptomatic\b|\bpanic attacks?\b|\binsomnia\b|\banhedonia\b|\bhallucinat\w+|\b(?:suicidal|homicidal)\b|\bself-harm\w*|\bflashbacks?\b/i,
  prognosis: /\bprognos(?:is|es|tic)\b/i,
  progress:
    /\bprogress (?:to date|so far|toward|towards|in (?:treatment|therapy))\b|\bmak(?:es|ing) progress\b|\bmade (?:\w+ )?progress\b|\b(?:improv(?:ed|ing|ement)|worsen(?:ed|ing)) since\b/i,
}

/** The first passage of each kind that the text seems to contain, in the order of `excludedKinds`. */
export function excludedPassages(text: string): ExcludedPassage[] {
  return excludedKinds.flatMap((kind) => {
    const words = patterns[kind].exec(text)?.[0].trim()
    return words === undefined ? [] : [{ kind, words }]
  })
}
