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

/** Most passages of a topic that a language model adds to the safety card, so that it cannot flood it. */
export const mostModelPassages = 5
