/** Charting terms, each with words that clients use for it. Dictionary forms; one of the words is enough. */
const table = `
  palpitation: heart racing race pound pounding flutter skip thump
  tachycardia: heart racing race pulse
  arrhythmia: heartbeat rhythm skip
  consciousness loc: pass faint blackout black out
  periumbilical: belly button navel
  syncope: faint pass blackout black collapse
  presyncope: dizzy faint lightheaded
  dyspnea dyspnoea: breath breathe breathless puff
  orthopnea orthopnoea: breath flat pillow
  edema oedema: swell swollen swelling ankle
  hallucination: voice hear see thing people
  delusion paranoia paranoid: follow watch spy plot after
  jaundice: yellow
  incontinence: wet leak pee accident hold
  nocturia: pee toilet night bathroom
  dysuria: pee burn sting wee
  hemoptysis haemoptysis: blood cough
  hematuria haematuria: blood pee urine
  melena melaena: black stool tar
  hypoglycemia hypoglycaemia hypoglycemic: low sugar hypo shaky sweat
  hyperglycemia hyperglycaemia: high sugar
  nausea: sick sickness queasy
  vomiting emesis: sick sickness throw
  diarrhea diarrhoea: run loose toilet
  constipation: go toilet hard block
  dysphagia odynophagia: swallow stick pain
  goitre goiter: thyroid enlarge
  diuretic: water
  dyspepsia reflux: heartburn acid burn
  anorexia: eat appetite hungry
  weight: kilo pound stone heavy thin
  paresthesia paraesthesia: numb numbness tingle tingling pin needle prick
  tingling: pin needle tingle prick
  numbness: numb feel dead needle
  weakness: weak strength heavy leg arm
  vertigo: spin dizzy
  tinnitus: ring buzz ear
  photophobia: light bright
  phonophobia: noise sound loud
  aura: zigzag flash light spot
  seizure convulsion: fit jerk shake
  pyrexia fever febrile: temperature hot sweat
  rigor: shiver shake
  pruritus: itch itchy scratch
  erythema: red
  hemorrhage haemorrhage bleeding: blood bleed
  fatigue: tired exhausted energy wrecked
  lethargy: tired energy
  somnolence sedation: sleepy drowsy tired
  insomnia: sleep awake wake
  hypersomnia: sleep
  anhedonia: enjoy fun interest pleasure
  dysphoria: low down miserable
  tearfulness: cry tear
  irritability: snap angry short snappy temper
  agitation restlessness: still pace fidget restless
  rumination ruminate: think head over round loop
  intrusion flashback: back image memory see
  hypervigilance hypervigilant: watch alert check scan jumpy
  avoidance: avoid not leave skip
  compulsion ritual: check wash count
  dissociation dissociate: blank float far numb gone real
  depersonalization derealization: real dream unreal
  suicidality suicidal ideation: suicide kill die end dead hurt life live wake
  homicidal: kill hurt
  self-harm selfharm: hurt cut burn
  violent aggressive aggression: hit hand hurt push lay punch slap touch
  violence: hit hand hurt push lay punch slap
  abuse: hit hurt hand safe
  withdrawal: shake sweat stop
  relapse: drink use slip again back
  abstinence abstinent sobriety: sober dry drink clean
  hangover: morning head sick
  bereavement: die death lose
  adherence compliance: take miss dose skip
  contraception: pill coil
  menstruation: period
  allergy: allergic rash
  hypertension: pressure
  remission: gone clear well
  recurrence: again back repeat since
  comorbidity: also
  cognition: think head focus
  concentration: focus attention read follow
  appetite: eat hungry food lunch
  libido: sex desire
  mobility: walk move stair
  flexure: inside crease behind elbow knee
  parent: mother mom mum father dad mam mama papa daddy
  child: son daughter boy girl
  sibling: brother sister
  grandparent: grandmother grandma grandfather grandpa nana nan granny gran
  grandchild: grandson granddaughter
  spouse partner: husband wife missus boyfriend girlfriend fiance hubby
  relative family: brother sister cousin uncle aunt nephew niece mother father mum mom dad brotherinlaw sisterinlaw
  workplace: work office job
  fluid: water leak
  antibiotic: amoxicillin penicillin flucloxacillin cephalexin clarithromycin erythromycin azithromycin doxycycline nitrofurantoin trimethoprim
  steroid corticosteroid: prednisolone prednisone hydrocortisone dexamethasone budesonide betamethasone
  nsaid nsaids: anti-inflammatory anti-inflammatories ibuprofen naproxen diclofenac aspirin celecoxib
  antidepressant ssri: sertraline fluoxetine citalopram escitalopram paroxetine venlafaxine duloxetine mirtazapine fluvoxamine amitriptyline
  opioid: morphine codeine tramadol oxycodone fentanyl hydrocodone
  benzodiazepine: diazepam lorazepam alprazolam clonazepam
  antipsychotic: quetiapine olanzapine risperidone aripiprazole clozapine haloperidol
  stimulant: methylphenidate lisdexamfetamine adderall ritalin dexamfetamine
  anticoagulant: warfarin apixaban rivaroxaban edoxaban
  beta-blocker: propranolol bisoprolol atenolol metoprolol
  laxative: movicol senna lactulose macrogol
  analgesic painkiller: paracetamol ibuprofen codeine tylenol acetaminophen naproxen
  reassurance: okay fine alright
  cardiac: heart
  pulmonary respiratory: lung chest breath breathe
  gastrointestinal abdominal gastric: stomach belly tummy bowel gut
  renal: kidney
  hepatic: liver
  cutaneous dermatological: skin rash
  ocular visual: eye see sight
  auditory: ear hear
  oral: mouth tongue
  dental: tooth teeth
  cervical: neck
  lumbar spinal: back spine
  plantar: foot sole
  medial: inner inside
  lateral: outer outside
  maternal: mother mum mom mam
  paternal: father dad
  marital: marriage husband wife
  financial: money cost
  occupational: work job
  academic: school class exam grade
  nutritional diet: eat food meal
  laboratory: blood test
`

const words = new Map<string, ReadonlySet<string>>()
for (const line of table.trim().split('\n')) {
  const [terms = '', said = ''] = line.split(':')
  for (const term of terms.trim().split(/\s+/)) words.set(term, new Set(said.trim().split(/\s+/)))
}

/** True if a client may use a word for a charting term: `racing` for `palpitations`. Dictionary forms. */
export function isSaidFor(term: string, said: string): boolean {
  const plain = words.get(term)
  return plain !== undefined && (plain.has(said) || [...plain].some((word) => word.length > 4 && said.startsWith(word)))
}
