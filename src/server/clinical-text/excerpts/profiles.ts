import type { NoteType } from '#shared/contract/notes.ts'
import type { Cue, Move } from './cues.ts'
import type { Unit } from './units.ts'

/** The content of a note section. */
export interface Profile {
  /** Weight of each kind of unit; 0 excludes it. */
  who: Readonly<Record<Unit['who'], number>>
  /** A unit needs at least one of these cues; empty means that any unit fits. */
  needs: readonly Cue[]
  /** Replaces `needs` for the client's units. */
  clientNeeds?: readonly Cue[]
  /** Weights of cues that fit the section. */
  cues: Readonly<Partial<Record<Cue, number>>>
  /** Weights of allowed therapist moves; other moves are excluded. */
  moves: Readonly<Partial<Record<Move, number>>>
  /** True if the section takes the therapist's observations in the room, whatever their cues are. */
  takesObservations?: boolean
  /** A further condition for units. */
  admits?: (unit: Unit) => boolean
  /** Share of the note's length. */
  share: number
  /** Sections with a lower number choose first. */
  rank: number
  /** Prefers units said early (-1) or late (1) in the session. */
  time: number
}

const clientOnly = { client: 1, answer: 0.9, therapist: 0 } as const
const clientFirst = { client: 1, answer: 0.9, therapist: 0.5 } as const
const therapistOnly = { client: 0, answer: 0, therapist: 1 } as const

const everyMove: Profile['moves'] = {
  asked: 1,
  reflected: 1,
  affirmed: 1,
  advised: 1.2,
  guided: 1,
  informed: 1,
  taught: 1,
  observed: 1,
  planned: 1.2,
  framed: 1,
  social: 1,
}

const report: Profile = {
  who: clientOnly,
  needs: ['symptom', 'problem', 'feeling', 'mental', 'history', 'goal', 'service', 'body', 'risk'],
  cues: { symptom: 0.5, problem: 0.4, feeling: 0.3, situation: 0.2, history: 0.2, body: 0.3 },
  moves: {},
  share: 0.4,
  rank: 5,
  time: 0,
}

/** Mainly the client's words; the therapist's words about the client if the client says little. */
const fromBoth = { who: { client: 1, answer: 0.9, therapist: 0.3 }, moves: { reflected: 1, observed: 1 } } as const

/** Only what was seen or measured in the room. */
const observation: Profile = {
  who: { client: 0, answer: 0, therapist: 1 },
  needs: [],
  admits: ({ isObservation }) => isObservation,
  cues: { observed: 0.8, symptom: 0.2, mental: 0.2 },
  moves: everyMove,
  share: 0.2,
  rank: 0,
  time: 0,
}

const judgement: Profile = {
  who: { client: 0.7, answer: 0.8, therapist: 1 },
  needs: ['judged', 'diagnosis'],
  admits: ({ isPlan }) => !isPlan,
  cues: { judged: 0.5, diagnosis: 0.5, problem: 0.3, symptom: 0.2 },
  moves: { reflected: 1, informed: 0.9, taught: 0.5, observed: 0.7, advised: 0.3, affirmed: 0.3 },
  share: 0.18,
  rank: 3,
  time: 0.3,
}

/** Plans and proposals of either person. */
const plan: Profile = {
  who: { client: 1, answer: 0.6, therapist: 1 },
  needs: [],
  admits: ({ isPlan }) => isPlan,
  cues: { future: 0.4, task: 0.7, goal: 0.2, service: 0.1 },
  moves: everyMove,
  share: 0.35,
  rank: 1,
  time: 1,
}

const intervention: Profile = {
  who: therapistOnly,
  needs: [],
  cues: { goal: 0.2, problem: 0.2, feeling: 0.2, symptom: 0.1, task: 0.1 },
  moves: {
    asked: 0.9,
    reflected: 1,
    affirmed: 0.8,
    advised: 1,
    guided: 1,
    informed: 0.9,
    taught: 0.8,
    observed: 0.5,
    planned: 0.2,
  },
  share: 0.25,
  rank: 3,
  time: 0,
}

const response: Profile = {
  who: { client: 1, answer: 0.8, therapist: 0 },
  needs: ['response', 'goal'],
  cues: { response: 0.6, feeling: 0.2, goal: 0.2, future: 0.1 },
  moves: {},
  share: 0.25,
  rank: 2,
  time: 0.6,
}

const behavior: Profile = {
  ...report,
  takesObservations: true,
  cues: { problem: 0.5, symptom: 0.4, situation: 0.3, feeling: 0.3 },
  share: 0.35,
}

const goal: Profile = {
  who: { client: 1, answer: 0.8, therapist: 0.5 },
  needs: ['goal'],
  cues: { goal: 0.7, future: 0.2, problem: 0.2 },
  moves: { reflected: 1, asked: 0.3, informed: 0.3 },
  share: 0.22,
  rank: 2,
  time: 0,
}

const profiles: Readonly<Record<NoteType, Readonly<Record<string, Profile>>>> = {
  SOAP: { Subjective: report, Objective: observation, Assessment: judgement, Plan: plan },
  DAP: {
    Data: { ...report, takesObservations: true, who: clientFirst, moves: { observed: 1, informed: 0.3 }, share: 0.55 },
    Assessment: judgement,
    Plan: plan,
  },
  BIRP: { Behavior: behavior, Intervention: intervention, Response: response, Plan: plan },
  GIRP: { Goal: goal, Intervention: intervention, Response: { ...response, needs: ['response'] }, Plan: plan },
  Intake: {
    'Presenting Problem': {
      ...report,
      ...fromBoth,
      needs: ['problem', 'symptom', 'situation', 'risk'],
      cues: { problem: 0.6, symptom: 0.5, situation: 0.3 },
      share: 0.28,
      rank: 3,
      time: -0.5,
    },
    History: { ...report, needs: ['history'], cues: { history: 0.8, symptom: 0.1 }, share: 0.25, rank: 2 },
    'Mental Status': {
      ...report,
      needs: ['mental', 'risk'],
      cues: { mental: 0.7, feeling: 0.3, observed: 0.2 },
      who: { client: 1, answer: 1, therapist: 1 },
      admits: (unit) => unit.who !== 'therapist' || unit.isObservation,
      moves: everyMove,
      share: 0.18,
      rank: 1,
    },
    Diagnosis: { ...judgement, needs: ['diagnosis'], cues: { diagnosis: 0.8, judged: 0.2 }, share: 0.12, rank: 1 },
    'Treatment Plan': { ...plan, rank: 0, share: 0.17 },
  },
  'Case Management': {
    Assessment: {
      ...report,
      needs: ['service', 'problem', 'symptom', 'risk'],
      cues: { service: 0.6, problem: 0.4, symptom: 0.2 },
      share: 0.38,
    },
    Plan: plan,
    Intervention: {
      ...intervention,
      cues: { service: 0.4, task: 0.3 },
      moves: { advised: 1, informed: 1, taught: 0.8, planned: 0.8, asked: 0.6, affirmed: 0.5, reflected: 0.6 },
    },
    Monitoring: {
      ...report,
      needs: ['followed'],
      cues: { followed: 0.8, service: 0.2 },
      who: { client: 0.9, answer: 1, therapist: 0.8 },
      moves: { planned: 1, observed: 0.8, asked: 0.2 },
      share: 0.15,
      rank: 2,
    },
  },
  SIRP: {
    Situation: {
      ...report,
      ...fromBoth,
      needs: ['situation', 'problem', 'history', 'risk'],
      cues: { situation: 0.6, problem: 0.4, history: 0.2 },
      share: 0.33,
      time: -0.3,
    },
    Intervention: intervention,
    Response: response,
    Plan: plan,
  },
  PIRP: {
    Problem: {
      ...report,
      ...fromBoth,
      needs: ['problem', 'symptom', 'risk'],
      cues: { problem: 0.7, symptom: 0.5, feeling: 0.1 },
      share: 0.33,
      rank: 3,
    },
    Intervention: intervention,
    Response: response,
    Plan: plan,
  },
  'Internal Family Systems': {
    'Parts Work': {
      ...report,
      needs: ['parts'],
      cues: { parts: 1, feeling: 0.1 },
      who: { client: 1, answer: 0.7, therapist: 0.6 },
      moves: { reflected: 1, guided: 0.7, asked: 0.5 },
      share: 0.35,
      rank: 2,
    },
    Assessment: judgement,
    Interventions: intervention,
    Plan: plan,
  },
  EMDR: {
    'Target Memory': {
      ...report,
      needs: ['memory'],
      cues: { memory: 0.9, feeling: 0.2, history: 0.2 },
      share: 0.22,
      rank: 3,
      time: -0.3,
    },
    Assessment: {
      ...judgement,
      who: { client: 1, answer: 1, therapist: 0.4 },
      needs: ['judged', 'diagnosis', 'belief', 'rated'],
      clientNeeds: ['diagnosis', 'belief', 'rated'],
      cues: { rated: 0.8, belief: 0.7, diagnosis: 0.3, judged: 0.2 },
      share: 0.16,
      rank: 2,
      time: -2,
    },
    Processing: {
      ...report,
      needs: ['processing'],
      cues: { processing: 0.8, feeling: 0.4 },
      who: { client: 1, answer: 0.9, therapist: 0.5 },
      moves: { asked: 0.7, guided: 0.8, advised: 0.8 },
      share: 0.2,
      rank: 4,
      time: 0.5,
    },
    Installation: {
      ...report,
      needs: ['belief'],
      cues: { belief: 0.9 },
      who: { client: 1, answer: 0.9, therapist: 0.4 },
      moves: { affirmed: 0.8, asked: 0.6, reflected: 0.6 },
      share: 0.12,
      rank: 3,
      time: 2,
    },
    'Body Scan': { ...report, needs: ['body'], cues: { body: 0.9, symptom: 0.2 }, share: 0.12, rank: 1 },
    Closure: {
      ...report,
      needs: ['closing'],
      cues: { closing: 0.8, response: 0.3 },
      who: { client: 0.9, answer: 0.9, therapist: 0.8 },
      moves: { affirmed: 0.8, planned: 0.5, asked: 0.4 },
      share: 0.1,
      rank: 1,
      time: 2,
    },
    Plan: { ...plan, rank: 0, share: 0.16 },
  },
}

/** The profile of a section; an unknown section takes the most central units. */
export function profileOf(noteType: NoteType, title: string): Profile {
  return (
    profiles[noteType][title] ?? {
      ...report,
      who: clientFirst,
      moves: { informed: 1, advised: 1, planned: 1, reflected: 1 },
    }
  )
}
