// Over 400 lines: one table of all endpoints, so that the outcomes of each are in one place.
import { randomUUID } from 'node:crypto'
import type { contract } from '#shared/contract/contract.ts'
import type { ErrorCode } from '#shared/contract/errors.ts'
import { chunkBytes } from '#shared/contract/recordings.ts'
import type { Api } from '#test/world.ts'
import type { Principal, Relation } from './personas.ts'
import { type ClientRecord, spokenIn } from './records.ts'

export type Outcome = 'ok' | ErrorCode

/** An endpoint about one record. The outcome depends on the caller's relation to the record. */
export interface AboutRecord extends Record<Relation, Outcome> {
  about: 'record'
  call(api: Api, record: ClientRecord): Promise<unknown>
  /** Whether a success changes the record. If it does, each caller gets a new record. */
  changes: boolean
  /** Whether a success is audited. */
  isAudited: boolean
}

/** An endpoint about the caller, or about everything that the caller may see. */
export interface AboutCaller {
  about: 'caller'
  call(api: Api): Promise<unknown>
  everyone: Outcome
  /** Principals with another outcome. */
  except?: Partial<Record<Principal, Outcome>>
}

/** An endpoint that lists exactly the records to which the caller has one of the relations of `shows`. */
export interface AboutList {
  about: 'list'
  /** Filters the list, so that it contains the record's marker if the caller may see the record. */
  call(api: Api, record: ClientRecord): Promise<unknown>
  shows: readonly Relation[]
}

/** The outcome for a caller. The second factor of a platform admin changes the outcomes of the admin panel only. */
export function outcomeFor({ everyone, except = {} }: AboutCaller, principal: Principal): Outcome {
  const exception = except[principal] ?? (principal === 'verifiedAdmin' ? except.platformAdmin : undefined)
  return exception ?? everyone
}

export type Expectation = AboutRecord | AboutCaller | AboutList

/** An endpoint without an expectation does not compile. */
export type Expectations = { [N in keyof typeof contract]: { [E in keyof (typeof contract)[N]]: Expectation } }

type Outcomes = Record<Relation, Outcome>
type Call = AboutRecord['call']

const audited = { about: 'record', isAudited: true } as const
const reads = (outcomes: Outcomes, call: Call): AboutRecord => ({ ...audited, changes: false, call, ...outcomes })
const changes = (outcomes: Outcomes, call: Call): AboutRecord => ({ ...audited, changes: true, call, ...outcomes })
/** Figures about work in progress, which pages read repeatedly. They are not audited. */
const readsUnaudited = (outcomes: Outcomes, call: Call): AboutRecord => ({ ...reads(outcomes, call), isAudited: false })

/** For all callers who may see the record. For others it does not exist. */
const visible = (missing: ErrorCode): Outcomes => ({ own: 'ok', supervises: 'ok', administers: 'ok', hidden: missing })
/** For the record's therapist only. Others who may see the record get `not_allowed`. */
const therapistOnly = (missing: ErrorCode): Outcomes => ({
  own: 'ok',
  supervises: 'not_allowed',
  administers: 'not_allowed',
  hidden: missing,
})
/** For readers of a note that awaits no co-signature. */
const unsigned: Outcomes = {
  own: 'cosign_not_waiting',
  supervises: 'cosign_not_waiting',
  administers: 'cosign_not_waiting',
  hidden: 'session_missing',
}
/** For the record's therapist, and for owner and admins of the organization. */
const therapistOrAdmin = (missing: ErrorCode): Outcomes => ({ ...therapistOnly(missing), administers: 'ok' })
/** For the record's therapist only. For all others the record does not exist. */
const hiddenFromOthers = (missing: ErrorCode): Outcomes => ({
  own: 'ok',
  supervises: missing,
  administers: missing,
  hidden: missing,
})

const signedOut: Partial<Record<Principal, Outcome>> = { anonymous: 'not_signed_in', deactivated: 'not_signed_in' }
const signedIn = (call: AboutCaller['call'], except: AboutCaller['except'] = {}): AboutCaller => ({
  about: 'caller',
  call,
  everyone: 'ok',
  except: { ...signedOut, ...except },
})

const lists = (shows: readonly Relation[], call: AboutList['call']): AboutList => ({ about: 'list', call, shows })
/** Lists of all records that the caller may see, and lists of the caller's own records (spec core §6). */
const allVisible = ['own', 'supervises', 'administers'] as const
const ownOnly = ['own'] as const

const person = { firstName: 'Ada', lastName: 'Moss', pronouns: 'She/Her', email: null, phone: null } as const
const copyOfRecord = { recipient: 'The court', contents: 'Notes of 2026' } as const
const file = { fileName: 'session.wav', mediaType: 'audio/wav', size: chunkBytes, settingType: 'telehealth' } as const
const appointment = { date: '2026-03-04', startTime: '09:00', durationMinutes: 50 }
const held = {
  date: '2026-03-04',
  startTime: '09:00',
  endTime: '09:50',
  settingType: 'telehealth',
  type: 'Individual',
  contact: 'no-show',
} as const
const spoken =
  'Therapist: How did you sleep this week?\nClient: Badly, I woke at four and lay there thinking about work.\n'
const transcript = { fileName: 'session.txt', content: Buffer.from(spoken.repeat(4)).toString('base64') }

/** Links of an organization, for all members. features/resources tests access to links of other organizations. */
const inOrganization = (call: AboutCaller['call']): AboutCaller =>
  signedIn(call, { noOrganization: 'resources_no_organization', platformAdmin: 'resources_no_organization' })
const link = { title: 'Sleep diary', url: 'https://example.org/sleep-diary' }
const addLink = async (api: Api) => (await api.resources.add(link)).id

/** For all members of an organization. */
const inClinic = (call: AboutCaller['call']): AboutCaller =>
  signedIn(call, { noOrganization: 'no_organization', platformAdmin: 'no_organization' })
const request = { requestId: '00000000-0000-4000-8000-00000000beef' }

/** For owner and admins. `outcome` is what they get, which may also be an error. */
const ownerOrAdmin = (outcome: Outcome, call: AboutCaller['call']): AboutCaller => ({
  about: 'caller',
  call,
  everyone: 'not_allowed',
  except: {
    ...signedOut,
    noOrganization: 'no_organization',
    platformAdmin: 'no_organization',
    admin: outcome,
    owner: outcome,
    otherOwner: outcome,
  },
})
/** The admin panel: for platform admins who gave a second factor. */
const platform = (outcome: Outcome, call: AboutCaller['call']): AboutCaller => ({
  about: 'caller',
  call,
  everyone: 'not_allowed',
  except: { ...signedOut, platformAdmin: 'second_factor_missing', verifiedAdmin: outcome },
})
const newSnippet = () => ({ trigger: randomUUID().slice(0, 8), body: 'Alert.', isShared: false })
const privateNote = { text: 'The dream of the house returns.', confirmed: [] }
const template = {
  name: 'Weekly',
  baseType: 'SOAP' as const,
  sections: [
    {
      title: 'Themes',
      instruction: '',
      style: 'prose' as const,
      length: 'standard' as const,
      person: 'client' as const,
      tense: 'past' as const,
      source: 'transcript' as const,
      setting: null,
      maxWords: null,
      quotes: 'key' as const,
      forbiddenPhrases: [],
    },
  ],
}
const copyProfile = {
  mapping: [],
  header: [],
  bullets: '•' as const,
  blankLines: true,
  maxChars: null,
  asciiOnly: false,
  html: false,
}
const arrived = { receivedOn: '2026-03-03', channel: 'letter', text: 'Please correct my name.' } as const
const unknownId = '00000000-0000-4000-8000-00000000dead'
const guest = () => ({ email: `${randomUUID()}@example.test`, role: 'therapist' }) as const

export const expectations: Expectations = {
  accounts: {
    setup: { about: 'caller', everyone: 'ok', call: (api) => api.accounts.setup() },
    me: signedIn((api) => api.accounts.me()),
    secondFactor: signedIn((api) => api.accounts.secondFactor()),
    sendEmailCode: signedIn((api) => api.accounts.sendEmailCode()),
    confirmEmail: signedIn((api) => api.accounts.confirmEmail({ code: '00000000' })),
    listFailedSignIns: signedIn((api) => api.accounts.listFailedSignIns()),
    signIns: signedIn((api) => api.accounts.signIns()),
    signOutDevice: {
      about: 'caller',
      everyone: 'sign_in_missing',
      except: signedOut,
      call: (api) => api.accounts.signOutDevice({ signInId: unknownId }),
    },
    signOutElsewhere: signedIn((api) => api.accounts.signOutElsewhere()),
    update: signedIn((api) => api.accounts.update({ phoneNumber: '555 0100' })),
  },
  organizations: {
    get: inClinic((api) => api.organizations.get()),
    rename: ownerOrAdmin('ok', (api) => api.organizations.rename({ name: 'Riverside Clinic' })),
    requireSecondFactor: ownerOrAdmin('ok', (api) => api.organizations.requireSecondFactor({ isRequired: false })),
    vocabulary: ownerOrAdmin('ok', (api) => api.organizations.vocabulary()),
    changeVocabulary: ownerOrAdmin('ok', (api) =>
      api.organizations.changeVocabulary({ words: ['Sertraline'], basedOn: [] }),
    ),
    mine: signedIn((api) => api.organizations.mine()),
    switch: {
      about: 'caller',
      everyone: 'organization_unknown',
      except: signedOut,
      call: (api) => api.organizations.switch({ organizationId: unknownId }),
    },
  },
  members: {
    list: signedIn((api) => api.members.list()),
    changeRole: ownerOrAdmin('member_missing', (api) =>
      api.members.changeRole({ userId: unknownId, role: 'therapist' }),
    ),
    remove: ownerOrAdmin('member_missing', (api) => api.members.remove({ userId: unknownId })),
    assignSupervisor: ownerOrAdmin('member_missing', (api) =>
      api.members.assignSupervisor({ userId: unknownId, supervisorId: null }),
    ),
    setPrelicensed: ownerOrAdmin('member_missing', (api) =>
      api.members.setPrelicensed({ userId: unknownId, isPrelicensed: true }),
    ),
  },
  invitations: {
    list: signedIn((api) => api.invitations.list()),
    send: ownerOrAdmin('ok', (api) => api.invitations.send(guest())),
    sendAgain: ownerOrAdmin('invitation_gone', (api) => api.invitations.sendAgain({ invitationId: unknownId })),
    cancel: ownerOrAdmin('invitation_gone', (api) => api.invitations.cancel({ invitationId: unknownId })),
    newLink: ownerOrAdmin('invitation_gone', (api) => api.invitations.newLink({ invitationId: unknownId })),
    look: {
      about: 'caller',
      everyone: 'invitation_missing',
      call: (api) => api.invitations.look({ secret: unknownId }),
    },
    accept: {
      about: 'caller',
      everyone: 'invitation_missing',
      call: (api) => api.invitations.accept({ secret: unknownId, password: 'x', firstName: 'Ada', lastName: 'Moss' }),
    },
    join: {
      about: 'caller',
      everyone: 'invitation_missing',
      except: signedOut,
      call: (api) => api.invitations.join({ secret: unknownId }),
    },
  },
  // These organizations have no billing account. features/billing tests the outcomes with one.
  billing: {
    plans: inClinic((api) => api.billing.plans()),
    state: inClinic((api) => api.billing.state()),
    refresh: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.refresh()),
    subscribe: ownerOrAdmin('billing_account_incomplete', (api) =>
      api.billing.subscribe({ priceId: 'none', ...request }),
    ),
    preview: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.preview({ priceId: 'none' })),
    changePlan: ownerOrAdmin('billing_account_incomplete', (api) =>
      api.billing.changePlan({ priceId: 'none', ...request }),
    ),
    cancel: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.cancel(request)),
    payOpen: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.payOpen(request)),
    reactivate: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.reactivate(request)),
    paymentMethods: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.paymentMethods()),
    beginCard: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.beginCard(request)),
    fillTestCard: ownerOrAdmin('billing_account_incomplete', (api) =>
      api.billing.fillTestCard({ setupId: 'none', number: '4242424242424242', expMonth: 1, expYear: 2090, cvc: '123' }),
    ),
    finishCard: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.finishCard({ setupId: 'none' })),
    setDefaultCard: ownerOrAdmin('billing_account_incomplete', (api) =>
      api.billing.setDefaultCard({ paymentMethodId: 'none' }),
    ),
    removeCard: ownerOrAdmin('billing_account_incomplete', (api) =>
      api.billing.removeCard({ paymentMethodId: 'none' }),
    ),
    invoices: ownerOrAdmin('billing_account_incomplete', (api) => api.billing.invoices({})),
  },
  notices: {
    list: signedIn((api) => api.notices.list()),
    // features/notices tests access to other users' notices.
    read: {
      about: 'caller',
      everyone: 'notice_missing',
      except: signedOut,
      call: (api) => api.notices.read({ noticeId: unknownId }),
    },
    readAll: signedIn((api) => api.notices.readAll({ newestId: unknownId })),
  },
  clients: {
    list: lists(allVisible, (api, { marker }) => api.clients.list({ status: 'all', search: marker })),
    therapists: signedIn((api) => api.clients.therapists()),
    pick: lists(ownOnly, (api, { marker }) => api.clients.pick({ search: marker })),
    create: signedIn((api) => api.clients.create(person), {
      noOrganization: 'organization_missing',
      platformAdmin: 'organization_missing',
    }),
    get: reads(visible('client_missing'), (api, { clientId }) => api.clients.get({ clientId })),
    update: changes(therapistOrAdmin('client_missing'), (api, { clientId }) =>
      api.clients.update({ clientId, phone: '555 0100' }),
    ),
    archive: changes(therapistOrAdmin('client_missing'), (api, { clientId }) => api.clients.archive({ clientId })),
    restore: changes(therapistOrAdmin('client_missing'), (api, { clientId }) => api.clients.restore({ clientId })),
    // features/clients tests which transfers are allowed.
    transfer: ownerOrAdmin('client_missing', (api) =>
      api.clients.transfer({ clientId: unknownId, therapistId: unknownId }),
    ),
  },
  sessions: {
    calendar: lists(ownOnly, (api) => api.sessions.calendar({ from: '2026-03-01', to: '2026-04-04' })),
    schedule: changes(therapistOnly('client_missing'), (api, { clientId }) =>
      api.sessions.schedule({ clientId, ...appointment }),
    ),
    reschedule: changes(therapistOnly('session_missing'), (api, { scheduledSessionId }) =>
      api.sessions.reschedule({ sessionId: scheduledSessionId, ...appointment }),
    ),
    cancel: changes(therapistOnly('session_missing'), (api, { scheduledSessionId }) =>
      api.sessions.cancel({ sessionId: scheduledSessionId }),
    ),
    restore: changes(therapistOnly('session_missing'), async (api, { scheduledSessionId: sessionId }) => {
      await api.sessions.cancel({ sessionId })
      return api.sessions.restore({ sessionId })
    }),
    write: changes(therapistOnly('client_missing'), (api, { clientId }) =>
      api.sessions.write({ clientId, ...held, noteType: 'SOAP' }),
    ),
    exportMonth: signedIn((api) => api.sessions.exportMonth({ month: '2026-03' })),
    exportSession: reads(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.sessions.exportSession({ sessionId }),
    ),
    listForClient: reads(visible('client_missing'), (api, { clientId }) => api.sessions.listForClient({ clientId })),
    get: reads(visible('session_missing'), (api, { sessionId }) => api.sessions.get({ sessionId })),
    watchProgress: readsUnaudited(visible('session_missing'), async (api, { sessionId }) => {
      const events = []
      for await (const event of await api.sessions.watchProgress({ sessionId })) events.push(event)
      return events
    }),
  },
  series: {
    busy: lists(ownOnly, (api) => api.series.busy({ dates: ['2026-03-02'] })),
    schedule: changes(therapistOnly('client_missing'), (api, { clientId }) =>
      api.series.schedule({
        clientId,
        ...appointment,
        requestId: randomUUID(),
        frequency: 'weekly',
        ends: { count: 3 },
      }),
    ),
    rescheduleFollowing: changes(therapistOnly('session_missing'), (api, { scheduledSessionId }) =>
      api.series.rescheduleFollowing({ sessionId: scheduledSessionId, ...appointment }),
    ),
    undoReschedule: changes({ ...therapistOnly('series_missing'), own: 'series_unchanged' }, (api, { seriesId }) =>
      api.series.undoReschedule({ seriesId }),
    ),
    cancelFollowing: changes(therapistOnly('session_missing'), (api, { scheduledSessionId }) =>
      api.series.cancelFollowing({ sessionId: scheduledSessionId }),
    ),
    restoreFollowing: changes(
      { ...therapistOnly('series_missing'), own: 'series_unchanged' },
      (api, { seriesId, scheduledSessionId }) =>
        api.series.restoreFollowing({ seriesId, sessionIds: [scheduledSessionId] }),
    ),
  },
  recordings: {
    startUpload: changes(therapistOnly('client_missing'), (api, { clientId }) =>
      api.recordings.startUpload({ clientId, ...file }),
    ),
    getUpload: readsUnaudited(hiddenFromOthers('upload_missing'), (api, { uploadId }) =>
      api.recordings.getUpload({ uploadId }),
    ),
    completeUpload: changes(hiddenFromOthers('upload_missing'), (api, { uploadId }) =>
      api.recordings.completeUpload({ uploadId }),
    ),
    cancelUpload: changes(hiddenFromOthers('upload_missing'), (api, { uploadId }) =>
      api.recordings.cancelUpload({ uploadId }),
    ),
    processAgain: changes(therapistOnly('session_missing'), (api, { bareSessionId }) =>
      api.recordings.processAgain({ sessionId: bareSessionId }),
    ),
    audioFiles: reads(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.recordings.audioFiles({ sessionId }),
    ),
    playback: reads(visible('session_missing'), (api, { sessionId }) => api.recordings.playback({ sessionId })),
    start: changes(therapistOnly('client_missing'), (api, { clientId }) =>
      api.recordings.start({ clientId, requestId: randomUUID() }),
    ),
    unfinished: lists(ownOnly, (api) => api.recordings.unfinished()),
    live: reads(therapistOnly('session_missing'), (api, { liveSessionId }) =>
      api.recordings.live({ sessionId: liveSessionId }),
    ),
    end: changes(therapistOnly('session_missing'), (api, { liveSessionId }) =>
      api.recordings.end({ sessionId: liveSessionId, chunks: 1 }),
    ),
    discard: changes(therapistOnly('session_missing'), (api, { liveSessionId }) =>
      api.recordings.discard({ sessionId: liveSessionId }),
    ),
  },
  transcripts: {
    get: reads(visible('session_missing'), (api, { sessionId }) => api.transcripts.get({ sessionId })),
    import: changes(therapistOnly('client_missing'), (api, { clientId }) =>
      api.transcripts.import({ clientId, settingType: 'telehealth', requestId: randomUUID(), ...transcript }),
    ),
    importForSession: changes(therapistOnly('session_missing'), (api, { bareSessionId }) =>
      api.transcripts.importForSession({ sessionId: bareSessionId, ...transcript }),
    ),
    speechStatus: signedIn((api) => api.transcripts.speechStatus()),
  },
  notes: {
    list: lists(allVisible, (api, { marker }) => api.notes.list({ search: marker })),
    get: reads(visible('session_missing'), (api, { sessionId }) => api.notes.get({ sessionId })),
    save: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.save({
        sessionId,
        baseVersion: 2,
        noteType: 'SOAP',
        sections: [{ title: 'Subjective', content: 'Slept well.' }],
      }),
    ),
    generate: changes(therapistOnly('session_missing'), (api, { sessionId }) => api.notes.generate({ sessionId })),
    draftExcerpts: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.draftExcerpts({ sessionId }),
    ),
    changeType: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.changeType({ sessionId, noteType: 'DAP' }),
    ),
    dismissPassage: changes({ ...therapistOnly('session_missing'), own: 'passage_missing' }, (api, { sessionId }) =>
      api.notes.dismissPassage({ sessionId, topic: 'suicide', utteranceId: 'u1', quote: 'None.', reason: 'other' }),
    ),
    correctTurn: changes(therapistOnly('session_missing'), (api, { sessionId, marker }) =>
      api.notes.correctTurn({
        sessionId,
        utteranceId: 'u1',
        before: { text: spokenIn(marker), speaker: 'client' },
        after: { text: 'We spoke about sleep.', speaker: 'client' },
      }),
    ),
    editTranscript: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.editTranscript({
        sessionId,
        revision: 1,
        edit: { kind: 'role', label: 'Client', speaker: 'other' },
      }),
    ),
    undoTranscriptEdit: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.undoTranscriptEdit({ sessionId, revision: 1, undoes: 1 }),
    ),
    chooseType: changes({ ...therapistOnly('session_missing'), own: 'note_type_chosen' }, (api, { sessionId }) =>
      api.notes.chooseType({ sessionId, noteType: 'DAP' }),
    ),
    repetition: readsUnaudited(visible('session_missing'), (api, { sessionId }) => api.notes.repetition({ sessionId })),
    previous: reads(visible('client_missing'), (api, { clientId }) => api.notes.previous({ clientId })),
    enhance: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.enhance({ sessionId, instructions: 'Say more about sleep.' }),
    ),
    versions: reads(visible('session_missing'), (api, { sessionId }) => api.notes.versions({ sessionId })),
    version: reads(visible('session_missing'), (api, { sessionId }) => api.notes.version({ sessionId, version: 1 })),
    restore: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.notes.restore({ sessionId, version: 1, baseVersion: 2 }),
    ),
  },
  records: { get: reads(visible('client_missing'), (api, { clientId }) => api.records.get({ clientId })) },
  workQueue: { get: signedIn((api) => api.workQueue.get()) },
  // The notes of these records are not signed. features/cosign tests who may do what with signed notes.
  cosign: {
    queue: signedIn((api) => api.cosign.queue()),
    get: reads(unsigned, (api, { sessionId }) => api.cosign.get({ sessionId })),
    comments: reads(visible('session_missing'), (api, { sessionId }) => api.cosign.comments({ sessionId })),
    comment: changes(unsigned, (api, { sessionId }) =>
      api.cosign.comment({ sessionId, version: 2, section: 'Subjective', sentence: 0, text: 'Since when?' }),
    ),
    reply: changes(unsigned, (api, { sessionId }) =>
      api.cosign.reply({ sessionId, commentId: unknownId, text: 'Since May.' }),
    ),
    return: changes(unsigned, (api, { sessionId }) => api.cosign.return({ sessionId, version: 2 })),
    sign: changes(unsigned, (api, { sessionId }) =>
      api.cosign.sign({ sessionId, version: 2, contentSha256: '', wasPresent: false }),
    ),
    assign: ownerOrAdmin('session_missing', (api) => api.cosign.assign({ sessionId: unknownId, userId: unknownId })),
    setAway: inClinic((api) => api.cosign.setAway({ until: null })),
  },
  review: {
    get: reads(visible('session_missing'), (api, { sessionId }) => api.review.get({ sessionId })),
    decide: changes({ ...therapistOnly('session_missing'), own: 'review_changed' }, (api, { sessionId }) =>
      api.review.decide({ sessionId, itemId: 'none', baseVersion: 2, decision: { kind: 'keep' } }),
    ),
    undo: changes({ ...therapistOnly('session_missing'), own: 'review_changed' }, (api, { sessionId }) =>
      api.review.undo({ sessionId, itemId: 'none', baseVersion: 2 }),
    ),
    // Pages send this call every few seconds. It returns nothing of the record.
    count: {
      ...changes(therapistOnly('session_missing'), (api, { sessionId }) =>
        api.review.count({ sessionId, activeMs: 1000, snippets: 0 }),
      ),
      isAudited: false,
    },
  },
  signatures: {
    get: reads(visible('session_missing'), (api, { sessionId }) => api.signatures.get({ sessionId })),
    // The sent hash and statement match no note.
    sign: changes({ ...therapistOnly('session_missing'), own: 'note_changed' }, (api, { sessionId }) =>
      api.signatures.sign({ sessionId, version: 1, contentSha256: '', attestationText: 'Mine.' }),
    ),
    unlock: changes({ ...therapistOnly('session_missing'), own: 'note_not_signed' }, (api, { sessionId }) =>
      api.signatures.unlock({ sessionId, reason: 'A wrong date.' }),
    ),
    addAddendum: changes(
      { ...therapistOnly('session_missing'), own: 'note_not_signed', administers: 'note_not_signed' },
      (api, { sessionId }) =>
        api.signatures.addAddendum({
          sessionId,
          kind: 'addendum',
          text: 'She called.',
          reason: 'A call.',
          eventDate: null,
        }),
    ),
    rules: inClinic((api) => api.signatures.rules()),
    changeRules: ownerOrAdmin('ok', (api) =>
      api.signatures.changeRules({ attestationText: null, lateAfterHours: 72, unlockHours: 24 }),
    ),
  },
  amendments: {
    ofClient: reads(visible('client_missing'), (api, { clientId }) => api.amendments.ofClient({ clientId })),
    ofNote: reads(visible('session_missing'), (api, { bareSessionId }) =>
      api.amendments.ofNote({ sessionId: bareSessionId }),
    ),
    log: changes(therapistOrAdmin('session_missing'), (api, { sessionId }) =>
      api.amendments.log({ sessionId, requestId: randomUUID(), ...arrived }),
    ),
    extend: changes(
      { ...therapistOrAdmin('amendment_missing'), own: 'amendment_overdue', administers: 'amendment_overdue' },
      (api, { amendmentId }) => api.amendments.extend({ amendmentId, reason: 'The record is with the court.' }),
    ),
    // The note of this request is not signed.
    accept: changes(
      { ...therapistOrAdmin('amendment_missing'), own: 'amendment_unsigned', administers: 'amendment_unsigned' },
      (api, { amendmentId }) => api.amendments.accept({ amendmentId, correction: 'She is called Ines.' }),
    ),
    deny: changes(therapistOrAdmin('amendment_missing'), (api, { amendmentId }) =>
      api.amendments.deny({ amendmentId, denialReason: 'accurate', basis: 'It is her name.' }),
    ),
    attachStatement: changes(
      { ...therapistOrAdmin('amendment_missing'), own: 'amendment_not_denied', administers: 'amendment_not_denied' },
      (api, { amendmentId }) => api.amendments.attachStatement({ amendmentId, statement: 'I disagree.' }),
    ),
  },
  releases: {
    ofClient: reads(visible('client_missing'), (api, { clientId }) => api.releases.ofClient({ clientId })),
    log: changes(therapistOrAdmin('client_missing'), (api, { clientId }) =>
      api.releases.log({ clientId, requestId: randomUUID(), releasedOn: '2026-03-04', ...copyOfRecord }),
    ),
    placeHold: changes(therapistOrAdmin('client_missing'), (api, { clientId }) =>
      api.releases.placeHold({ clientId, requestId: randomUUID(), startsOn: '2026-03-04', reason: 'Subpoena' }),
    ),
    liftHold: changes(
      { ...therapistOrAdmin('hold_missing'), own: 'hold_lifted', administers: 'hold_lifted' },
      (api, { holdId }) => api.releases.liftHold({ holdId, reason: 'The case is closed.' }),
    ),
  },
  insights: {
    get: reads(visible('session_missing'), (api, { sessionId }) => api.insights.get({ sessionId })),
    analyze: changes(therapistOnly('session_missing'), (api, { sessionId }) => api.insights.analyze({ sessionId })),
    // The session of this record has ended.
    suggest: reads({ ...therapistOnly('session_missing'), own: 'recording_ended' }, (api, { sessionId }) =>
      api.insights.suggest({ sessionId, utterances: [] }),
    ),
  },
  corrections: {
    correct: changes(therapistOnly('session_missing'), (api, { sessionId, clientId }) =>
      api.corrections.correct({ ...held, contact: 'session', sessionId, clientId }),
    ),
    delete: changes(therapistOnly('session_missing'), (api, { sessionId }) =>
      api.corrections.delete({ sessionId, what: 'session', reason: 'duplicate' }),
    ),
    receipts: reads(visible('client_missing'), (api, { clientId }) => api.corrections.receipts({ clientId })),
  },
  progress: {
    ofAll: signedIn((api) => api.progress.ofAll()),
    ofClient: reads(visible('client_missing'), (api, { clientId }) => api.progress.ofClient({ clientId })),
    exportOfAll: signedIn((api) => api.progress.exportOfAll()),
    exportOfClient: reads(visible('client_missing'), (api, { clientId }) => api.progress.exportOfClient({ clientId })),
  },
  copies: {
    profiles: signedIn((api) => api.copies.profiles()),
    addProfile: signedIn((api) => api.copies.addProfile({ ...copyProfile, name: randomUUID() })),
    changeProfile: signedIn(async (api) => {
      const { id: profileId } = await api.copies.addProfile({ ...copyProfile, name: randomUUID() })
      return api.copies.changeProfile({ ...copyProfile, name: randomUUID(), profileId })
    }),
    deleteProfile: signedIn(async (api) => {
      const { id: profileId } = await api.copies.addProfile({ ...copyProfile, name: randomUUID() })
      return api.copies.deleteProfile({ profileId })
    }),
    prepare: reads(visible('session_missing'), (api, { sessionId }) =>
      api.copies.prepare({ sessionId, profileId: 'simplepractice' }),
    ),
    record: changes(visible('session_missing'), (api, { sessionId }) =>
      api.copies.record({ sessionId, profileId: 'simplepractice', version: 2 }),
    ),
    // The page shows the last copy beside the note, and viewing the note is audited.
    last: readsUnaudited(visible('session_missing'), (api, { sessionId }) => api.copies.last({ sessionId })),
  },
  templates: {
    list: signedIn((api) => api.templates.list()),
    add: signedIn((api) => api.templates.add({ ...template, origin: null })),
    change: signedIn(async (api) => {
      const { id: templateId } = await api.templates.add({ ...template, origin: null })
      return api.templates.change({ ...template, templateId, baseVersion: 1 })
    }),
    setStatus: signedIn(async (api) => {
      const { id: templateId } = await api.templates.add({ ...template, origin: null })
      return api.templates.setStatus({ templateId, status: 'published' })
    }),
    versions: signedIn(async (api) => {
      const { id: templateId } = await api.templates.add({ ...template, origin: null })
      return api.templates.versions({ templateId })
    }),
    delete: signedIn(async (api) => {
      const { id: templateId } = await api.templates.add({ ...template, origin: null })
      return api.templates.delete({ templateId })
    }),
    // features/templates tests who may share templates.
    share: ownerOrAdmin('template_missing', (api) => api.templates.share({ templateId: unknownId })),
  },
  // Without a language model. features/templates tests the outcomes with one, and access to other users' examples.
  templateExamples: {
    list: signedIn((api) => api.templateExamples.list({})),
    propose: {
      about: 'caller',
      call: (api) => api.templateExamples.propose({ templateId: null, examples: ['Slept badly.'] }),
      everyone: 'template_learning_unavailable',
      except: signedOut,
    },
    delete: signedIn(async (api) => {
      const { id: templateId } = await api.templates.add({ ...template, origin: null, examples: ['Slept badly.'] })
      const { examples } = await api.templateExamples.list({ templateId })
      return api.templateExamples.delete({ templateId, exampleId: examples[0]?.id ?? '' })
    }),
    deleteAll: signedIn(async (api) => {
      const { id: templateId } = await api.templates.add({ ...template, origin: null, examples: ['Slept badly.'] })
      return api.templateExamples.deleteAll({ templateId })
    }),
  },
  feedback: {
    suggest: signedIn((api) => api.feedback.suggest({ content: 'A dark theme.' })),
  },
  resources: {
    list: inOrganization((api) => api.resources.list({ search: 'sleep' })),
    add: inOrganization((api) => api.resources.add(link)),
    update: inOrganization(async (api) => api.resources.update({ ...link, resourceId: await addLink(api) })),
    delete: inOrganization(async (api) => api.resources.delete({ resourceId: await addLink(api) })),
    listDeleted: inOrganization((api) => api.resources.listDeleted()),
    restore: inOrganization(async (api) => api.resources.restore({ resourceId: await addLink(api) })),
  },
  // features/transcripts/own-voice tests that callers reach only their own voice.
  ownVoice: {
    get: signedIn((api) => api.ownVoice.get()),
    setOn: signedIn((api) => api.ownVoice.setOn({ isOn: false })),
    remove: signedIn((api) => api.ownVoice.remove()),
    // The record's transcript was imported, so its voices were not compared.
    remember: changes({ ...therapistOnly('session_missing'), own: 'voice_unavailable' }, (api, { sessionId }) =>
      api.ownVoice.remember({ sessionId }),
    ),
  },
  // Only the author has psychotherapy notes: for all other callers there are none.
  psychotherapyNotes: {
    clients: lists(ownOnly, (api) => api.psychotherapyNotes.clients()),
    ofClient: reads(hiddenFromOthers('client_missing'), (api, { clientId }) =>
      api.psychotherapyNotes.ofClient({ clientId }),
    ),
    add: changes(hiddenFromOthers('client_missing'), (api, { clientId }) =>
      api.psychotherapyNotes.add({ clientId, requestId: randomUUID(), ...privateNote }),
    ),
    save: changes(hiddenFromOthers('psychotherapy_note_missing'), (api, { psychotherapyNoteId }) =>
      api.psychotherapyNotes.save({ noteId: psychotherapyNoteId, baseVersion: 1, ...privateNote }),
    ),
    delete: changes(hiddenFromOthers('psychotherapy_note_missing'), (api, { psychotherapyNoteId }) =>
      api.psychotherapyNotes.delete({ noteId: psychotherapyNoteId }),
    ),
  },
  // features/snippets tests access to snippets of others.
  snippets: {
    list: signedIn((api) => api.snippets.list()),
    add: signedIn((api) => api.snippets.add(newSnippet())),
    update: signedIn(async (api) =>
      api.snippets.update({ ...newSnippet(), snippetId: (await api.snippets.add(newSnippet())).id }),
    ),
    delete: signedIn(async (api) => api.snippets.delete({ snippetId: (await api.snippets.add(newSnippet())).id })),
    restore: signedIn(async (api) => api.snippets.restore({ snippetId: (await api.snippets.add(newSnippet())).id })),
  },
  viewing: {
    people: signedIn((api) => api.viewing.people({})),
    // features/viewing tests who may view as whom.
    start: {
      about: 'caller',
      call: (api) => api.viewing.start({ userId: 'no-such-thing' }),
      everyone: 'viewing_not_allowed',
      except: signedOut,
    },
    stop: signedIn((api) => api.viewing.stop()),
  },
  audit: {
    ofClient: reads(visible('client_missing'), (api, { clientId }) => api.audit.ofClient({ clientId })),
    ofOrganization: ownerOrAdmin('ok', (api) => api.audit.ofOrganization({})),
    choices: ownerOrAdmin('ok', (api) => api.audit.choices()),
    exportOfOrganization: ownerOrAdmin('ok', (api) => api.audit.exportOfOrganization({})),
  },
  // features/engines tests the first account of a local installation.
  engines: {
    list: platform('ok', (api) => api.engines.list()),
    download: platform('engine_unknown', (api) => api.engines.download({ modelId: 'no-such-model' })),
    pause: platform('engine_unknown', (api) => api.engines.pause({ modelId: 'no-such-model' })),
    cancel: platform('engine_unknown', (api) => api.engines.cancel({ modelId: 'no-such-model' })),
    verify: platform('engine_unknown', (api) => api.engines.verify({ modelId: 'no-such-model' })),
    use: platform('engine_unknown', (api) => api.engines.use({ modelId: 'no-such-model' })),
    // The speech engine of the test is ready.
    try: platform('ok', (api) => api.engines.try()),
    remove: platform('engine_unknown', (api) => api.engines.remove({ modelId: 'no-such-model' })),
  },
  admin: {
    listUsers: platform('ok', (api) => api.admin.listUsers({})),
    listAccessReasons: platform('ok', (api) => api.admin.listAccessReasons({})),
    listRefusedAccess: platform('ok', (api) => api.admin.listRefusedAccess()),
    getUser: platform('user_missing', (api) => api.admin.getUser({ userId: unknownId })),
    updateUser: platform('user_missing', (api) => api.admin.updateUser({ userId: unknownId, isActive: false })),
    listOrganizations: platform('ok', (api) => api.admin.listOrganizations({})),
    getOrganization: platform('organization_not_found', (api) =>
      api.admin.getOrganization({ organizationId: unknownId }),
    ),
    updateOrganization: platform('organization_not_found', (api) =>
      api.admin.updateOrganization({ organizationId: unknownId, name: 'Riverside Clinic' }),
    ),
    changeMemberRole: platform('member_missing', (api) =>
      api.admin.changeMemberRole({ memberId: unknownId, role: 'owner' }),
    ),
    removeMember: platform('member_missing', (api) => api.admin.removeMember({ memberId: unknownId })),
    assignSupervisor: platform('member_missing', (api) =>
      api.admin.assignSupervisor({ memberId: unknownId, supervisorId: null }),
    ),
    invite: platform('organization_not_found', (api) => api.admin.invite({ organizationId: unknownId, ...guest() })),
    justify: platform('client_missing', (api) =>
      api.admin.justify({ kind: 'client', id: unknownId, justification: 'Ticket 12.' }),
    ),
    // Client names are administrative data. features/admin/administrative.test.ts tests that nothing else of a record is shown.
    listClients: platform('ok', (api) => api.admin.listClients({ search: 'no-match' })),
    getClient: platform('justification_missing', (api) => api.admin.getClient({ clientId: unknownId })),
    updateClient: platform('justification_missing', (api) =>
      api.admin.updateClient({ clientId: unknownId, phone: '555 0100' }),
    ),
    therapists: platform('organization_not_found', (api) => api.admin.therapists({ organizationId: unknownId })),
    status: platform('ok', (api) => api.admin.status()),
    models: platform('ok', (api) => api.admin.models()),
    failedSessions: platform('ok', (api) => api.admin.failedSessions()),
    runAgain: platform('ok', (api) => api.admin.runAgain({ sessionId: unknownId })),
    listSessions: platform('ok', (api) => api.admin.listSessions({ search: 'no-match' })),
    getSession: platform('justification_missing', (api) => api.admin.getSession({ sessionId: unknownId })),
  },
  demo: {
    // The demo practice is off in the world of this test.
    enter: { about: 'caller', everyone: 'demo_off', call: (api) => api.demo.enter() },
  },
}
