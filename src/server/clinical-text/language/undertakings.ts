import { splitSentences } from '#shared/rules/sentences.ts'
import { clientActsNow, mayThreaten } from './client-acts.ts'

export type Undertaking = 'planned' | 'suggested'

const list = (words: string) => words.trim().replace(/\s+/g, '|')

const dayPattern = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day`
const ordinalPattern = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth|(?:twenty|thirty)-\w+|\d+(?:st|nd|rd|th))`
/** Words that clearly refer to a time after the session. */
const afterwardsPattern = String.raw`\b(?:(?:on|by|until|before) the ${ordinalPattern}|tomorrow|next (?:time|week|session|month|visit|appointment|${dayPattern})|(?:on|by|until|before) ${dayPattern}|in (?:a|two|three|four|six|\d+) (?:days?|weeks?|fortnight|months?))\b`
/** Words that may refer to a time after the session, or that say how often something is to be done. */
const laterPattern = String.raw`(?:${afterwardsPattern}|\b(?:tonight|first thing|later|(?:this|in the|for the|over the) (?:week|weekend|afternoon|evenings?|mornings?|month)|(?:this|every|each|for) ${dayPattern}s?|${dayPattern} (?:and|morning|afternoon|evening|night)|before (?:bed|work|school|our|we|you|the \w+)|after (?:work|school|lunch|dinner|this)|every (?!time\b)\w+|each (?!other\b|time\b)\w+|(?:once|twice|times) a \w+|daily|weekly|fortnightly|monthly|for now|from now on)\b)`

/** Verbs that give an order at the start of a sentence. */
const ordersPattern = String.raw`(?:take|avoid|continue|keep|use|call|ring|phone|text|email|write|book|practi[cs]e|bring|stay|start|stop|try|check|record|track|go ahead and|come back|come and|pull over|drink|reduce|increase)`

/** Opening words that do not affect who undertakes what: assent, a name, a time or a reason. */
const leadPattern = String.raw`^\W*(?:(?:[\w'-]+,(?= (?:i'd|i|let's|could|can|would|please|you)\b)|(?:because of|for|by|over|between now and|given|starting) (?!me\b|example\b|instance\b)(?:[\w'-]+ ){0,4}?[\w'-]+,?(?= (?:i|i'll|i'm|i'd|we|we'll|we're|let's|please|when|every|${ordersPattern})\b)|and|so|but|okay|ok|yeah|yes|yep|sure|well|now|then|also|right|all right|alright|good|great|um|uh|er|you know|i mean|i think|i guess|that's (?:cool|fine|good|great|fair)|that makes sense|sounds good|first|second|in the meantime|until then|please|actually|of course|definitely|absolutely|next (?:time|week|session|month)|this (?:week|weekend|month|evening)|today|tonight|tomorrow(?: morning| night)?|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|after (?:work|school|lunch|this)|before bed|every (?:morning|evening|night|day)|with your permission|before then|after that)[\s,.–-]+)*`
const adverbPattern = String.raw`(?:(?:also|just|definitely|then|really|actually|first|still|go ahead and|go and|try to|try and|start to|(?:have|need) to(?! (?:work|go|leave|find|wait)\b)) )*`

/** Verbs of undertakings. States (`be`, `feel`), losses and passive events are excluded. */
const actions =
  list(`try talk call ring phone post text email message write note ask tell start begin stop quit cut keep continue practice practise do make
  set put take bring give send get find come walk run exercise eat cook sleep read listen meet see visit join attend
  sign book schedule arrange plan check follow track log record use apply work study finish limit reduce avoid increase decrease
  leave move return add change adjust order prescribe refer increase lower raise taper switch review discuss share invite
  help teach show draw draft fill pick pay save throw turn close open remove delete buy wait reach contact connect speak stay
  sit spend tidy clean focus raise touch stick complete schedule drop cancel renew collect drive inform notify report repeat`)
const actPattern = String.raw`(?:(?!get (?:\w+ed|lost|sick|stuck|hurt|caught|drunk|better|worse)\b)(?:${actions})\b|(?:look (?:for|into|at|up|over)|go (?:to|back|for|and|with|over|through|out))\b)`

const intendsPattern = String.raw`(?:i(?:'ll| will| shall)|we(?:'ll| will| shall)|i(?:'m| am) (?:also |just )?(?:going to|gonna)|we(?:'re| are) (?:also |just )?(?:going to|gonna)|i (?:promise|agree) to|i promise(?: that)? i(?:'ll| will)|i(?:'ve| have) decided to|my (?:\w+ )?\w+ and i (?:will|are going to))`
const plannedPattern = new RegExp(
  String.raw`${leadPattern}(?:${intendsPattern} ${adverbPattern}${actPattern}|(?:i|we)(?:'m| am|'re| are)? (?:plan|planning|intend|intending) (?:to \w+|on \w+ing)|i(?:'m| am) (?:seeing|meeting|calling|ringing|visiting|picking|bringing|taking|talking to) .*${afterwardsPattern})`,
)
/** With a time, any other verb is a plan too, except for states, accidents and acts of others. */
const involuntaryPattern = String.raw`(?:be|feel|get|have|need|want|lose|fail|miss|cry|die|forget|end|hate|love|regret|panic|freak|break|fall|wake|know|think|hear|suffer|drink (?!(?:more |some )?water)|never|not|always|hopefully|still|chicken|hit|the|my|a|an|her|his|their|your|it|that|school|work|bed|church|[\w]+'s)\b`
const plannedLater = new RegExp(
  String.raw`${leadPattern}${intendsPattern} ${adverbPattern}(?!${involuntaryPattern})\w+ .*${laterPattern}`,
)
/** Duties of a therapist for someone's safety. */
const dutyPattern = new RegExp(
  String.raw`${leadPattern}i (?:have|need) to (?:call|ring|report|inform|notify|speak to|talk to|make a|refer|contact|write to|tell (?!you\b)|let (?!you\b))`,
)
/** Something the client can do is a plan if it has a time. */
const canDo = new RegExp(String.raw`${leadPattern}i (?:can|could) ${adverbPattern}${actPattern}.*${laterPattern}`)
const agreedPattern = new RegExp(
  String.raw`${leadPattern}(?:the plan (?:for (?:this|next) \w+ )?is(?: that we| to|:|,? you|,? i)\b|(?:our|your|the) next (?:session|appointment|visit|meeting) (?:is|will be)\b|(?:i(?:'ll| will) )?see you (?:again )?(?:next (?!time)|on|in (?:a|two|three|four|\d)|tomorrow|this|mon|tues|wednes|thurs|fri|satur|sun)|same (?:time|link|place|room) (?:next|on|in)\b|(?:weekly|fortnightly|monthly|every (?:two|other) weeks?|${dayPattern}) it is\b|we(?:'ve| have)? agreed[:,]? (?:that )?(?:you|we|i)(?:'ll| will)\b|i(?:'ve| have) (?:booked|scheduled|put|pencill?ed) (?:you|us)\b.*${laterPattern})`,
)

/** Verbs of acts within the session, unless the sentence names a later time. */
const immediateActs = String.raw`(?:try|do (?:a|an|some|the|it|this|that|one|another|ten|five)|start|begin|stop|practi[cs]e|look|take|go|continue|listen|read|sit|stand|stay|talk|speak|come|turn)\b`
/** Remarks about homework or advice, without its content. */
const remarkPattern = String.raw`(?:worthless|useless|pointless|meaningless|unhelpful|wrong|bad|good|great|fine|perfect|due|done|finished|complete|incomplete|ready|late|missing|lost|blank|hard|easy|important|helpful|yours|up to you|nothing|always|never|only|what|how|why|where|here|there|going|coming|it(?:'s| is| was)|not (?:worth\w*|helpful|good|enough|what|done|due|finished|complete|ready|important|here|working))`
const requestsPattern = new RegExp(
  String.raw`${leadPattern}(?:i(?:'d| would) (?:also )?like to (?:refer|order|prescribe|increase|reduce|write to|speak (?:to|with) your|call your|contact|book|schedule|see you .*${laterPattern})|we (?:can|could) ${actPattern}.*${afterwardsPattern}|i(?:'d| would| do)? (?:also |really )?(?:like|want|need|love|encourage|invite|advise|ask) (?:you|for you) to (?:also |just )?(?:not \w+|${actPattern})|(?:here's )?(?:what )?i(?:'d| would)? (?:also |really )?(?:recommend|suggest|advise|propose)\b(?! (?:you|that you) (?:are|were|feel|have been)| (?:that )?(?:it|this|that|he|she|they|what)(?:'s| is| was| might be| may be)\b| (?:that )?there(?:'s| is| was| might be| may be)\b(?!.*${laterPattern})| nothing(?: (?:yet|more|else|now|today|for now|at all))?\W*$)|(?:my|your) (?:homework|suggestion|advice|recommendation)(?: for \w+(?: \w+)?)? (?:is|would be)\b:?(?! ${remarkPattern}\b)|you (?:should|may want to|might want to) (?:also |just |maybe )?${actPattern}|you (?:could|can|might) (?:also |just |maybe )?(?!keep (?:\w+ing that|thinking|telling|believing|blaming|hoping|pretending)\b)(?:try|call|ask|write|start|talk|bring|use|practice|keep|join|continue|check|leave|tell|set|put|book|walk|go ahead)\b|let's (?:also |just )?(?:(?!${immediateActs})${actPattern}|${actPattern}.*${laterPattern}|have (?:\w+ ){1,3}(?:in|come|join)\b)|you(?:'ll| will) (?:also )?need to (?:book|call|ring|phone|send|bring|sign|fill|make|take|see (?:your|the|a))\b|you (?:also )?need to (?:book|register|schedule|sign|make an appointment)\b|it(?:'d| would| might| could) be (?:[a-z]+ )?(?:good|helpful|useful|wise|best|worth|worthwhile|idea) (?:(?:for you|if you|to) )*(?:also |just )?(?!see\b)${actPattern}|make sure (?:you|to|that you)\b|be sure to\b|remember to\b|try to ${actPattern})`,
)
const askingPattern = new RegExp(
  String.raw`${leadPattern}(?:(?:how about (?:(?:if )?(?:we|you|i)|trying)|why don't (?:we|you)|would you (?:be (?:willing|open|able|happy) to|like to try))\b|shall (?:we|i) (?:also |just )?(?:(?!${immediateActs})${actPattern}|[a-z]+.*${laterPattern})|(?:could|can|will) you (?:please )?(?!(?:sleep|eat|walk|work|stay|find|focus)\b)(?:(?:try|start)\b|${actPattern}.*${laterPattern}))`,
)
/** `If it gets worse, call …` and `every time you feel it, walk away` are requests nevertheless. */
const conditionPattern = String.raw`(?:(?:if|when|whenever|every time|each time|as soon as) [^,]+, (?:please |just |then )*)`
const imperativePattern = new RegExp(
  String.raw`${leadPattern}(?:${ordersPattern} (?:[\w'-]+[\s,]+){2,}|(?:ask|tell|put|set|go|read|do|add|leave|give|send|fill|find|draw|make|talk to|speak to|walk) (?!you\b|we\b|they\b|me\b).*${laterPattern})`,
)
const askedPattern = new RegExp(String.raw`${leadPattern}please (?:also |just |do )*${actPattern}`)
const conditionalRequest = new RegExp(
  String.raw`${leadPattern}${conditionPattern}(?:${ordersPattern}|walk|go|tell|reach|count|leave|ask|put|hold)\b`,
)

/** Phrases for acts within the session, unless the sentence names a time after the session. */
const agendaPattern = new RegExp(
  String.raw`\b(?:let you know|ask you|talk (?:a (?:little|bit)|about (?:that|this|it|what|how|why|your))|start (?:with|from|by)|look at (?:that|this|what|how)|check (?:your|in with)|come back to (?:that|this)|get (?:to|back to|into) (?:that|this)|let's check in|go over (?:a little|my|the results)|(?:let's|we'll|i'll) see (?:if|what|how|where|whether)|stay with (?:the|that|it|this))\b`,
)
const saysAfterwards = new RegExp(afterwardsPattern)
/** `Now` at the end, but not `for now`, `from now on` or `a week from now`. */
const atPresent =
  /\b(?:right now|(?<!\b(?:for|from|between|until|till|by) )now\W*$|in (?:this|today's) session)|^\W*(?:(?:so|okay|and|well)[\s,]+)*today,? we\b/
/** Requests for the present moment, and idioms: nothing remains to do after the session. */
const ofTheMoment = new RegExp(
  String.raw`\b(?:ask me|(?:tell|give|show|help) (?:me|you (?:a (?:few|couple)|some|more|one|about|what|something))|say|imagine|picture|pretend|suppose|assume|close your eyes|think (?:of|about|back)|notice|rate|bring (?:it |that )?to mind|your time|(?:deep|slow|big|another|few|nice) breaths?|keep (?:going|in mind|talking)|go back (?:to (?:what|that|when))|start (?:over|wherever)|look at (?:me|the (?:good|bad|other))|take (?:a (?:seat|look|step back|moment|minute|second)|it from|care of|that as|stock)|hold (?:that|it|on)|call it|stop (?:you|me|there|right there)|listen to|follow (?:my|the light)|put (?:it|that) (?:another|this) way|put (?:it|that|yourself) in (?:another|his|her|their|your|words|context|perspective|the)|get to know|see you as|do you mean|make sure (?:i|we) (?:understand|have|get)|be (?:honest|proud|kind)|try to understand|move on\b(?! from)|turn to|use your (?:words|own)|have a seat|go on\W*$|go on then|try (?:this|that) one|read (?:you|this|that|some)|take (?:care|me)|sit with|leave (?:her|him|it|them|that) (?:there|here)|lie (?:down|back)|(?:sit|stand) up|(?:take a )?quick look)\b|\bsee\W*$`,
)

/** A therapist's acts, exercises and interpretations in the room. */
const inTheRoom =
  /\b(?:do (?:one|another|a few|two|three|some) (?:more |last )?(?:sets?|rounds?|pass(?:es)?)|(?:keep|open|fix) your eyes|in your (?:body|chest|stomach|shoulders)|light ?bar|(?:this|that) (?:pillow|cushion|chair|blanket)|(?<!\ba )call (?:it|this|that)(?! (?:number|(?:hot|help)?line|clinic|office|hospital|service|center|shelter|group|agency|school|person|friend|man|woman|lady|therapist|doctor|lawyer|morning|afternoon|evening|week)))\b/

/** Times outside the session, also those that may be today. */
const outsidePattern =
  /\b(?:tonight|(?:this|over the|for the) (?:week|weekend|evening|month)|(?:every|each) (?:night|day|morning|afternoon|evening|week|hour)|(?:once|twice|times) (?:a|per) (?:day|week)|daily|at (?:home|night|work|school)|before (?:bed|work|school))\b/

const saysLater = new RegExp(laterPattern)
/** True for acts of a client that are never plans: possible threats, and acts in the session. */
const isThreatOrNow = (plain: string) => mayThreaten(plain) || (clientActsNow.test(plain) && !saysLater.test(plain))

const isInTheRoom = (plain: string) =>
  inTheRoom.test(plain) && !saysAfterwards.test(plain) && !outsidePattern.test(plain)

/** Speech or thoughts that are reported. */
const reportedPattern =
  /["“”]|^\W*'|\b(?:i (?:thought|said|told)|(?:you|he|she|they|people|we) (?:said|says|say|told|tell (?:yourself|themselves)|thought)|tell yourself)\b/
/** A therapist's reflection of two sides: `You might want to leave him, but you also love him.` */
const twoSidesPattern =
  /\b(?:but|and yet|yet) (?:you (?:(?:also|still)(?! (?:need|have to|should|can|could|must|may want)\b)|love|feel|want|fear|miss)|part of you|another part|at the same time|something in you)\b/
/** Speech quoted without a verb of speech: `and he goes okay i'll come back`. */
const quotativePattern =
  /\b(?:he|she|they|it|we|everyone|mom|mum|dad)(?:'s| is| was|'re| are| were)? (?:just |all )?(?:like|goes|go|went|all) (?:okay|ok|no|yeah|yes|well|oh|so|fine|i|i'll|i'm|i'd|you'll|we'll|you|sorry)\b/
/** Openings that mean the opposite, and negated opinions. */
const refusedPattern =
  /^\W*(?:(?:and|so|but|well|oh|yeah|there's|there is)[\s,]+)*(?:no way|no chance|not a chance|fat chance|as if|like (?:hell|i(?:'ll|'d| will| would)? (?:ever\b|\w+ ever\b)|i'll ever)|hell no|over my dead body|god forbid|in (?:my|your) dreams)\b|\bi (?:do not|don't|didn't|can't|cannot) (?:think|believe|see|suppose|expect|imagine|know)\b/
/** Symptoms, habits of the past, failures and idioms. */
const unplannedPattern =
  /\b(?:start|begin|end up|find myself|catch myself|wind up) (?:cry|shak|sweat|yell|scream|panick|worry|overthink|spiral|shout|fight|argu|ruminat|trembl|stutter|snapp|obsess|hyperventilat|doubt|bing|forgett|feel)ing\b|\bfind myself\b|\b(?:back then|in those days|at the time|when i was|years ago)\b|\b(?:and|but) (?:he|she|it|they|that|nothing|this) (?:never|(?:still|always|just|only)(?! (?:helps?|works?|calms?)\b)|doesn't|don't|won't|isn't|makes|gets)\b|\bcredit for\b|\bgive (?:him|her|you|them|it) (?:credit|that(?: one)?\W*$)|\bto (?:my|the) grave\b/
/** Doubt, habit, condition: it is uncertain who undertakes what. */
const uncertainPattern =
  /\b(?:maybe|perhaps|probably|sometimes|usually|often|normally|typically|whenever|every time|most (?:days|nights|times|of the time)|at times|would have|could have|was going to|were going to|afraid|scared|worried|i (?:hope|wish|doubt|wonder|guess i was|feel like|keep thinking)|on (?:the )?(?:one|other) hand|like every|don't know)\b/
const conditionalPattern = /^\W*(?:(?:and|so|but|well|okay)[\s,]+)*(?:if|unless|even if|in case|when|once)\b/
/** Words for harm. A sentence with them is not a plan of the treatment, unless it seeks help or safety. */
const harmPattern = new RegExp(
  [
    String.raw`\b(?:kill|die|dead|overdose|suicid\w*|hurt (?:him|her|them|my|someone)|hang (?:my|it)|end (?:it|my)|gun|rope|noose|stab|strangle|smash|shoot (?:him|her|them|my)|poison|smother|suffocate|set fire|on fire|burn (?:down|(?:it|his|her|their)(?: \w+)? down)|(?:pillow|hands?) (?:over|around) (?:his|her|their)|beat|punch|hit (?:him|her|them)|jump (?:off|from|in front))\b`,
    String.raw`\b(?:cut (?:my|deep)|(?:burn|scratch|slash) my|make (?:him|her|them) (?:pay|suffer|sorry)|follow (?:him|her) home|(?:knife|blade|razor)s? with me)\b`,
    String.raw`\b(?:swallow|take) (?:all of )?(?:them|it) all\b|\bswallow all\b`,
    String.raw`\b(?:drive|ride|run|crash)(?: \w+){0,3} (?:into (?:a|the|that) (?:tree|wall|truck|lorry|river|pole|oncoming)|off (?:a|the|that) (?:bridge|cliff|road))|\bin front of (?:a|the) (?:train|truck|bus|car|lorry|tram)|\bgo to (?:the|that) (?:bridge|cliff|roof|tracks)\b(?! (?:on|for|during) (?:my|our|an?) (?:\w+ )?(?:walk|run|ride|hike|jog)\b)`,
    String.raw`\b(?:stop eating\W*$|(?:skip|stop) (?:all )?(?:of )?my meals|not eat\b|starve|binge|purge)`,
    String.raw`\b(?:get (?:drunk|high|wasted)|relapse|dealer|(?:buy|get|score|shoot|snort|inject|smoke|use|pick up)(?: some| more)? (?:heroin|cocaine|coke|crack|meth|fentanyl|oxy\w*|speed|ketamine|pills(?! for (?:my|the) (?:\w+ )?(?:pressure|heart|thyroid|diabetes|allerg\w+|back|pain|headaches?|migraines?|cholesterol|asthma|anxiety|depression|mood|stomach|infection)\b)))\b`,
  ].join('|'),
)
/** A grief exercise if a therapist proposes it. */
const farewellPattern = /\bgoodbye (?:letters?|notes?)\b/
/** Many tablets, which are harm unless they are prescribed. */
const amountPattern = new RegExp(
  String.raw`\b(?:all (?:of )?(?:my|the|those|them|these)|the (?:whole|rest of the|remaining)|(?:ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|\d{2,}|a (?:handful|bunch) of|too many)(?: of)?(?: (?:my|the|those))?(?: \w+)?) (?:pills|tablets|capsules|meds|medication|packet|bottle|box|lot)\b`,
)
const prescribedPattern =
  /\bas (?:prescribed|directed|instructed|(?:you|we|he|she|(?:my|the) (?:doctor|psychiatrist)) (?:said|suggested|agreed|advised|recommended|discussed))\b|\bwith (?:my|the) (?:doctor|psychiatrist|prescriber|gp|nurse)\b/
/** A client's end of a treatment without the prescriber. */
const stopsMedication =
  /\b(?:stop|quit|skip|ditch|come off|go off|get off|not take|throw (?:out|away)|flush)(?: taking)? (?:all )?(?:of )?(?:my|the|those)? ?(?:\w+ )?(?:medications?|medicines?|meds|antidepressants?|lithium|insulin|antipsychotics?|mood stabilizers?|tablets|pills)\b/
/** Objects that a person may use for harm. */
const meansPattern = String.raw`(?:(?:all|of|my|the|those|these|that|this|our|his|her|any|rest|remaining|leftover|old|extra|other) )*(?:(?!him|her|them|my)\w+ )?(?:guns?|firearms?|rifles?|pistols?|weapons?|ammo|ammunition|bullets|pills?|tablets?|capsules?|meds|medications?|bottles?|packets?|box(?:es)?|ropes?|noose|knife|knives|blades?|razors?|scissors|lighters?|hose|poison|alcohol|booze|liquor|drugs|stash|heroin|cocaine|meth|fentanyl)\b`
/** Acts that remove the means of harm. */
const removalPattern = [
  String.raw`\b(?:get rid of|throw (?:out|away)|flush|lock (?:up|away)|hand (?:in|over)|turn in|put away|give away|sell|dispose of) ${meansPattern}`,
  String.raw`\b(?:throw ${meansPattern} (?:out|away)|lock ${meansPattern} (?:up|away|in)|put ${meansPattern} away|turn ${meansPattern} in|(?:give|hand|bring) ${meansPattern} (?:(?:back )?to (?:my|the|a)|away|over|in))\b(?! (?:mouth|head)\b)`,
].join('|')
/** Acts that seek help, or that remove the means. */
const helpPattern = new RegExp(
  [
    String.raw`\b(?:call|text|ring|phone|tell|talk to|reach)\b(?! (?:my|the|a) dealer)`,
    String.raw`\bgo to (?:the )?(?:er|emergency|hospital|a&e|clinic|doctor|gp|nurse|therapist|crisis|police|\w+ meeting|meeting|group|my)\b`,
    removalPattern,
    String.raw`\b(?:delete|block|remove|erase) (?:\w+ ){0,2}dealer\b`,
  ].join('|'),
)

/** Parts of a sentence that are judged alone. A condition belongs to the part after it. */
const partEnds =
  /\b(?:and|then|before)\b|(?<!\b(?:if|when|whenever|unless|in case|once|every time|each time|as soon as)\b[^,]*),(?= (?:i|we)\b)/

/** True for harm, also a client's harmful end of a treatment, that does not seek help. */
function isHarmful(plain: string, speaker: 'therapist' | 'client'): boolean {
  const isClient = speaker === 'client'
  const isPrescribed = prescribedPattern.test(plain)
  if (isClient && stopsMedication.test(plain) && !isPrescribed && !/\b(?:call|tell|talk to|ask)\b/.test(plain))
    return true
  const isHarm = (part: string) =>
    harmPattern.test(part) ||
    (isClient && farewellPattern.test(part)) ||
    (amountPattern.test(part) && !prescribedPattern.test(part))
  return plain.split(partEnds).some((part) => isHarm(part) && !helpPattern.test(part))
}

const crisisContact =
  /\b(?:crisis|help ?lines?|hot ?lines?|lifeline|samaritans|emergency|er|a&e|988|999|911|112|on-call|duty (?:team|doctor|worker))\b/
const removal = new RegExp(removalPattern)

/** True for a step of a safety plan: a crisis contact, or the removal of means of harm. */
export function keepsSafe(text: string): boolean {
  const plain = normalize(text)
  return removal.test(plain) || (crisisContact.test(plain) && helpPattern.test(plain))
}

/** True if a sentence seeks help or removes means of harm. */
export const seeksHelp = (text: string) => helpPattern.test(normalize(text))

/** Refers to an agreement, and is not reported speech: `… on Wednesday like we said`. */
const asAgreed = /,? ?\b(?:like|as) (?:we|you|i) (?:said|say|agreed|discussed|talked about)\b,?/g
const normalize = (text: string) =>
  text.toLowerCase().replace(/[’‘ʼ]/g, "'").replace(/\s+/g, ' ').replace(asAgreed, '').trim()
/** Matches `…, okay?`, which does not make the sentence a question. */
const tagPattern = /,?\s*\b(?:okay|ok|all right|alright|right|you know|yeah)\s*\?$/

/** An act at a definite time, in the present tense: `Tomorrow I go to the office.` */
const datedAct = new RegExp(
  String.raw`^\W*(?:(?:and|so|yes|okay|well)[\s,]+)*(?:tomorrow|tonight|next (?:week|month|${dayPattern}))(?: morning| afternoon| evening)?,? i ${actPattern}`,
)

/**
 * Detects an undertaking or proposal of the speaker: a commitment of their own (`planned`), or a therapist's request or proposal
 * (`suggested`). Null for everything else: a summary of the other person's wishes, a question, a hypothetical, and statements
 * that are negated, past, habitual, doubted or about someone else.
 */
export function undertakingIn(text: string, speaker: 'therapist' | 'client'): Undertaking | null {
  return splitSentences(text).reduce<Undertaking | null>(
    (found, one) => found ?? inSentence(normalize(one), speaker),
    null,
  )
}

/** True for sentences that are never a plan: about harm, reported speech, about this moment, and doubts of a client. */
export function neverPlans(sentence: string, speaker: 'therapist' | 'client'): boolean {
  const plain = normalize(sentence)
  return (
    isHarmful(plain, speaker) ||
    [reportedPattern, quotativePattern, atPresent, refusedPattern].some((pattern) => pattern.test(plain)) ||
    (speaker === 'client'
      ? uncertainPattern.test(plain) || unplannedPattern.test(plain) || isThreatOrNow(plain)
      : isInTheRoom(plain) || twoSidesPattern.test(plain))
  )
}

function inSentence(sentence: string, speaker: 'therapist' | 'client'): Undertaking | null {
  const plain = sentence.replace(tagPattern, '.')
  const isTherapist = speaker === 'therapist'
  // A reason may report what others said.
  const main = plain.replace(/(?<=\w{3}),? (?:because|since (?!the\b|\w+day\b)|so that) ?.*$/, '.')
  // With a later time, such as next week, a request to report is not about this moment.
  const asked = saysAfterwards.test(plain) ? main.replace(/\b(?:tell|show|ask) me\b/g, '') : main
  if (ofTheMoment.test(asked) || atPresent.test(main) || (agendaPattern.test(main) && !saysAfterwards.test(plain)))
    return null
  if (isHarmful(plain, speaker) || refusedPattern.test(plain) || quotativePattern.test(plain)) return null
  if (
    isTherapist
      ? isInTheRoom(plain) || twoSidesPattern.test(plain)
      : unplannedPattern.test(plain) || isThreatOrNow(plain)
  )
    return null
  if (isTherapist && !reportedPattern.test(main) && conditionalRequest.test(plain) && !plain.endsWith('?'))
    return 'suggested'
  if (uncertainPattern.test(main) || reportedPattern.test(main) || conditionalPattern.test(plain)) return null
  if (plain.endsWith('?')) return isTherapist && askingPattern.test(plain) ? 'suggested' : null
  if (
    plannedPattern.test(plain) ||
    plannedLater.test(plain) ||
    (!isTherapist && datedAct.test(plain)) ||
    (isTherapist && (agreedPattern.test(plain) || dutyPattern.test(plain)))
  )
    return /\bgoing to (?:the|my|a|an|her|his|their|school|work|bed|church)\b/.test(plain) ? null : 'planned'
  if (!isTherapist) return canDo.test(plain) ? 'planned' : null
  return requestsPattern.test(plain) || imperativePattern.test(plain) || askedPattern.test(plain) ? 'suggested' : null
}
