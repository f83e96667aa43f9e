import type { OtherLanguage } from '#shared/contract/transcripts.ts'

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** Describes the language of a session, e.g. `This session is in German.` or `This session is partly in Spanish.` */
export function sessionLanguage({ code, isPartly }: OtherLanguage): string {
  const language = code === 'und' ? 'another language than English' : (names.of(code) ?? code)
  return `This session is ${isPartly ? 'partly ' : ''}in ${language}.`
}
