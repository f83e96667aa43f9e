import type { Token } from './grammar.ts'

// Over 400 lines because it is a dictionary: nearly all of it is one table.

/** Interchangeable words, one group per line; a word may be in several groups. Dictionary forms. */
const groups = `
  mother mom mum mam mama maman mommy ma mummy
  father dad da daddy papa pa
  child kid baby toddler infant wean bairn little newborn youngster
  daughter girl
  son boy lad
  sister sis
  brother bro
  grandmother grandma nana nan granny gran abuela
  grandfather grandpa granddad
  man bloke guy fella chap geezer
  woman lady
  wife missus
  husband hubby
  motherinlaw parentsinlaw
  friend mate buddy pal
  colleague coworker co-worker work other
  boss manager supervisor chief chef employer firm head foreman
  employer boss company firm work
  doctor gp dr doc physician clinician provider
  roommate flatmate housemate
  neighbor neighbour
  medication medicine med pill tablet drug prescription dose antidepressant
  tablet pill
  alcohol drink beer wine liquor booze cider gin vodka whiskey dry sober alcoholic
  drink sip glass have
  sober dry abstinent abstain sobriety
  cannabis weed marijuana pot
  cigarette smoke tobacco vape
  anxiety anxious worry worried nervous panic afraid stress
  fear afraid scared frightened fright terrified scare frighten dread panic
  frighten scare horrify terrify
  depression depressed depressive low
  sad sadness unhappy down low blue
  anger angry mad furious cross irritated annoyed annoy irritable snappy
  upset distressed distress distraught hurt
  happy glad joy pleased
  lonely loneliness alone isolated
  guilt guilty ashamed shame
  proud pride
  tired exhausted fatigue fatigued exhaustion wrecked drained worn sleepy drowsy weary shattered knackered done
  drowsy sleepy drowsiness sleep sedated asleep
  sleep slept asleep insomnia nod doze
  wake awake waking up
  tear cry tearful sob weep
  cook kitchen dish
  eat ate food meal lunch dinner breakfast appetite hungry hunger snack
  fuel petrol gas gasoline diesel
  vomit sick throw purge queasy nausea nauseous
  purge vomit
  nausea nauseous queasy sick
  faint dizzy faintness pass lightheaded dizziness
  dizzy dizziness spin lightheaded vertigo
  pain painful ache hurt sore soreness tender
  heaviness heavy weight
  swell swollen swelling
  itch itchy
  heart pulse
  urine pee urinate water toilet wee
  toilet bathroom loo restroom washroom
  feces stool bowel toilet
  menstruation period
  injure injury hurt harm wound
  accident crash collision
  fall trip tumble
  suicidal suicide kill die
  die death dead kill ending
  kill die end
  violence violent hit assault attack
  hit strike beat punch slap
  argue argument fight fought quarrel row dispute disagreement disagree conflict
  disagreement argument row conflict
  shout yell scream holler voice raise loud
  begin start commence onset beginning
  stop quit cease end finish discontinue give
  resume restart
  continue keep remain still stay carry persist maintain
  remain stay still keep
  increase raise rise up grow higher more lengthen extend extra
  decrease reduce reduction fall drop down lower less fewer ease cut lessen decline shrink halve few
  improve better ease improvement settle up help
  worsen worse deteriorate
  better improve help
  resolve go disappear vanish stop clear settle away cease gone
  go attend visit
  attend go participate join come participation
  return come back go
  walk go
  travel go journey trip ride
  leave go depart
  enter go
  arrive come get
  bring take carry
  carry hold arms
  accompany come go along
  join come along
  assist help support
  help support assist useful helpful beneficial benefit assistance
  call phone ring telephone contact
  contact ring call reach text email
  text message write
  message text email
  send post forward mail sent
  letter write email
  write note record rewrite version
  complete finish fill done full completed
  buy purchase
  get receive
  give provide hand supply
  arrange organize organise set ask sort plan schedule book
  schedule book plan
  appointment visit session booking meet
  meet see
  session meeting appointment hour
  tell say inform mention speak
  say tell state report voice word go
  speak talk say tell discuss word conversation
  discuss talk stuff speak
  ask request question wonder
  answer reply respond
  wonder ask think
  think believe consider feel assume suppose reckon see view guess imagine opinion expect
  believe think buy believe convinced
  imagine think picture
  know aware unaware realize realise
  unaware know
  notice see observe
  see look watch observe notice
  observe watch see look
  hear listen
  remember recall memory
  forget forgot
  expect anticipate predict prediction think expectation
  anticipate expect
  want wish like prefer rather desire would
  prefer rather want like choose
  reluctant want
  hope wish
  like love enjoy fond
  dislike hate stand
  hate stand dislike
  decline refuse reject turn no
  reject no refuse
  agree accept okay consent willing fine yes
  accept agree take
  allow let permit permission
  permission let allow
  suggest propose recommend advise offer would like could suggestion
  suggestion suggest say
  advise suggest recommend
  propose suggest offer
  plan intend will going
  intend mean plan want
  try attempt
  need require must have
  require need must have
  able can could manage
  unable cannot can could not
  manage cope handle do able
  fail unable not
  avoid skip evade dodge
  miss skip forget
  use take try
  take use swallow
  start begin put
  prescribe give put
  change switch swap move shift alter turn
  replace swap instead switch
  switch change swap
  carry hold
  own self himself herself myself
  deliberately purpose intentionally
  accidental accident
  attempt try
  succeed manage work success
  work job shift employment career office
  job work lorry employment post position
  employment job work
  money financial finance cost saving savings dollar
  save saving
  debt owe loan
  school class lesson teacher nursery
  nursery kindergarten daycare preschool
  lesson class
  university college uni campus
  exam test examination
  test check exam
  check test look
  check monitor watch
  teach teacher
  home house apartment flat place
  apartment flat
  residence home house
  vehicle car truck van lorry bus taxi
  car vehicle
  drive driver wheel
  store shop supermarket
  party event celebration barbecue
  event party barbecue wedding ceremony
  hospital er ward
  emergency er
  room er ward
  department er
  street road
  city town
  night nightly nocturnal evening
  nightmare dream
  morning early
  afternoon noon midday
  evening night
  daily day everyday
  nightly night
  weekly week
  monthly month
  yearly year annual
  childhood kid child young
  young little kid
  youth young
  old age elderly
  month january february march april may june july august september october november december
  frequent often frequency
  often frequent always
  always every constantly
  hour long
  brief short
  short brief
  immediately straight right
  slow slowly
  fast quick quickly rapid race
  loud noise noisy volume
  quiet silent silence calm
  silent quiet silence
  calm relax relaxed settle quiet
  calm soothe
  difficult difficulty hard struggle struggling challenging tough trouble problem
  problem trouble difficulty issue
  easy easily simple
  important matter
  positive good
  negative bad
  good fine okay well great positive satisfied
  bad poor awful terrible horrible rough
  poor bad
  terrible awful horrible
  normal fine okay
  healthy well
  ill sick illness unwell
  illness disease sickness disorder ill
  weird strange odd
  smart clever
  lazy idle
  safe safety
  danger dangerous risk
  lonely alone
  strong strength
  weak weakness
  big large bigger
  large big
  small little tiny bit
  small little slight
  slight bit little slightly touch
  reason because why
  reassure reassurance fine okay comfort
  reassure say fine
  apologize sorry apologise apology
  apology sorry
  thank grateful thankful appreciate gratitude
  grateful appreciate
  blame fault
  fault blame
  regret proud sorry
  responsible fault blame
  disagree agree
  permission ok okay
  argue fight
  separate divorce leave split separation breakup
  divorce separate split
  marriage marry married wedding
  pregnant pregnancy
  birth born
  funeral burial
  religion church faith mosque pray
  pray prayer
  dispose throw
  discard throw
  drop fall
  throw chuck
  carry bring
  lift raise
  raise lift up
  lower down
  sit seat chair
  seat chair sit
  lie bed
  rise get up
  clean wash washing
  wash clean handwash handwashing
  handwash wash
  shake tremble tremor jump jumpy shiver
  jumpy jump
  jerk jump
  breathe breath breathing
  cough coughing
  wheeze wheezing
  rash hive
  fever temperature
  dark darken black
  darken dark
  see vision eye sight
  eyesight vision eye see
  hear hearing ear
  arm hand
  leg knee foot ankle
  abdomen stomach belly tummy
  stomach belly tummy gut
  gun pistol rifle firearm weapon
  weapon gun knife
  cut selfharm
  scan mri ct xray x-ray
  x-ray xray
  blood bloods
  injection shot jab needle inject
  vaccine jab shot
  needle injection
  surgery operation operate
  operation surgery operate
  anesthesia sedation sedative asleep
  sedation sedative sedate
  treatment therapy treat
  therapy therapist counselling
  counselor counsellor therapist
  rehabilitation rehab
  service place
  facility place
  relapse slip
  craving crave urge temptation tempt
  temptation tempt
  urge craving
  tempt tempted
  compulsion ritual
  ritual compulsion
  intrusive thought image
  image picture see
  voice hear
  hallucination voice hear
  memory remember forget
  concentrate focus attention concentration
  focus concentrate
  attention focus
  distract distraction
  motivation motivated
  energy energetic tired
  disturbance disturb upset
  disturb wake bother
  bother disturb
  trigger set
  cause make because bring
  result lead
  follow act
  act follow
  conduct behavior
  behavior behaviour do act
  habit routine
  exercise run gym workout
  swim swimming pool
  run running jog
  read reading
  game play
  music song sing
  sing singing choir
  film movie cinema
  photo picture
  paper form document
  form paper
  additional extra another further more top-up
  extra additional
  further more another
  extension extra time
  previous last before prior former old
  former ex
  prior before previous
  current now present moment
  currently now present moment
  recent lately
  later after
  afterwards after then later
  initially first beginning
  first beginning initial
  beginning start first
  initial first beginning
  final last
  next following tomorrow
  following next
  preceding before previous last
  usual normal used
  occur happen have get
  happen occur
  experience have feel get
  undergo have
  sustain have
  suffer have
  accomplish do
  perform do
  exceed over
  approximately about around
  about around roughly maybe
  entire whole all
  whole all entire
  half part
  both two either
  single one
  multiple several
  several few
  repeatedly again times
  multiple many
  none nobody
  nobody none
  contrary not
  instead not rather
  despite but although
  lack no
  lack without
  absence without no
  without no
  permission let
  determine know decide
  decide choose decision undecided
  undecided know decide
  choose decide pick
  link like connect
  connect link
  same
  similar like
  differ different
  pattern like
  direct toward
  occasion time
  appearance look
  pace walk
  remark comment
  mention say
  describe say
  harsh mean
  unkind mean
  bully mean bullying
  tease slag mock fun
  mock fun slag
  honest truth
  lie lying
  cheat affair
  steal theft
  arrest police
  police cop officer
  lawyer attorney
  sign signature
  lease rent
  rent lease
  landlord owner
  evict eviction
  immigrate immigration visa
  discharge leave
  admit hospital
  weigh weight
  weight kilo pound weigh heavy
  kilo kilogram weight
  blood pressure
  allergy allergic
  allergic allergy
  react reaction
  reaction feel
  emotion feel feeling
  feel feeling felt
  mood feel feeling
  numb numbness
  numbness numb
  sensation feel
  bruise bruising
  spot rash
  tight tightness
  breathless breath
  cramp cramping
  constipation constipated
  diarrhea loose
  thirst thirsty
  sweat sweating wet
  hot warm
  cold chilly
  wet damp
  wound cut
  cut wound
  burn burning
  tingle tingling pins
  left-handed left
  ease better
  settle down better
  cease stop
  rejoin return
  resist resist
  drink drinking
  label name thought
  intend plan
  commitment commit promise
  promise commit
  count number
  initiative own ask
  trouble problem
  wear wearing
  consume drink eat take
  conceal hide
  hide conceal front
  grieve grief mourn turn
  mourn grieve
  envy jealous envious
  jealous envy
  sexual sex
  sex intimacy intimate
  hug hold
  kiss
  abuse abusive
  threaten threat
  strangle choke
  neglect
  trauma traumatic
  flashback memory
  hopeless hope
  worthless
  useless
  boring bored
  bored boring
  interest interested
  loss lose
  lose loss lost
  gain put
  grow bigger
  shrink smaller
  fund funding grant
  business shop company bakery wholesale
  audit inspection
  clash conflict
  require need
  supply more
  hospitalise hospital
  hospitalize hospital
  birthday
  ceremony wedding
  count counting
  step
  ride drive
  depart leave
  wage pay
  salary pay
  pay paid wage
  retire retirement
  unemployed job
  fire dismiss sack
  dismiss fire
  hire employ
  promotion promote
  apply application
`

const groupsOf = new Map<string, Set<number>>()
for (const [at, line] of groups.trim().split('\n').entries())
  for (const word of line.trim().split(/\s+/)) groupsOf.set(word, (groupsOf.get(word) ?? new Set()).add(at))

/** Endings that differ within one word family: `separate`, `separating`, `separation`. */
const endingPattern =
  /^(?:|s|e|es|ed|d|r|er|ers|or|ing|ings|ion|ions|ation|ations|al|ial|ly|y|ily|ity|ty|ies|ied|ier|ness|iness|ful|fully|ous|ously|ive|ment|ments|ance|ence|ancy|ency|ant|ent|able|ible|less|ish|ic|ical|ist|en|th|ate|ship)$/

/** Drug names by their endings: only the same name is the same drug. */
const drugPattern =
  /(?:pine|pam|lam|pram|line|oxetine|axine|done|idone|azole|pril|sartan|olol|statin|cillin|mycin|tidine|prazole|formin|gliptin|caine|profen|zine|odone|phine|triptan|gabalin|gabatin|tropin|thyroxine|barbital|dryl|setron|zosin|lukast|terol|sone|solone|xaban|parin|mide|thiazide|triptyline|pezil|mantine|clone|pidem|zolam)$/

export function isDrug(word: string): boolean {
  return word.length > 5 && drugPattern.test(word)
}

/** True if two words belong to one family or are interchangeable. Dictionary forms. */
function meansSame(one: string, other: string): boolean {
  if (one === other) return true
  if (isDrug(one) && isDrug(other)) return false
  if (isFamily(one, other) || isCompound(one, other)) return true
  const mine = groupsFor(one)
  if (mine === null) return false
  const theirs = groupsFor(other)
  return theirs !== null && [...mine].some((group) => theirs.has(group))
}

/** Removes the ending -ing: `drinking` as a noun refers to the drink. */
const withoutIng = (word: string) =>
  word.length > 5 && word.endsWith('ing') ? word.slice(0, -3).replace(/([bdgmnprt])\1$/, '$1') : word

/** All words that are interchangeable with a word for which `matches` is true. */
export function wordsLike(matches: (word: string) => boolean): string[] {
  const entries = [...groupsOf]
  const found = new Set(entries.flatMap(([word, ofWord]) => (matches(word) ? [...ofWord] : [])))
  return entries.flatMap(([word, ofWord]) => ([...ofWord].some((group) => found.has(group)) ? [word] : []))
}

const knownGroups = new Map<string, ReadonlySet<number> | null>()

/** The groups of a word or of the verb that it derives from; null if there are none. */
function groupsFor(word: string): ReadonlySet<number> | null {
  const known = knownGroups.get(word)
  if (known !== undefined) return known
  const ofWord = groupsOf.get(word) ?? groupsOf.get(withoutIng(word)) ?? null
  // Caches words of the table only, so words of sessions do not stay in memory.
  if (ofWord !== null) knownGroups.set(word, ofWord)
  return ofWord
}

/** True if the longer word is a compound that ends with the shorter one: `stick` can be short for `dipstick`. */
function isCompound(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return (
    short.length >= 5 &&
    long.length >= short.length + 3 &&
    long.endsWith(short) &&
    !/^(?:grand|step|god|great)/.test(long)
  )
}

function isFamily(one: string, other: string): boolean {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared += 1
  const shorter = Math.min(one.length, other.length)
  const last = one[shared - 1] ?? ''
  const isEnding = (word: string) => {
    const rest = word.slice(shared)
    return endingPattern.test(rest) || (rest.startsWith(last) && endingPattern.test(rest.slice(1)))
  }
  return shared >= 4 && shared >= shorter - 2 && isEnding(one) && isEnding(other)
}

/** True if two words are interchangeable, in their dictionary forms or as written. */
export function isSame(one: Token, other: Token): boolean {
  return (
    one.text === other.text ||
    meansSame(one.lemma, other.lemma) ||
    (one.text !== one.lemma && meansSame(one.text, other.lemma)) ||
    (other.text !== other.lemma && meansSame(one.lemma, other.text))
  )
}
