import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import { docxText, isArchive } from './docx.ts'
import { readTranscriptText } from './read.ts'

const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const links = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
const documentOf = (body: string, before = '') =>
  `<?xml version="1.0"?>${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`

async function docx(
  body: string,
  { before = '', more = {} }: { before?: string; more?: Record<string, string> } = {},
): Promise<Uint8Array> {
  const zip = new JSZip()
  zip.file('[Content_Types].xml', types).file('_rels/.rels', links).file('word/document.xml', documentOf(body, before))
  for (const [name, content] of Object.entries(more)) zip.file(name, content)
  return await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`
const newLine = '<w:r><w:br/></w:r>'

const read = async (bytes: Uint8Array) =>
  readTranscriptText({ fileName: 'a.docx', text: await docxText(bytes) }).transcript.utterances.map(
    ({ label, start, text }) => [label, start, text],
  )

describe('reading a Word document', () => {
  const teams = [
    ['Robin Hale', 3, 'How was the week?'],
    ['Sam Poe', 8, 'Long & hard. I slept < 4 hours.'],
    ['Robin Hale', 65, 'Go on.'],
  ]
  test.each([
    [
      'of Teams, with line breaks',
      paragraph(run('Robin Hale'), run('   0:03'), newLine, run('How was the week?')) +
        paragraph(
          run('Sam '),
          run('Poe'),
          run('   0:08'),
          newLine,
          run('Long &amp; hard. '),
          newLine,
          run('I slept &lt; 4 hours.'),
        ) +
        paragraph(run('Robin Hale   1:05'), newLine, run('Go on.')),
    ],
    [
      'of Teams, with a paragraph for each line',
      paragraph(run('Robin Hale   0:03')) +
        paragraph(run('How was the week?')) +
        paragraph(run('Sam Poe   0:08')) +
        paragraph(run('Long &amp; hard. I slept &lt; 4 hours.')) +
        paragraph(run('Robin Hale   1:05')) +
        paragraph(run('Go on.')),
    ],
    [
      'of legacy Teams, with cues',
      paragraph(run('0:0:3.0 --&gt; 0:0:7.0'), newLine, run('Robin Hale'), newLine, run('How was the week?')).replace(
        'Robin Hale',
        'Robin Hale:',
      ) +
        paragraph(run('0:0:8.0 --&gt; 0:0:12.0'), newLine, run('Sam Poe: Long &amp; hard. I slept &lt; 4 hours.')) +
        paragraph(run('0:1:5.0 --&gt; 0:1:6.0'), newLine, run('Robin Hale: Go on.')),
    ],
    [
      'with names in front',
      [
        '[0:03] Robin Hale: How was the week?',
        '[0:08] Sam Poe: Long &amp; hard. I slept &lt; 4 hours.',
        '[1:05] Robin Hale: Go on.',
      ]
        .map((text) => paragraph(run(text)))
        .join(''),
    ],
    [
      'with a table',
      `<w:tbl>${[
        ['Time', 'Speaker', 'Text'],
        ['0:03', 'Robin Hale', 'How was the week?'],
        ['0:08', 'Sam Poe', 'Long &amp; hard. I slept &lt; 4 hours.'],
        ['1:05', 'Robin Hale', 'Go on.'],
      ]
        .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`)
        .join('')}</w:tbl>`,
    ],
  ])('docxText reads a Word document %s', async (_, body) => {
    const bytes = await docx(body)
    expect(isArchive(bytes)).toBe(true)
    expect(await read(bytes)).toEqual(teams)
  })

  test('reading a Word document skips deleted text and reads inserted text', async () => {
    const body = `<w:p>${run('Client: I am ')}<w:del w:id="1" w:author="a"><w:r><w:delText>never </w:delText></w:r></w:del><w:ins w:id="2" w:author="a">${run('often ')}</w:ins>${run('sad.')}</w:p>`
    expect(await read(await docx(body))).toEqual([['Client', 0, 'I am often sad.']])
  })
})

describe('hostile Word file', () => {
  const refused = async (bytes: Uint8Array) => await docxText(bytes).catch((error: { code?: string }) => error.code)

  test('a Word file that unpacks to gigabytes is rejected quickly', async () => {
    const bomb = await docx(paragraph(run('x')), { more: { 'word/styles.xml': ' '.repeat(60 * 1024 * 1024) } })
    expect(bomb.length).toBeLessThan(100_000)
    const startedAt = performance.now()
    expect(await refused(bomb)).toBe('transcript_too_long')
    expect(performance.now() - startedAt).toBeLessThan(5000)
  })

  test('a Word file that declares a false part size is measured by its content', async () => {
    const bytes = Buffer.from(
      await docx(paragraph(run('x')), { more: { 'word/media/a.bin': 'a'.repeat(30 * 1024 * 1024) } }),
    )
    const size = Buffer.alloc(4)
    size.writeUInt32LE(30 * 1024 * 1024)
    const lie = Buffer.alloc(4)
    lie.writeUInt32LE(10)
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 4)) lie.copy(bytes, at)
    expect(await refused(bytes)).toBe('transcript_too_long')
  })

  test('a Word file with thousands of parts is rejected', async () => {
    const more = Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`word/media/${n}.txt`, 'x']))
    expect(await refused(await docx(paragraph(run('x')), { more }))).toBe('transcript_too_long')
  })

  test('a Word file with external or recursive entities reveals nothing', async () => {
    const before =
      '<!DOCTYPE w:document [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY a "laugh"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
    const text = await docxText(await docx(paragraph(run('Client: &file; &c;')), { before })).catch(() => '')
    expect(text).not.toMatch(/root:|laughlaugh/)
  })

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    [
      'another archive',
      async () => await new JSZip().file('a.txt', 'Client: Hello.').generateAsync({ type: 'uint8array' }),
    ],
    ['half a document', async () => (await docx(paragraph(run('Client: Hello.')))).subarray(0, 300)],
    ['four bytes', () => Uint8Array.of(0x50, 0x4b, 3, 4)],
    ['broken markup', async () => await docx('<w:p><w:r><w:t>Client: Hello.</w:r>')],
  ])('%s is rejected as an unreadable Word document', async (_, make) => {
    expect(await refused(await make())).toBe('transcript_unreadable')
  })

  test('a Word file that is nested too deeply is rejected or read as empty', async () => {
    const deep = '<w:sdt><w:sdtContent>'.repeat(20_000) + '</w:sdtContent></w:sdt>'.repeat(20_000)
    expect(['transcript_unreadable', '']).toContain(await refused(await docx(deep)))
  })
})

test('a Word document of eight hours is read within seconds', async () => {
  const turn = (n: number) =>
    paragraph(
      run(`${n % 2 ? 'Client' : 'Therapist'}   ${Math.floor(n / 20)}:${String((n % 20) * 3).padStart(2, '0')}`),
      newLine,
      run('and then I went there again and it was the same as it had been before. '.repeat(2)),
    )
  const bytes = await docx(Array.from({ length: 3000 }, (_, n) => turn(n)).join(''))
  const startedAt = performance.now()
  expect((await read(bytes)).length).toBe(3000)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
