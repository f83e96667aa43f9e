// A separate file, so that pages that list these values do not load the validation library.

/** Risk topics of safety passages. */
export const safetyTopics = [
  'suicide',
  'self-harm',
  'harm to others',
  'abuse',
  'psychosis',
  'child safety',
  'substance use',
] as const

/** Reasons for leaving a safety passage out of the note. */
export const dismissReasons = ['not about this client', 'already documented', 'figure of speech', 'other'] as const

/** Maximum number of passages per topic that a language model adds, so that it cannot flood the safety card. */
export const maxModelPassages = 5
