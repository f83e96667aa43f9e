/** One topic of the Help Center. `keys` are shown as a table of keyboard keys and actions. */
export interface Topic {
  id: string
  title: string
  paragraphs: readonly string[]
  steps?: readonly string[]
  points?: readonly string[]
  keys?: readonly (readonly [keys: string, does: string])[]
}

/** The topics in the order in which a new therapist needs them. Every sentence describes current behavior. */
export const topics: readonly Topic[] = [
  {
    id: 'first-session',
    title: 'Your first session',
    paragraphs: [],
    steps: [
      'Add the client: Clients, then Add Client. All you need is a first and last name.',
      'Press Start Session in the top bar to record with this device, or Upload Session to upload a recording or transcript. Choose the client.',
      'Wait while the session is transcribed and the note is written, or do something else: processing continues when you leave the page.',
      'Review the note and the evidence of each sentence, correct it where needed, and copy it into your record.',
    ],
  },
  {
    id: 'recording',
    title: 'Recording a session',
    paragraphs: [
      'Choose Start Session, then the client. The browser asks for the microphone once; allow it. The moving level shows that the microphone works, and “Saved through” shows how much of the recording is safe on the server. Pause and Resume as you like; End Session when you are done, and choose the note type.',
      'A warning appears when the microphone is silent, muted or disconnected. After 90 minutes, Attend asks whether you are still recording. The recording stops automatically after four hours; everything recorded is saved.',
      'Live text appears after a few seconds. This preview isn’t saved; the final transcript is made from the full recording. Suggestions appear every five minutes, or when you ask for them.',
      'Browsers record only on pages opened over https or on the same computer. A recording has the setting of its appointment; a video visit is telehealth; others are in-person.',
      'For a video visit, choose Record this video visit below the recorder, in Chrome or Edge on a computer. Choose the tab of the visit, turn on “Also share tab audio”, and say hello until both meters move. Your microphone and the client’s tab become two voices of one recording, so the transcript knows who spoke. Attend keeps only the sound of the tab. Wear headphones: otherwise your microphone also picks up the client.',
    ],
  },
  {
    id: 'interruptions',
    title: 'When the network, the browser or the computer fails',
    paragraphs: [
      'Without a connection, the recording continues on your device, and the page shows how much is waiting to upload. The upload resumes automatically. Audio waiting in the browser is encrypted, and erased once the server has it.',
      'When the tab, the browser or the computer stops, sign in again: Attend shows the unfinished session on every page. You can end it, continue recording, or discard it. At most the last second before the stop is missing.',
      'Come back on the device that recorded, if you can: audio that was not uploaded is still there. If you end the session on another device, that part will be missing from the session.',
    ],
  },
  {
    id: 'uploading',
    title: 'Uploading a recording or a transcript',
    paragraphs: [
      'Upload Session takes MP3, MP4, M4A, WAV, MOV and WEBM files; the page says how large they may be. From a video, only the sound is used. It also takes transcripts: VTT, SRT, TXT, DOCX or CSV, for instance an export from Zoom, Teams or Otter. You can also paste one.',
      'Enter when the session was held and who took part. Date and time come from the appointment or the file if it carries them. Upload from an appointment in the calendar to make it this session.',
      'If a transcript names someone other than the client, or is much longer or shorter than the recording it is for, Attend asks before using it.',
      'A file that is cut off is accepted and marked: the part that can be played is transcribed. If the file has lost its index, nothing can be played; export it again from the device that recorded it.',
      'An interrupted upload resumes where it stopped: open the page again and choose the same file. Processing does not need an open page.',
    ],
  },
  {
    id: 'no-speech-engine',
    title: 'When no speech engine is set up',
    paragraphs: [
      'The recording is saved, and its session waits for a transcript. Your Attend administrator installs an engine once, under Settings, Engines. “npm run speech:install” does the same, and SPEECH_BASE_URL names a transcription service instead. Sessions that wait are then transcribed automatically. Until then, you can upload a transcript for the session.',
    ],
  },
  {
    id: 'evidence',
    title: 'Reading a note and its evidence',
    paragraphs: [
      'Every sentence of a draft carries a quiet mark. Point at the sentence, or press Enter on it, to see the words it is based on, who said them and when. Play plays those seconds if the recording is stored; Show in transcript shows what was said around them.',
    ],
    points: [
      'Words found in the transcript: the quoted words are in the transcript. Whether they mean what the sentence says is for you to judge.',
      'No evidence found: nothing in the transcript says this. Check it before you keep it.',
      'Check the number: this number, date or score was not said in the session.',
      'Not said in the session: the sentence denies something that was neither asked about nor mentioned.',
      'Other marks name what to check: who, when, the direction, how certain it was, what was named, a part without evidence, or a passage that says otherwise.',
      'To confirm: the sentence is about risk. Only you decide that it is right.',
      'Written by the clinician: you wrote or changed it.',
    ],
  },
  {
    id: 'limits-of-checking',
    title: 'What the evidence check cannot do',
    paragraphs: [
      'It sees whether words were said, not whether a conclusion is right, and it works best in English. The note does not replace your professional judgment. Review it before it enters the record.',
    ],
  },
  {
    id: 'speakers',
    title: 'When speakers are mixed up',
    paragraphs: [
      'Open the note, then Note Preferences and Transcript. Under “Who is who?” one click corrects every turn of a speaker.',
      'Press the pencil beside a turn to correct its words or its speaker alone. The original stays available: Show original displays it, and Restore original brings it back. Sentences of the note whose words are gone lose their evidence.',
      'A session that is not in English says so. Excerpts and checks read English only, so you write its note yourself.',
    ],
  },
  {
    id: 'note-types',
    title: 'Note types',
    paragraphs: [
      'SOAP, DAP, BIRP, GIRP, Intake, Case Management, SIRP, PIRP, Internal Family Systems and EMDR. After a recording you choose the type once, which counts as no change. Change Note Type on the note lists each type with its sections.',
    ],
  },
  {
    id: 'changing',
    title: 'Changing the type and enhancing a note',
    paragraphs: [
      'Change Note Type redrafts the note from the transcript in another type. Enhance Note redrafts it following your instructions, for instance “shorter”. Both replace the text of the note; the previous text stays available under Versions.',
      'Each session has a limited number of both. The note shows how many remain. Failed attempts are not counted.',
      'Without a language model a draft is excerpts: passages of the session word for word beside empty fields. Write the note in your own words; Quote puts a passage into the field with its evidence. Instructions can then make them shorter or longer, and choose or leave out topics. Other instructions are refused and not counted.',
    ],
  },
  {
    id: 'templates',
    title: 'Note templates of your own',
    paragraphs: [
      'Under Settings, New template gives a note sections of your own, each with what it is about and how it is written. A published template is offered after the note types, where you choose or change the type. Owners and admins can share a copy of theirs with the organization.',
      'A template never changes the check: every sentence is compared with the session. A drafted section cannot ask for a denial; choose “I write it” for text of your own. A change of a template affects only notes drafted afterwards.',
      'With a language model, Learn from Examples in the editor proposes sections from one to five notes that you paste. Remove names first. You check the proposal before it is used. Examples that you keep are encrypted; only you can use and delete them.',
      'Excerpts are quotes, so they follow only the length, the most words and the wish for quotes. The note says which wishes had no effect.',
    ],
  },
  {
    id: 'copying',
    title: 'Copying a note to your record system',
    paragraphs: [
      'Until a note is signed, Copy Entire Note begins with a line that says so. Beside it, Copy field by field shows the note as your record system takes it. Each press of Copy next, or of N, copies the next field. Its first field says so, too.',
      'A field that would be cut off, or has characters that the system cannot show, is not copied, and you see why. Under Settings, Copy profiles, you can copy a profile and change its field names, header, bullets and limits.',
      'When the note changes after it was copied, it says “Changed since copied”, with the differences.',
    ],
  },
  {
    id: 'versions',
    title: 'Editing and versions',
    paragraphs: [
      'Edit a section, then Save Changes. Every save and every draft is a version. Note Preferences, then Versions, shows them all, compares one with the note as it is, and restores it; restoring adds a version and loses none.',
      'If the same note was saved elsewhere in the meantime, for instance in another window, you see both texts and choose. Only the therapist of a session can change its note.',
    ],
  },
  {
    id: 'signing',
    title: 'Signing a note',
    paragraphs: [
      'When nothing is left to review, Sign note shows the version, the session and your statement, and asks for your password, a code of your authenticator app or a passkey. It needs your credentials, which you enter under My Profile. Then the text is locked, and no one can change it.',
      'Corrections and later information go into an addendum, which is signed and printed with the note. Within the hours that your organization chooses, you can unlock your own note with a reason and sign it again; the first signature stays in the record.',
      'If a copy of a record leaves your practice, log it on the page of the client under Record releases and holds. There you also place a legal hold, for instance after a subpoena. A note that was released, or whose record is on hold, cannot be unlocked; add a correction instead. Under a hold nothing can be deleted from the record.',
      'If you are pre-licensed and belong to an organization, your supervisor co-signs your notes or returns them with comments.',
      'If a client asks to change a note, choose Log an amendment request under Note Preferences or on the page of the client. The answer is due 60 days after the request arrived, and your queue shows the due date. Accept the request with a signed correction, or deny it with a reason; then the client’s statement of disagreement can be attached to the note.',
    ],
  },
  {
    id: 'safety',
    title: 'Safety passages',
    paragraphs: [
      'Beside a note you see what was said about suicide, self-harm, harm to others, abuse and neglect, psychosis, child safety and substance use: stated, unclear, denied or, for alcohol and drugs without danger, use mentioned. Each passage shows the whole exchange. Insert into note puts it into a section as a quote with its speaker.',
      'Passages are selected by keyword; some may be missed. They are not a diagnosis and not a screening. Sentences of the note about these topics are always marked “To confirm”.',
    ],
  },
  {
    id: 'finding',
    title: 'Finding a note',
    paragraphs: [
      'Session Notes lists all notes, newest session first. The search finds words of the note and of the client’s name by how they begin: “anx” finds anxious and anxiety. With several words, each must appear in the note or the name.',
    ],
  },
  {
    id: 'snippets',
    title: 'Snippets',
    paragraphs: [
      'Snippets are sentences you write often. Add them under Settings, Manage snippets, for yourself or shared with your organization. In any field of a note, type a semicolon and the trigger, for example ;mse-wnl, and press Tab. The arrow keys choose another snippet, Escape closes the list, and Ctrl Z undoes the insertion.',
      'A snippet can contain the client’s first name and pronoun, and the date and times of the session. If more than 60% of a saved section is the same as in the client’s previous note, a notice says so.',
    ],
  },
  {
    id: 'who-sees-what',
    title: 'Who sees what',
    paragraphs: [
      'Therapists see their own clients, sessions and notes. Supervisors also see those of the therapists they supervise; owners and admins those of the whole organization. No role can change another therapist’s notes. The database itself keeps organizations apart.',
      'Psychotherapy notes are separate from the record. Only their author reads them: open a client and choose Open psychotherapy notes, or find all of them under Settings. When a client is transferred, they stay with their author.',
    ],
  },
  {
    id: 'viewing-as',
    title: 'Viewing data as another user',
    paragraphs: [
      'Owners and admins can see Attend as a member of their organization does, supervisors as a therapist they supervise: choose View as… behind your initials. A banner on every page says whose data you see, and Stop Viewing ends it. It ends automatically after an hour.',
      'You cannot change anything meanwhile, and you see that organization only. What you open is recorded in the audit trail under your name. End any session you are recording first.',
    ],
  },
  {
    id: 'billing',
    title: 'Plans & Billing',
    paragraphs: [
      'Your organization has a plan. Its owners and admins choose and pay for it under Plans & Billing, behind your initials. Everyone else sees there which plan it is and how many of its sessions were used. A new practice has a free 7-day trial, which needs no payment method and ends automatically.',
      'A change of plan takes effect at once and is prorated by the day. A canceled plan stays active until its period ends and can be reactivated until then. Recording, notes and existing data remain available without a plan, and when you use more sessions than it includes.',
    ],
  },
  {
    id: 'privacy',
    title: 'Privacy: what is stored where',
    paragraphs: [
      'Attend runs on your clinic’s own installation. Its pages load nothing from elsewhere, except the card form where Stripe handles payments.',
    ],
    points: [
      'Recordings are stored encrypted on the server or in the storage that your clinic set up.',
      'Transcripts, notes and their versions are stored in the database. Live text is not stored.',
      'The browser stores recorded audio that has not been uploaded yet, encrypted, and no other clinical text or sound.',
      'Text or audio goes to a language model or a transcription service only if your Attend administrator set one up.',
      'Attend records who opened, listed, changed or played what, and when, in an audit trail that it cannot change. Your searches are not recorded.',
    ],
  },
  {
    id: 'keyboard',
    title: 'Keyboard shortcuts',
    paragraphs: ['Single letters can be turned off in Settings.'],
    keys: [
      ['/', 'Go to the search of the page'],
      [
        'Ctrl K or ⌘ K',
        'Search or go to: clients, pages, help, and sessions to start, upload or schedule. “start maya” starts a session with Maya',
      ],
      ['?', 'Show these shortcuts'],
      ['Enter', 'In a note: open or close the evidence of a sentence'],
      ['Arrow keys', 'In a note: go from sentence to sentence. In the calendar: from day to day'],
      ['Ctrl S or ⌘ S', 'While editing a section: save'],
      ['Alt 1 to Alt 9', 'In a field of a worksheet: quote that passage beside it'],
      ['Up, Down', 'In the safety passages: go to the next or previous passage'],
      ['Space, I, X', 'On a safety passage: play, insert into the note, dismiss'],
      ['J, K', 'In a review: go to the next or previous item. On the page Co-sign: to the next or previous note'],
      ['N', 'While copying field by field: copy the next field'],
      ['A, E, R, D', 'In a review: keep, edit, replace by the quote, delete'],
      ['M, R, S', 'On a note to co-sign: comment on the sentence, return, co-sign'],
      ['Q', 'On the dashboard: start with the oldest note of your queue'],
      ['Ctrl Z or ⌘ Z', 'In a review: undo the last decision, for 10 seconds'],
      ['Page Down, Page Up', 'In Session Notes: go to the next or previous note. In the calendar: to another month'],
      ['Esc', 'Close a dialog, a menu or the evidence'],
    ],
  },
]
