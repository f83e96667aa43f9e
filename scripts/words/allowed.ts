/** Tracked files that are not read. */
export const unread: readonly { path: RegExp; why: string }[] = [
  { path: /^scripts\/words\//, why: 'The list itself, and examples of what it finds.' },
  { path: /[.]gen[.]ts$/, why: 'Generated.' },
  { path: /^src\/server\/db\/(?:schema[.]sql|types[.]ts)$/, why: 'Written from the database by npm run db:schema.' },
  { path: /^src\/server\/db\/migrations\//, why: 'They contain the old names of what they rename.' },
  { path: /^docs\/permissions[.]md$/, why: 'Written by npm run db:schema from the database and the contract.' },
]

/** Files whose strings are utterances or patterns for them. Their comments, names and titles are read. */
export const speech: readonly { path: RegExp; why: string }[] = [
  { path: /[.](?:test|spec)[.]tsx?$/, why: 'Inputs of tests; product texts are read where they are written.' },
  { path: /[.]fixture[.]tsx?$/, why: 'Inputs of tests.' },
  { path: /^src\/server\/clinical-text\//, why: 'Words that clients and clinicians say, and patterns for them.' },
  { path: /^src\/server\/features\/demo\//, why: 'Invented dialogues and notes.' },
  { path: /^bench\/clinical\//, why: 'Invented sessions and notes.' },
  { path: /^test\/transcript[.]ts$/, why: 'A session as input of tests.' },
  { path: /^test\/texts\//, why: 'Texts of the specification, to the letter.' },
]
