import { describe, expect, test } from 'vitest'
import { readTranscriptFile } from './read.ts'

const read = (text: string, fileName = 'session.html') =>
  readTranscriptFile({ fileName, bytes: new TextEncoder().encode(text) }).transcript.utterances
const turns = (...source: Parameters<typeof read>) => read(...source).map(({ label, text }) => `${label}: ${text}`)

describe('the text of an HTML page', () => {
  test.each([
    ['&Aring;sa &oslash;nsker caf&eacute; for 5&nbsp;&euro; &amp; &laquo;ro&raquo;', 'Åsa ønsker café for 5 € & «ro»'],
    ['It&#x2019;s 50&#37; &#150; maybe', 'It’s 50% – maybe'],
    ['R&amp;D, AT&T and Q&A', 'R&D, AT&T and Q&A'],
    ['not &quot;a&lt;b&gt;c&quot; but 3<4 and 5 < 6', 'not "a<b>c" but 3<4 and 5 < 6'],
    ['for<wbr>ever, un&shy;sure', 'forever, unsure'],
    ['a <a href="x" title="1 > 0">link</a>', 'a link'],
    ['a <!-- <p>note</p> --> b <!--[if mso]>Word<![endif]-->c', 'a b c'],
    [
      'a <script>if (1 < 2) say("</p>")</script>b<style>p > b {}</style><noscript>off</noscript><svg><text>x</text></svg>',
      'a b',
    ],
    ['a <template><p>x</p></template><iframe>y</iframe>b', 'a b'],
    ['<b>a <i>b</b> c</i>', 'a b c'],
  ])('an HTML page gives the text that a browser shows: %s', (markup, text) => {
    expect(turns(`<p>Client: ${markup}</p><p>Therapist: So?</p>`)).toEqual([`Client: ${text}`, 'Therapist: So?'])
  })

  test.each([
    ['paragraphs without an end', '<p>Client: One.<p>Therapist: Two.</p>'],
    ['list items without an end', '<ul><li>Client: One.<li>Therapist: Two.</ul></body>'],
    ['line breaks', '<div>Client: One.<br>Therapist: Two.</div>'],
    ['lines of preformatted text', '<pre>Client: One.\nTherapist: Two.</pre></body>'],
    ['text beside blocks', '<div>Client: One.<div>Therapist: Two.</div></div>'],
    ['cells without an end', '<table><tr><td>Client<td>One.<tr><td>Therapist<td>Two.</table></body>'],
    [
      'cells with blocks',
      '<table><tr><td><p>Client</p></td><td><p>One.</p></td></tr><tr><td>Therapist</td><td>Two.</td></tr></table>',
    ],
    [
      'a table for the layout',
      '<table><tr><td><p>Client: One.</p><table><tr><td>Therapist: Two.</td></tr></table></td></tr></table>',
    ],
  ])('an HTML page gives a line for each block: %s', (_, markup) => {
    expect(turns(markup)).toEqual(['Client: One.', 'Therapist: Two.'])
  })

  test.each([
    '<div>',
    '<b>',
    '<b id=1>',
    '<ul><li>',
    '<table><tr><td>',
    '<p><font size=1>',
    '<svg><g>',
    '</p>',
    '<a><div>',
    '&',
    '<!--',
  ])('2 MB of %s are read or rejected within seconds', (piece) => {
    const markup = `<p>Client: One.</p><p>Therapist: Two.</p>${piece.repeat((2 * 1024 * 1024) / piece.length)}`
    const before = process.cpuUsage()
    let outcome = 'read'
    try {
      read(markup)
    } catch (error) {
      outcome = error instanceof Error ? error.name : ''
    }
    expect(['read', 'TranscriptFileError']).toContain(outcome)
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000)
  })
})

test('captions resolve all character references, and leave text that only looks like one', () => {
  const cue =
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Client>I&rsquo;m s&aring; &lt;tired&gt; &oslash;&Oslash;; R&D; Q&copy\n'
  expect(turns(cue, 'a.vtt')).toEqual(['Client: I’m så <tired> øØ; R&D; Q&copy'])
})
