import { describe, expect, test } from 'vitest'
import { readTranscriptText } from '../reading/read.ts'
import { type KnownPeople, labelKnownPeople, namesOf } from './known-people.ts'
import { labelSpeakers } from './speaker-roles.ts'

const people = (client: string, therapist = 'Samuel Green'): KnownPeople => ({ client, therapist, others: [] })

/** Roles by label of a session in which the first speaker asks and the others answer. */
function rolesIn([asking = '', ...answering]: readonly string[], known: KnownPeople) {
  const text = [
    `${asking}: How was the week for you?`,
    ...answering.map((label) => `${label}: It was bad, I cried a lot.`),
    `${asking}: Tell me more about it.`,
    ...answering.map((label) => `${label}: We argued on Monday about money.`),
  ].join('\n')
  const { transcript } = readTranscriptText({ fileName: 'session.txt', text, known: namesOf(known) })
  const { utterances } = labelSpeakers(labelKnownPeople(transcript, known))
  return Object.fromEntries(
    utterances.map(({ label, speaker, isSpeakerUnsure }) => [label, isSpeakerUnsure ? `${speaker}?` : speaker]),
  )
}

describe('names in labels', () => {
  test.each([
    [['A', 'B'], people('Ana Bell', 'Carl Dorn'), { A: 'therapist', B: 'client' }],
    [['Q', 'A'], people('Quinn Ray', 'Ada Fox'), { Q: 'therapist', A: 'client' }],
    [
      ['Chris Doe', 'Christina Doe'],
      people('Christina Doe', 'Chris Doe'),
      { 'Chris Doe': 'therapist', 'Christina Doe': 'client' },
    ],
    [['Therapist', 'Lisa', 'Li'], people('Li Wang'), { Therapist: 'therapist', Lisa: 'other', Li: 'client' }],
    [['B', 'A'], people('Ana B.', 'Carl Dorn'), { B: 'therapist', A: 'client' }],
    [['SG', 'AB'], people('Ana Bell'), { SG: 'therapist', AB: 'client' }],
    [['Sam', 'Ana B.'], people('Ana Bell'), { Sam: 'therapist', 'Ana B.': 'client' }],
    [['Samuel', 'Anabel', 'Ana'], people('Ana Bell'), { Samuel: 'therapist', Anabel: 'other', Ana: 'client' }],
  ])('the speakers %j of a session with %j get the roles %j', (labels, known, expected) => {
    expect(rolesIn(labels, known)).toEqual(expected)
  })
})

describe('relatives in labels', () => {
  test.each([
    "Client's mother",
    'Foster mother',
    'Mother of client',
    'mother of the patient',
    "Patient's Mother",
    "Client's Wife",
    "Client's lawyer",
    'Patient (father)',
    'Stepdad',
    'Both',
  ])('a speaker with the label “%s” is not the client beside a client', (label) => {
    expect(rolesIn(['Therapist', 'Client', label], people('Ana Bell'))).toEqual({
      Therapist: 'therapist',
      Client: 'client',
      [label]: 'other',
    })
  })

  test('a relative is the client only if no one else can be, and then unsure', () => {
    const known = people('Thomas Hale')
    expect(rolesIn(['Therapist', 'Mother', 'Tommy'], known)).toMatchObject({ Mother: 'other', Tommy: 'client' })
    expect(rolesIn(['Therapist', 'Mother'], known)).toEqual({ Therapist: 'therapist', Mother: 'client?' })
  })

  test('the device of the client is the client', () => {
    expect(rolesIn(['Therapist', "Client's iPhone"], people('Ana Bell'))["Client's iPhone"]).toBe('client')
  })
})

describe('several clients in labels', () => {
  test.each([
    [['Client', 'client #2'], { Client: 'client', 'client #2': 'other' }],
    [['Client 1', 'Client 2'], { 'Client 1': 'client?', 'Client 2': 'other' }],
    [['Client (Bob)', 'Client (Ana)'], { 'Client (Bob)': 'other', 'Client (Ana)': 'client' }],
    [['Client', 'Client (crying)'], { Client: 'client', 'Client (crying)': 'client' }],
    [['Client', 'Client (cont.)'], { Client: 'client', 'Client (cont.)': 'client' }],
    [['Client', 'Client Video'], { Client: 'client', 'Client Video': 'client' }],
    [['Client', 'The client'], { Client: 'client', 'The client': 'client' }],
    [['Patient', 'Pat.'], { Patient: 'client', 'Pat.': 'client' }],
    [['Client 1', 'Client 1 (crying)'], { 'Client 1': 'client', 'Client 1 (crying)': 'client' }],
    [
      ['Client 1', 'Client 1 (crying)', 'Client 2'],
      { 'Client 1': 'client?', 'Client 1 (crying)': 'client?', 'Client 2': 'other' },
    ],
    [['Client A', 'Client B'], { 'Client A': 'client?', 'Client B': 'other' }],
    [['Client', "Client's iPhone"], { Client: 'client', "Client's iPhone": 'client' }],
  ])('only one person of %j is the client', (labels, expected) => {
    expect(rolesIn(['Therapist', ...labels], people('Ana Bell'))).toEqual({ Therapist: 'therapist', ...expected })
  })
})

test('a line of speech that begins with a relative is not a speaker', () => {
  const text =
    'Therapist: And then?\nClient: One thing\nMy mother: she never listens.\nTherapist: Who else?\nClient: Two.'
  const { utterances } = readTranscriptText({ fileName: 'session.txt', text }).transcript
  expect(utterances.map(({ label }) => label)).toEqual(['Therapist', 'Client', 'Therapist', 'Client'])
})
