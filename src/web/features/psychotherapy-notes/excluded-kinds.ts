import type { ExcludedKind } from '#shared/rules/excluded-content.ts'

/** Names of the kinds of excluded content, as they follow “is not” in the form. */
export const kindPhrases: Readonly<Record<ExcludedKind, string>> = {
  medication: 'about medication or its monitoring',
  times: 'the start or stop time of a session',
  modality: 'the modality or frequency of treatment',
  tests: 'the result of a clinical test',
  diagnosis: 'a summary of the diagnosis',
  'functional status': 'a summary of functional status',
  'treatment plan': 'a summary of the treatment plan',
  symptoms: 'a summary of symptoms',
  prognosis: 'a summary of the prognosis',
  progress: 'a summary of progress',
}
