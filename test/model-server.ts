import * as z from 'zod'
import { safetyTopics } from '#shared/rules/safety-lists.ts'
import { answerWith, type Endpoint, openEndpoint, type Reply } from '#server/providers/drafter/endpoint.fixture.ts'
import { type Case, readCases } from '#server/features/models/cases.ts'

const Body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })

/** Runs a language model server that responds to all bundled cases, either well or badly. */
export async function openModelServer(kind: 'good' | 'bad'): Promise<Endpoint> {
  const cases = readCases()
  return await openEndpoint((body) => {
    const prompt = Body.parse(JSON.parse(body)).messages.at(-1)?.content ?? ''
    if (prompt.includes('may be about risk')) return { content: JSON.stringify(noRisk) }
    if (prompt.includes('Judge each of')) return kind === 'good' ? judge(prompt, cases) : approve(prompt)
    const one = cases.find(({ client }) => prompt.includes(`The client is called ${client}`))
    if (!one) throw new Error('This session is not one of the cases.')
    return kind === 'good' ? draft(one) : invent(one)
  })
}

const noRisk = Object.fromEntries(safetyTopics.map((topic) => [topic, []]))

const statementsIn = (prompt: string) =>
  [...prompt.matchAll(/^(s\d+): (.*)$/gm)].map(([, id = '', text = '']) => ({ id, text }))

function judge(prompt: string, cases: readonly Case[]): Reply {
  const all = new Map(cases.flatMap(({ statements }) => statements.map(({ text, is }) => [text, is])))
  return judgeWith(prompt, (text) => (all.get(text) === 'true' ? 'entailed' : 'contradicted'))
}

const approve = (prompt: string) => judgeWith(prompt, () => 'entailed')

function judgeWith(prompt: string, verdictOn: (text: string) => string): Reply {
  const judged = statementsIn(prompt).map(({ id, text }) => [id, { verdict: verdictOn(text), words: '' }])
  return { content: JSON.stringify(Object.fromEntries(judged)) }
}

/** One client turn under each section for which the session has material. */
function draft({ filled, client, transcript }: Case): Reply {
  const said = [...transcript.utterances.entries()].filter(([, { speaker }]) => speaker === 'client')
  const sections = filled.map((title, at) => {
    const [number, { text }] = said[at] ?? said[0] ?? [0, { text: '' }]
    const statement = { text: `${client} said: “${text}”`, evidence: [{ utterance: number + 1, quote: text }] }
    return [title, [statement]] as const
  })
  return answerWith(Object.fromEntries(sections))
}

function invent({ filled, client }: Case): Reply {
  const [title = ''] = filled
  return answerWith({ [title]: [{ text: `${client} won a lottery in Lisbon.`, evidence: [] }] })
}
