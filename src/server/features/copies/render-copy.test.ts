import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CopyProfile } from '#shared/contract/copies.ts'
import { builtInProfiles } from './built-in-profiles.ts'
import { type CopiedNote, renderCopy } from './render-copy.ts'

const own: CopyProfile = {
  id: 'own',
  name: 'Own',
  isBuiltIn: false,
  mapping: [],
  header: [],
  bullets: '•',
  blankLines: true,
  maxChars: null,
  asciiOnly: false,
  html: true,
}

const note: CopiedNote = {
  version: 3,
  noteType: 'SOAP',
  status: 'signed',
  tables: [],
  author: 'Robin Hale, LCSW',
  client: { firstName: 'Maya', lastName: 'Stone' },
  session: { date: '2026-11-20', startTime: '13:05', endTime: '13:55', durationMinutes: 50, settingType: 'telehealth' },
  sections: [
    {
      title: 'Subjective',
      content: 'Client said: “I don’t sleep – not at all.”  \n\n\n* wakes at three\n* lies awake\n\nShe asked: <why?>',
    },
    { title: 'Objective', content: 'Tearful at times & quiet.\r\nOriented.' },
    { title: 'Assessment', content: 'Insomnia.' },
    { title: 'Not placed', content: '  \n' },
    { title: 'Plan', content: '– Sleep diary\n– Next session on Friday…' },
  ],
}

const render = (profile: Partial<CopyProfile>, changes: Partial<CopiedNote> = {}) =>
  renderCopy({ ...note, ...changes }, { ...own, ...profile })

/** Formats everything that the profile puts on the clipboard, for a golden file. */
const formatCopy = (profile: CopyProfile, copied: CopiedNote) => {
  const { fields, whole } = renderCopy(copied, profile)
  const parts = fields.map(({ name, text, html }) => [
    `=== ${name}`,
    text,
    ...(html === null ? [] : ['--- html', html]),
  ])
  const all = ['=== the whole note', whole.text, ...(whole.html === null ? [] : ['--- html', whole.html])]
  return `${[...parts, all].flat().join('\n')}\n`
}

describe.each(builtInProfiles)('the profile $name', (profile) => {
  test('a built-in copy profile copies a note as its golden file shows', async () => {
    await expect(formatCopy(profile, { ...note, status: 'draft' })).toMatchFileSnapshot(`golden/${profile.id}.txt`)
  })

  test('a built-in copy profile copies every sentence exactly once, field by field and as a whole', () => {
    fc.assert(
      fc.property(notes, ({ sections, sentences }) => {
        const { fields, whole } = renderCopy({ ...note, sections }, profile)
        const byField = fields.map(({ text }) => text).join('\n')
        for (const sentence of sentences) {
          expect(byField.split(sentence)).toHaveLength(2)
          expect(whole.text.split(sentence)).toHaveLength(2)
          expect((whole.html ?? sentence).split(sentence)).toHaveLength(2)
        }
      }),
    )
  })

  test('a built-in copy profile has a unique name and id', () => {
    const same = builtInProfiles.filter(({ id, name }) => id === profile.id || name === profile.name)
    expect(same).toEqual([profile])
  })
})

/**
 * Notes with any section titles, in which each sentence has its own number. Their lines have varied bullets and ends.
 */
const notes = fc
  .array(
    fc.record({
      title: fc.constantFrom('Subjective', 'Objective', 'Assessment', 'Plan', 'Data', 'Response', 'Goal', 'Not placed'),
      lines: fc.array(
        fc.record({
          bullet: fc.constantFrom('', '- ', '* ', '• ', '– ', '  - '),
          words: fc.stringMatching(/^[a-z][a-z ]{0,60}[a-z]$/),
          end: fc.constantFrom('\n', '\n\n', ' \n\n\n', '\r\n', ' '),
        }),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 8 },
  )
  .map((drawn) => {
    let number = 0
    const sentences: string[] = []
    const sections = drawn.map(({ title, lines }) => {
      const content = lines.map(({ bullet, words, end }) => {
        const sentence = `No ${++number}: ${words}.`
        sentences.push(sentence)
        return `${bullet}${sentence}${end}`
      })
      return { title, content: content.join('') }
    })
    return { sections, sentences }
  })

describe('a copy', () => {
  test('a copy of an unsigned note begins with a line about the missing signature, in every profile', () => {
    for (const profile of [...builtInProfiles, own]) {
      for (const status of ['draft', 'returned'] as const) {
        const { fields, whole, isDraft } = renderCopy({ ...note, status }, profile)
        expect(isDraft).toBe(true)
        expect(fields[0]?.text).toMatch(/^Draft, not signed/)
        expect(whole.text).toMatch(/^Draft, not signed/)
      }
      const awaiting = renderCopy({ ...note, status: 'awaiting_cosign' }, profile)
      expect(awaiting).toMatchObject({ isDraft: true, whole: { text: expect.stringMatching(/^Not final, awaiting/) } })
      const signed = renderCopy(note, profile)
      expect(signed.isDraft).toBe(false)
      expect(signed.whole.text).not.toMatch(/draft|not final/i)
    }
  })

  test('a copy begins with the chosen facts about the session, in their order', () => {
    const { fields } = render({ header: ['client', 'author', 'date', 'time', 'duration', 'setting', 'note type'] })
    expect(fields[0]).toMatchObject({
      name: 'Header',
      text: 'Client: Maya Stone\nAuthor: Robin Hale, LCSW\nDate: 11/20/2026\nTime: 1:05 PM – 1:55 PM\nDuration: 50 minutes\nSetting: Telehealth\nNote type: SOAP',
    })
  })

  test('a copy leaves out empty sections, and joins sections that are mapped to one field', () => {
    const { fields } = render({
      mapping: [
        { section: 'objective', label: 'Report' },
        { section: 'Subjective', label: 'Report' },
        { section: 'Missing', label: 'Other' },
      ],
    })
    expect(fields.map(({ name }) => name)).toEqual(['Report', 'Assessment', 'Plan'])
    expect(fields[0]?.text).toMatch(/<why\?>\n\nTearful at times & quiet\.\nOriented\.$/)
  })

  test.each([
    ['•', '• Sleep diary\n• Next session on Friday…'],
    ['-', '- Sleep diary\n- Next session on Friday…'],
    ['none', 'Sleep diary\nNext session on Friday…'],
  ] as const)('a copy begins lines of a list with the bullet %s', (bullets, text) => {
    expect(render({ bullets }).fields.at(-1)?.text).toBe(text)
  })

  test('a copy has one empty line between paragraphs, or none', () => {
    const textOf = (blankLines: boolean) => render({ blankLines }).fields[0]?.text
    expect(textOf(true)).toMatch(/all\.”\n\n• wakes at three\n• lies awake\n\nShe/)
    expect(textOf(false)).toMatch(/all\.”\n• wakes at three\n• lies awake\nShe/)
  })

  test('a copy escapes HTML, and gives each paragraph the direction of its script', () => {
    const { fields } = render({}, { sections: [{ title: 'Plan', content: 'שינה <b>\n- a & b' }] })
    expect(fields[0]?.html).toBe('<p dir="auto">שינה &#60;b&#62;</p><ul><li dir="auto">a &#38; b</li></ul>')
  })

  test('a copy contains right-to-left scripts and emoji, unless the field accepts ASCII only', () => {
    const content = 'היא ישנה 😀 well 👩‍👩‍👧.'
    const sections = [{ title: 'Plan', content }]
    expect(render({}, { sections }).fields[0]).toMatchObject({ text: content, problem: null })
    expect(render({ asciiOnly: true }, { sections }).fields[0]?.problem).toMatch(
      /^Plan has characters that the field cannot show: ה/,
    )
  })

  test('a copy for an ASCII field has quotes, dashes and bullets in ASCII, and other characters are rejected', () => {
    const { fields, whole } = render({ asciiOnly: true, header: ['time'] })
    expect(whole.problem).toBeNull()
    // oxlint-disable-next-line no-control-regex -- The range of ASCII begins with control characters.
    for (const { text } of [...fields, whole]) expect(text).toMatch(/^[\x00-\x7f]*$/)
    expect(fields[1]?.text).toMatch(/^Client said: "I don't sleep - not at all\."\n\n- wakes at three/)
    const emoji = render({ asciiOnly: true }, { sections: [{ title: 'Plan', content: 'José 👩‍👩‍👧 é 1️⃣ ñ ü ö ä' }] })
    expect(emoji.fields[0]?.problem).toBe(
      'Plan has characters that the field cannot show: é 👩‍👩‍👧 1️⃣ ñ ü and more. Replace them, or use another profile.',
    )
  })

  test('a copy that exceeds the limit of a field by one character is rejected, and never cut', () => {
    const sections = [
      { title: 'Subjective', content: 'x'.repeat(1000) },
      { title: 'Plan', content: 'y'.repeat(1001) },
    ]
    const { fields, whole } = render({ maxChars: 1000 }, { sections })
    expect(fields[0]).toMatchObject({ text: 'x'.repeat(1000), problem: null })
    expect(fields[1]).toMatchObject({
      text: 'y'.repeat(1001),
      problem: 'Plan has 1,001 characters, but the field takes 1,000. Shorten it in the note.',
    })
    expect(whole.problem).toBe(
      'The whole note has 2,019 characters, but the field takes 1,000. Copy it field by field.',
    )
  })

  test('a copy of 30,000 characters is complete and takes less than a second', () => {
    const content = Array.from(
      { length: 500 },
      (_, n) => `Sentence ${n} has about sixty characters, as in a long note.`,
    ).join(' ')
    const start = performance.now()
    const { fields } = render({ asciiOnly: true }, { sections: [{ title: 'Plan', content }] })
    expect(fields[0]).toMatchObject({ text: content, problem: null })
    expect(content.length).toBeGreaterThan(29_000)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
