/**
 * The closed list of errors, each with its HTTP status and user-facing sentence. Sentences of the specification
 * (spec core §5 and §8) are exact. `fail(code, { name })` fills `{name}`.
 */
export const errors = {
  // Sign-in and account
  not_signed_in: [401, 'User not authenticated'],
  not_allowed: [403, 'You do not have permission to do this. Ask an owner or admin of your organization.'],
  second_factor_missing: [
    403,
    'This needs two-factor sign-in. Set it up in My Profile, or sign out and sign in again with your second factor.',
  ],
  second_factor_required: [
    403,
    'Your organization requires a second factor. Set one up, or sign in with it, to continue.',
  ],
  foreign_origin: [403, 'This request came from another site and was rejected. Open Attend and try again.'],
  too_many_requests: [429, 'Too many attempts. Try again in {wait}.'],
  login_failed: [401, 'Login failed'],
  account_create_failed: [400, 'Failed to create account'],
  email_taken: [409, 'An account with this email already exists. Sign in or reset your password.'],
  password_short: [422, 'Password must be at least 6 characters long'],
  password_weak: [422, 'This password is easily guessed. Add another word or a few unusual characters.'],
  email_unverified: [403, 'Confirm your email address first. We sent you a code. Enter it in My Profile.'],
  address_code_wrong: [422, 'This code is not correct. Enter the eight digits of the newest mail.'],
  address_code_expired: [410, 'This code is no longer valid. Request a new one.'],
  address_code_not_sent: [502, 'The code could not be mailed. Request another one in a minute.'],
  address_code_soon: [429, 'A code was already sent. You can request another one in {wait}.'],
  reset_link_invalid: [400, 'Invalid or expired password reset link'],
  password_wrong: [422, 'This is not your password. Enter the one you sign in with.'],
  code_wrong: [422, 'This code is not correct. Enter the one that your authenticator app shows now.'],
  code_used: [422, 'This code was already used. Wait until your authenticator app shows the next one.'],
  code_required: [403, 'First enter a code from your authenticator app, or a recovery code.'],
  recovery_code_wrong: [422, 'This recovery code is not correct, or it was already used.'],
  sign_in_expired: [
    401,
    'This took too long, or there were too many wrong codes. Enter your email and password again.',
  ],
  two_factor_on: [409, 'Two-factor sign-in is already set up. Reload the page to see it.'],
  two_factor_off: [409, 'Two-factor sign-in is not set up. Reload the page.'],
  passkey_late: [408, 'This took too long. Try again.'],
  passkey_unknown: [404, 'Attend does not recognize this passkey. Sign in with your password.'],
  passkey_refused: [422, 'The passkey could not be verified. Try again, or use your password.'],
  sign_in_missing: [404, 'This device is already signed out.'],
  email_code_wrong: [
    422,
    'This code is not correct, or it has expired. Enter the newest one that was sent to the new address, or request another.',
  ],
  email_codes_used_up: [429, 'You requested too many codes. Wait an hour and try again.'],
  email_code_not_sent: [502, 'The code could not be mailed to this address. Check the address and try again.'],
  account_missing: [404, 'Failed to load account'],
  time_zone_unknown: [422, 'This time zone is not known. Choose one from the list.'],
  demo_off: [404, 'The demo practice is not offered on this installation.'],
  demo_no_audio: [
    403,
    'This demo practice is public, so you cannot record or upload in it. Sign up to try that in your own practice.',
  ],
  demo_preparing: [503, 'The demo practice is still being prepared. Try again in a moment.'],
  // Viewing as
  viewing_read_only: [403, 'You are viewing data as another user, so you cannot change anything. Stop viewing first.'],
  viewing_not_allowed: [
    403,
    'You can view data as members of an organization that you administer, or as therapists that you supervise.',
  ],
  viewing_recording: [409, 'One of your sessions is still being recorded. End the session first.'],
  // Organizations
  no_organization: [403, 'You are not a member of any organization.'],
  organization_missing: [403, 'Organization not found. Please check your organization settings.'],
  organization_unknown: [404, 'You are not a member of this organization.'],
  demo_fixed: [403, 'The demo practice is shared, so this cannot be changed there.'],
  // Members
  member_missing: [404, 'This person is no longer a member of your organization.'],
  member_already: [409, 'This person is already a member of your organization.'],
  role_above: [403, 'You cannot give or change a role above your own.'],
  last_owner: [409, 'An organization needs an owner. Make another member an owner first.'],
  owner_stays: [409, 'An owner cannot be removed. Give them another role first.'],
  supervisor_role_missing: [422, 'Only a member with the supervisor role can be assigned as a supervisor.'],
  supervisor_only_for_therapists: [422, 'Only therapists can have a supervisor.'],
  // Invitations
  invitation_missing: [404, 'No invitation found. Please check your invitation link.'],
  invitation_format: [422, 'Invalid invitation format. Please check your invitation link.'],
  invitation_id_format: [422, 'Invalid invitation ID format'],
  invitation_over: [410, 'This invitation is no longer valid (status: {status})'],
  invitations_new: [429, 'A new organization sends up to 20 invitations on its first day. Invite the others tomorrow.'],
  invitation_duplicate: [409, 'An invitation has already been sent to this email'],
  invitation_not_sent: [502, 'Failed to send invitation: {detail}'],
  invitations_too_many: [
    429,
    'Your organization sent 50 invitations within an hour. Wait an hour before you send more.',
  ],
  invitation_too_soon: [
    429,
    'This invitation was sent less than a minute ago. Wait a minute before you send it again.',
  ],
  invitation_gone: [404, 'This invitation was accepted or canceled, or has expired.'],
  invitation_not_accepted: [
    409,
    'Failed to accept invitation. If you have an account with this email, sign in to it and open the link again.',
  ],
  invitation_other_address: [
    403,
    'This invitation is for another email address. Sign in with the address it was sent to.',
  ],
  // Notices
  notice_missing: [404, 'This notice no longer exists.'],
  // Clients and sessions
  client_missing: [404, 'Client not found'],
  note_of_other: [
    403,
    'This session was held by {name}. You can read its note, but only the therapist who held the session can change it.',
  ],
  client_busy: [
    409,
    'A session of this client is being recorded or its note is being generated. Transfer the client when it is ready.',
  ],
  transfer_target: [422, 'Choose an active member of your organization.'],
  client_archived: [409, 'This client is archived. Restore the client first.'],
  session_missing: [404, 'Session or client data not found'],
  session_in_future: [422, 'A session that was held cannot be in the future. Check its date and start time.'],
  session_long_ago: [422, 'This date is more than 10 years ago. Check the date of the session.'],
  session_recording: [409, 'This session is still being recorded. End the session first.'],
  session_not_scheduled: [409, 'This session is no longer scheduled. Reload the calendar to see the current sessions.'],
  session_not_cancelled: [409, 'This session was not canceled in the calendar, so there is nothing to restore.'],
  series_length: [422, 'A series has 2 to 52 sessions. Choose another number or another end date.'],
  series_date_unknown: [422, 'A date that was skipped or moved is not a date of this series. Check the dates again.'],
  series_missing: [404, 'This session is not part of a series. Change only this session.'],
  series_unchanged: [409, 'There is nothing left to undo. Reload the calendar to see the current sessions.'],
  calendar_empty: [404, 'There is no session to export in this month.'],
  // Uploads and recordings
  upload_missing: [404, 'This upload no longer exists. Choose the file again.'],
  upload_incomplete: [
    409,
    'The upload is not complete yet. Part of the file is missing; press Try Again to send the rest.',
  ],
  upload_finished: [409, 'This upload is already finished.'],
  upload_too_many: [429, 'Too many uploads are unfinished. Finish or cancel one first.'],
  uploads_hourly: [429, 'You have started {limit} uploads within an hour. Wait a while, then try again.'],
  storage_full: [
    413,
    'The storage of your organization is full ({limit} GB), so nothing new can be recorded or uploaded. Ask your Attend administrator for more storage.',
  ],
  chunk_damaged: [422, 'Part of the file was damaged in transit. It is being sent again.'],
  chunk_out_of_range: [422, 'This part does not belong to the file.'],
  file_too_large: [413, 'File too large. Maximum size is {limit} MB.'],
  file_unsupported: [415, 'Unsupported file format. Please upload: MP3, MP4, M4A, WAV, MOV, or WEBM files.'],
  file_without_index: [
    422,
    'The file is cut off: its index is missing, so no part of it can be played. Attend keeps the file and you can download it. Export it again from the device that recorded it and upload that file, or use a transcript file.',
  ],
  file_cut_off: [
    422,
    'The file is cut off, and what is left of it cannot be played. Attend keeps the file and you can download it. Export it again from the device that recorded it and upload that file, or use a transcript file.',
  ],
  file_required: [422, 'Audio file is required'],
  recording_empty: [422, 'No audio data received'],
  recording_nothing: [422, 'No audio data recorded'],
  recording_ended: [409, 'This session has ended. Audio that was not sent before can be saved as a file.'],
  recording_incomplete: [409, 'The last part of the recording is still being sent. Try again in a moment.'],
  recording_full: [413, 'The recording is full. End the session; everything recorded so far is saved.'],
  chunk_out_of_order: [409, 'This part does not follow the one before. It is being sent again.'],
  recording_invalid: [422, 'Invalid audio recording'],
  recording_format: [422, 'Invalid audio format'],
  recording_missing: [404, 'No audio is stored for this session.'],
  recording_unreadable: [
    422,
    'Attend could not read this recording. Everything that was recorded is saved: download the audio, try again, or use a transcript file.',
  ],
  processing_waits: [
    503,
    'A service that Attend needs is not responding. Attend keeps trying for some hours. You can close this page.',
  ],
  processing_gave_up: [
    503,
    'Attend could not finish this session, because a service that it needs did not respond for hours. Its recording or transcript is saved. Try again later.',
  ],
  playback_expired: [404, 'This link to the audio has expired. Press play again.'],
  // Transcripts
  transcript_missing: [404, 'No transcript found'],
  transcript_required: [422, 'Transcript is required'],
  transcript_unreadable: [
    422,
    'This file could not be read as a transcript. Upload a WebVTT, SRT, Word (DOCX), CSV or plain text file.',
  ],
  transcript_too_large: [413, 'This transcript is too large. The limit is {limit} MB.'],
  transcript_too_long: [
    413,
    'This transcript has too many turns for one session. Divide it into one file for each session.',
  ],
  transcript_other_name: [409, 'This transcript names “{name}”, not {client}. Use it for {client} anyway?'],
  transcript_other_length: [
    409,
    'The recording lasts {recording}, this transcript {transcript}. They may be of different sessions. Use this transcript anyway?',
  ],
  turn_missing: [404, 'This turn is not in the transcript.'],
  passage_missing: [404, 'This passage is no longer in the transcript. Reload the page to see the current passages.'],
  turn_changed: [
    409,
    'This turn was corrected elsewhere in the meantime. Your text is still here; compare both before you save.',
  ],
  transcript_exists: [409, 'This session already has a transcript.'],
  transcription_empty: [422, 'No transcription text received'],
  transcription_failed: [502, 'Transcription failed: {detail}'],
  transcription_not_started: [502, 'Failed to start transcription'],
  speech_unavailable: [
    503,
    'No speech engine is set up. The recording is saved. Set up an engine and choose Transcribe Again, or upload a transcript file.',
  ],
  live_text_busy: [503, 'The speech engine is busy. The recording is not affected.'],
  // Insights
  insights_failed: [502, 'Error: {detail}'],
  // Billing
  payments_unreachable: [
    503,
    'Connection failed. The payment service cannot be reached right now. Try again in a moment.',
  ],
  payments_failed: [
    502,
    'The payment service had an internal error. Check your plan and payment methods, then try again.',
  ],
  payments_unauthorized: [
    502,
    'Authentication error. The payment service rejected this installation. Contact your Attend administrator.',
  ],
  payment_processing: [402, 'The payment service could not process this. Nothing was charged; try again in a moment.'],
  card_declined: [402, 'Your card was declined. Use another card, or ask your bank.'],
  card_expired: [402, 'Your card has expired. Use another card.'],
  card_cvc: [402, "Your card's security code is incorrect. Check it and try again."],
  card_unknown: [422, 'This is not a test card. Choose one of the numbers shown; real cards are not accepted here.'],
  card_step_failed: [402, 'Your bank did not confirm this. Try again, or use another card.'],
  cards_too_many: [429, 'Too many cards have been added in the past hour. Wait an hour and try again.'],
  setup_unsuccessful: [409, 'Setup intent was not successful'],
  not_in_test_mode: [404, 'Test cards are not accepted on this installation.'],
  billing_no_card: [402, 'Add a payment method first.'],
  billing_busy: [409, 'Another change of your plan or payment methods is in progress. Wait a moment and try again.'],
  billing_overtaken: [409, 'Your plan was changed elsewhere in the meantime. Check it before you try again.'],
  billing_account_incomplete: [409, 'Your billing account is still being set up. Wait a moment, then reload the page.'],
  plan_missing: [404, 'This plan is no longer offered. Reload the page to see the plans.'],
  subscription_missing: [404, 'This subscription no longer exists. Reload the page.'],
  subscription_exists: [409, 'There is already a subscription. Reload the page to see it.'],
  payment_method_missing: [404, 'This payment method no longer exists. Reload the page to see the current list.'],
  payment_method_needed: [
    409,
    'Your subscription is paid with this card. Add another one and make it the default first.',
  ],
  invoice_missing: [404, 'Invoice download not available. Please contact support.'],
  // Resources
  resources_no_organization: [403, 'User or organization not found'],
  resource_missing: [404, 'This resource no longer exists. Reload the page to see the current list.'],
  // Notes
  note_type_chosen: [409, 'The note type was already chosen. Use Change Note Type on the note.'],
  note_missing: [404, 'No note data found'],
  note_conflict: [409, 'This note was saved elsewhere in the meantime. Compare both versions before you save.'],
  note_busy: [409, 'This note is being generated. Wait until it is ready.'],
  note_section_foreign: [422, 'This section does not belong to the type of this note.'],
  note_version_missing: [404, 'This version of the note does not exist.'],
  note_generate_failed: [502, 'Failed to generate note: {detail}'],
  note_empty: [502, 'No content generated'],
  instruction_not_followed: [
    422,
    "Excerpts are word for word, so they can only be made shorter or longer, limited to quotes, or chosen by a topic ('focus on sleep'). Other instructions need a language model. This did not use up an enhancement.",
  ],
  too_little_speech: [422, 'The recording has too little speech for a note. Fewer than 40 words were transcribed.'],
  type_changes_used_up: [409, 'You have reached the maximum number of note type changes for this session.'],
  session_not_english: [
    409,
    'This session is not in English, and excerpts work in English only. The note stays as you wrote it.',
  ],
  enhancements_used_up: [409, 'You have reached the maximum number of AI enhancements for this session.'],
  // Admin panel and audit trail
  user_missing: [404, 'User not found'],
  plan_from_billing: [
    409,
    'The plan and status of this organization come from its billing account. Change the subscription in Plans & Billing.',
  ],
  organization_not_found: [404, 'Organization not found'],
  session_not_found: [404, 'Session not found'],
  justification_required: [422, 'Access justification is required for HIPAA compliance.'],
  justification_missing: [403, 'State a reason before opening this record. A reason is valid for 15 minutes.'],
  admin_self: [409, 'You cannot deactivate yourself or change your own membership here. Ask another admin.'],
  trail_too_long: [422, 'There are more than {limit} events. Narrow the dates, the person or the action.'],
  // General
  input_invalid: [422, 'Some fields are not valid. Check the marked ones.'],
  request_malformed: [400, 'Attend cannot read this address. Check it, or open Attend at its usual address.'],
  host_unknown: [
    421,
    'Attend does not respond at this host name. Open it at its usual address, or set PUBLIC_URL to the address that users open.',
  ],
  not_found: [404, 'This page does not exist.'],
  busy: [503, 'Attend is busy with other work right now. Wait a moment and try again.'],
  too_large: [413, 'The request is too large.'],
  starting: [503, 'Attend is starting. Try again in a moment.'],
  database_down: [503, 'The database is not responding right now. Nothing you entered is lost; try again in a moment.'],
  disk_full: [503, "Attend cannot save right now: the server's disk is full. Your text is still here."],
  database_busy: [
    503,
    'Attend cannot do this right now: the database has too many connections. Your text is still here; try again in a moment.',
  ],
  database_memory: [
    503,
    'Attend cannot do this right now: the database is out of memory. Your text is still here; try again in a moment.',
  ],
  database_slow: [
    503,
    'Attend cannot do this right now: the database takes too long to respond. Your text is still here; try again in a moment.',
  ],
  unexpected: [500, 'An unexpected error occurred. If it happens again, report number {id}.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof errors

/** The sentence of a code, with its `{name}` placeholders filled. */
export function sentence(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return errors[code][1].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
