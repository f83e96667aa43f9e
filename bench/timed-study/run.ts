// Estimates how long a clinician needs to review a note with the keyboard alone, with and without the review queue.
// A script does not read, so the time to read is estimated: 240 words a minute, and a second for each decision. The words are
// those of the whole note once, and for each decision the sentence and its cited turn (for risk, the whole exchange), or without
// the queue the quotes of every sentence. The time that the product adds is measured in a real browser.
// npm exec -c 'node bench/timed-study/run.ts [NOTES]'   (needs built pages)
import { chromium, type Page } from '@playwright/test'
import { checkedStatement } from '#server/clinical-text/evidence/evidence.ts'
import { type Product, withProduct } from '#test/e2e/product.ts'
import { type Dialogue, readDialogues } from '../clinical/cases.ts'
import { decideAll, CountingClinician, hasOpenRisk, sign, type Work, withNote, wordsIn } from '../review-by-keyboard.ts'
import { launchOptionsOf } from '../launch-options.ts'

const count = Number(process.argv[2] ?? 10)
const allowedSeconds = 90
const wordsPerMinute = 240
const secondsPerDecision = 1
/** Number of sentences per note, and how many of them are false. */
const size = 30
const faults = 3
const titles = ['Subjective', 'Objective', 'Assessment', 'Plan'] as const

/** Sentences about a dialogue and from it, as a drafter may have written them, with the findings of the evidence check. */
function sentencesOf({ client, transcript, statements }: Dialogue) {
  const judged = statements.map(({ text, is, quotes: [first = [1, '']] }) => ({
    text,
    isTrue: is === 'true',
    from: first,
  }))
  const said = transcript.utterances.flatMap(({ speaker, text }, at) =>
    speaker === 'client'
      ? (text.match(/[^.!?]+[.!?]/g) ?? []).map((one) => ({
          text: one.trim(),
          isTrue: true,
          from: [at + 1, one.trim()] as const,
        }))
      : [],
  )
  const isLong = ({ text }: { text: string }) => wordsIn(text) >= 6
  const wrongStatements = judged.filter(({ isTrue }) => !isTrue).slice(0, faults)
  const trueStatements = [...judged.filter(({ isTrue }) => isTrue), ...said.filter(isLong)].slice(
    0,
    size - wrongStatements.length,
  )
  return [...trueStatements, ...wrongStatements].map(({ text, isTrue, from: [line, quote] }) => {
    const { check } = checkedStatement(text, [{ utteranceId: `u${line}`, quote }], transcript, client)
    return { text, check, isTrue, from: quote }
  })
}

type Sentence = ReturnType<typeof sentencesOf>[number]

const sectionsOf = (sentences: readonly Sentence[]) =>
  Object.fromEntries(
    titles.map((title, at) => [title, sentences.filter((_one, place) => place % titles.length === at)]),
  )

/** Opens the sources of each sentence, and deletes wrong sentences from the text of their sections. */
async function withoutQueue(page: Page, clinician: CountingClinician, sentences: readonly Sentence[]): Promise<void> {
  for (const [title, sectionSentences] of Object.entries(sectionsOf(sentences))) {
    const section = page.getByRole('region', { name: title, exact: true })
    const marks = section.locator('[data-sentence]')
    await marks.first().focus()
    for (let at = 0; at < sectionSentences.length; at++) {
      await clinician.press('Enter')
      const source = page.getByRole('figure').first()
      await source.waitFor()
      await clinician.read(source)
      clinician.decide()
      await clinician.press('Escape')
      await clinician.press('ArrowRight')
    }
    if (sectionSentences.every(({ isTrue }) => isTrue)) continue
    await page.getByRole('button', { name: `Edit ${title}` }).focus()
    await clinician.press('Enter')
    const field = section.getByRole('textbox')
    for (const { text } of sectionSentences.filter(({ isTrue }) => !isTrue)) {
      const place = (await field.inputValue()).indexOf(text)
      await field.evaluate(
        (area: HTMLTextAreaElement, [start = 0, end = 0]) => area.setSelectionRange(start, end),
        [place, place + text.length],
      )
      await clinician.press('Delete')
    }
    await clinician.press('ControlOrMeta+s')
    await field.waitFor({ state: 'hidden' })
  }
}

/** Decides each item of the queue. */
async function withQueue(page: Page, clinician: CountingClinician, sentences: readonly Sentence[]): Promise<void> {
  await decideAll(page, clinician, new Set(sentences.filter(({ isTrue }) => !isTrue).map(({ text }) => text)))
}

const arms = { 'without the queue': withoutQueue, 'with the queue': withQueue } as const

/** Reviews the note of a dialogue by a new clinician. */
async function work(page: Page, product: Product, dialogue: Dialogue, arm: keyof typeof arms): Promise<Work> {
  const sentences = sentencesOf(dialogue)
  const { person, sessionId } = await withNote(page, product, dialogue, sectionsOf(sentences))
  await page.goto(`/notes/${sessionId}`)
  const note = page.getByRole('article', { name: 'Note' })
  await note.waitFor()
  const clinician = new CountingClinician(page)
  const begun = performance.now()
  await clinician.read(note)
  clinician.work.wordsOfNote = clinician.work.words
  await arms[arm](page, clinician, sentences)
  if (arm === 'with the queue') await sign(page, clinician, person)
  const missedFaults = sentences.filter(({ isTrue }) => !isTrue).map(({ text }) => text)
  const text = await note.innerText()
  if (missedFaults.some((wrong) => text.includes(wrong))) throw new Error(`${dialogue.id}: a false sentence is left`)
  return { ...clinician.work, seconds: (performance.now() - begun) / 1000 }
}

const secondsOf = ({ seconds, words, decisions }: Work) =>
  seconds + (words / wordsPerMinute) * 60 + decisions * secondsPerDecision

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

const dialogues = readDialogues()
  .filter((one) => !hasOpenRisk(one))
  .filter(({ transcript }) => new Set(transcript.utterances.map(({ label }) => label)).size === 2)
  .slice(0, count)
const launchOptions = launchOptionsOf('pages')

await withProduct({ TRUST_PROXY: 'true' }, async (product) => {
  const browser = await chromium.launch(launchOptions)
  for (const arm of ['without the queue', 'with the queue'] as const) {
    const works: Work[] = []
    for (const dialogue of dialogues) {
      const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
      works.push(await work(await context.newPage(), product, dialogue, arm))
      await context.close()
    }
    const of = (figure: (one: Work) => number) => median(works.map(figure))
    const [whole, checking] = [of(secondsOf), of((one) => secondsOf({ ...one, words: one.words - one.wordsOfNote }))]
    console.log(
      `${works.length} notes ${arm}: median ${whole.toFixed(0)} active seconds, ${checking.toFixed(0)} without reading the note once ` +
        `(${of(({ seconds }) => seconds).toFixed(1)} s measured, ${of(({ words }) => words)} words, ` +
        `${of(({ decisions }) => decisions)} decisions, ${of(({ keys }) => keys)} keys)`,
    )
    if (arm === 'with the queue' && checking > allowedSeconds) process.exitCode = 1
  }
  await browser.close()
})
