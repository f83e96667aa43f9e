/** A text that a specification quotes, to the letter, and what has become of it. */
export type SpecifiedText = { text: string; section: number } & (Met | Open | Unmet)

/** A person can meet it: `source` says it, and `test` provokes its cause and sees it. */
export interface Met extends Filled {
  source: string
  test: string
}

/** Some file of this noun says it, and some test of it meets it. */
export interface Open extends Filled {
  noun: Noun
}

/** Nobody can meet it, for this reason. It then stands nowhere in the product. */
export interface Unmet {
  nobody: string
}

interface Filled {
  /** How the code writes it, and what the test sees, where a part of the text is filled in. */
  written?: string
  seen?: string
}

/** Which files are about a noun. */
export const nouns = {
  admin: /admin/,
  invitations: /invit|entrance|auth/,
  organization: /organi[sz]ation|member|invit|settings|supervis|team/,
  profile: /profile|account/,
  resources: /resource/,
  settings: /settings|preferences/,
  viewing: /viewing/,
} as const

type Noun = keyof typeof nouns

/** Nouns that are being built: their texts may still be missing. Those of every other noun may not. */
export const underway: ReadonlySet<Noun> = new Set([
  'admin',
  'invitations',
  'organization',
  'profile',
  'settings',
  'viewing',
])
