import type { SafetyTopic } from '../finding.ts'
import { relation } from './parts.ts'

const weaponPattern = String.raw`(?:guns?|firearms?|rifles?|pistols?|handguns?|shotguns?|weapons?)`
const partnerPattern = String.raw`(?:he|she|they|anyone|anybody|someone|somebody|your (?:partner|husband|wife|boyfriend|girlfriend|ex|son|daughter|family|parents?|mother|father|mum|mom|dad|carer)|${relation})`
const actsPattern = String.raw`(?:hitting|beatings?|violence|abuse|slapping|punching|threats|shoving)`
const assaultedPattern = String.raw`(?:hit|kicked|slapped|punched|beaten|choked|strangled|raped|molested|assaulted|threatened)`
const childPattern = String.raw`(?:kids?|child(?:ren)?|baby|babies|sons?|daughters?|toddler|little ones?|boys?|girls?)`

/**
 * Usual questions about a topic that name it by its circumstances, in lower-case text. They count only in words of the therapist, and the
 * client's yes or no alone neither states nor denies the topic.
 */
export const screeningQuestions: Readonly<Record<SafetyTopic, readonly RegExp[]>> = {
  suicide: [
    new RegExp(
      String.raw`\b(?:access to|own|owns|keep|have|has|got|there|any|where(?:'s| is| are)) (?:\w+ ){0,4}${weaponPattern}\b(?! (?:of choice|in (?:the|a) (?:game|film)))`,
    ),
    /\b(?:any|an|past|previous|earlier|prior|last|first) (?:\w+ )?attempts?\b(?= in the past|\W*$)/,
    /\b(?:any|having|passive|active|current|about) (?:\w+ )?s\.?i\b\.?/,
    /\bways? (?:to|of) (?:die|dying|end\w*)\b|\b(?:researched|looked up|looking up|searched for) (?:methods|ways|how to (?:die|do it))\b/,
    /\breasons? (?:to live|for living|to stay alive|to keep (?:living|going))\b/,
    /\b(?:feel|felt|think|thought|thinking|being|you(?:'re| are)) (?:like |that you(?:'re| are) )?(?:just |only )?a burden (?:to|on|for)\b/,
    /\b(?:think\w*|thought) (?:about|of) how you (?:might|would|could|'d) (?:do|end) (?:it|this|that)\b/,
    /\b(?:give|gives|giving|given|gave) (?:\w+ ){0,2}away (?:\w+ ){0,3}(?:things|stuff|belongings|possessions)\b|\bputting your affairs\b/,
  ],
  'self-harm': [
    /\b(?:last|still|you|ever|again) cut\W*$|\bdo you cut\b(?! (?:\w+ )?(?:hair|grass|corners|back|down|out|up|the|it|carbs|calories|wood|meat|vegetables))/,
    /\b(?:bang|bash|hit|knock)(?:s|ed|ing)? your (?:\w+ )?head\b/,
    /\b(?:those|these|the|new|any|fresh) (?:\w+ )?(?:cuts|scratches|burns|marks|scars) on your (?:arms?|wrists?|legs?|thighs?|skin|body|hands?)\b/,
    /\b(?:us(?:e|ed|ing)|hid(?:e|den|ing)|keep|kept|got rid of|have|has|got) (?:\w+ ){0,3}(?:razors?|razor blades?|blades?)\b(?! (?:to shave|for shaving))/,
  ],
  'harm to others': [
    /\b(?:afraid|scared|frightened|terrified) of you\b/,
    /\b(?:carry|carries|carrying|take|bring) (?:\w+ ){0,3}(?:knife|knives|blade|guns?|weapons?)\b/,
    /\b(?:in|into|get into|got into|had) (?:\w+ ){0,2}(?:physical fights?|fist ?fights?|fights)\b(?! (?:about|over))/,
    /\b(?:make|made|making) (?:any )?threats\b|\bany h\.?i\b\.?\s*\??$/,
    /\b(?:arrested|charged|convicted|in trouble|police)\b[^?]{0,40}\b(?:assault\w*|violen\w+|hitting|fighting|because of (?:you|what you did|something you did))\b/,
    /\byou (?:\w+ )?(?:choked|strangled|stabbed|punched|attacked|injured) (?:anyone|anybody|someone|somebody|another)\b/,
    /\b(?:do|doing|done) (?:anything|something) to (?:him|her|them)\b(?!sel)/,
  ],
  abuse: [
    new RegExp(
      String.raw`\b${partnerPattern}\b[^?]{0,20}\b(?:check(?:s|ed|ing)?|go(?:es|ing)? through|look(?:s|ing)? through|read(?:s|ing)?|track(?:s|ed|ing)?|monitor\w*) (?:\w+ ){0,2}your (?:\w+ )?(?:phone|mobile|messages|texts|emails?|location|whereabouts|calls)\b`,
    ),
    new RegExp(
      String.raw`\b${partnerPattern}\b[^?]{0,20}\b(?:control(?:s|led|ling)?|tak(?:e|es|en|ing)|took|keep(?:s|ing)?|hold(?:s|ing)?|restrict\w*) (?:\w+ ){0,3}(?:your (?:\w+ )?(?:money|wages|pay|pension|bank|cards?|passport|documents|papers|keys)|the (?:money|finances))\b`,
    ),
    /\b(?:control|controls|decide|decides|dictates?|tells? you) (?:\w+ )?(?:who|where|what|when) you (?:can |may |are allowed to )?(?:see|go|wear|talk|meet|spend|do|leave)\b/,
    new RegExp(
      String.raw`\b${partnerPattern}\b(?: \w+)? (?:follow(?:s|ed|ing)?|stalk(?:s|ed|ing)?) you\b(?! (?:on (?:instagram|facebook|twitter|tiktok|social)|back))|\bbeing (?:stalked|followed by your)\b`,
    ),
    /\b(?:could|might|would|will|going to|capable of|threat\w* to|tried to|try to) (?:\w+ )?kill(?:ing)? you\b/,
    new RegExp(
      String.raw`\b${partnerPattern}\b[^?]{0,20}\b(?:insults?|belittles?|humiliates?|degrades?|screams?|yells?|curses?|swears?|puts?|calls?)(?: or \w+)? (?:at you|you (?:down|names|or)|you\W*$)`,
    ),
    new RegExp(
      String.raw`\byou (?:\w+ )?(?:been|ever|get|got) (?:\w+ )?${assaultedPattern}\b(?! (?:by (?:a|the) (?:car|bus|ball|bike|storm|news|bill|inflation|virus)|with (?:a|the) bill|in the (?:final|match)))`,
    ),
    new RegExp(
      String.raw`\b(?:the|this|that|any) (?:\w+ )?${actsPattern}\b(?! (?:of (?:the|a) (?:film|book|clock)|in (?:the|a) (?:film|game|book|news)))`,
    ),
    /\b(?:afraid|scared|frightened|nervous|terrified) (?:to go|of going|about going|to be|of being) (?:back )?(?:home|there)\b(?! (?:for christmas|alone in the dark|after the))/,
    /\b(?:mak(?:e|es|ing)|made|forc\w+|pressur\w+) you (?:to )?(?:do (?:\w+ )?(?:things?|anything|something|stuff)|have sex)\b/,
    /\b(?:restraining|protective|protection|non-molestation|no-contact) order\b|\bwomen's (?:shelter|refuge)\b|\bbruis\w+ (?:on|from|that)\b|\bthere bruises\b|\bblack eye\b/,
  ],
  psychosis: [
    /\b(?:read|reads|reading|hear|hears|hearing|know|knows) (?:your (?:mind|thoughts)|what you(?:'re| are) thinking)\b/,
    /\b(?:someone|somebody|they|people|anyone|anybody) (?:is |are |was |were )?(?:watching|following|spying on|filming) you\b(?! (?:on (?:instagram|facebook|twitter|tiktok|social)|present|play|perform))/,
    /\b(?:thoughts?|ideas) (?:\w+ ){0,3}(?:put|inserted|placed|planted|beamed) (?:in|into)\b|\b(?:tv|television|radio|internet) (?:\w+ ){0,2}(?:talk\w*|speak\w*|send\w*) (?:\w+ ){0,2}(?:to )?you\b/,
  ],
  'child safety': [
    /\b(?:social (?:services|workers?)|child protect\w*|children's services|cps|dcfs|safeguarding)\b(?! (?:job|training|course|degree))/,
    new RegExp(
      String.raw`\bdisciplin(?:e|es|ing) (?:them|him|her|(?:the|your|his|her|their) (?:\w+ )?${childPattern})\b|\bhow (?:he|she|they|your \w+) (?:treats?|handles?|punish(?:es)?) (?:them|him|her|(?:the|your) ${childPattern})\b`,
    ),
    new RegExp(
      String.raw`\benough (?:food|to eat)\b[^?]{0,30}\b${childPattern}\b|\b${childPattern}\b[^?]{0,30}\benough (?:food|to eat)\b`,
    ),
    new RegExp(
      String.raw`\b(?:drink\w*|drunk|using|high|stoned)\b[^?]{0,40}\b(?:with|around|looking after|in charge of|in front of|alone with) (?:the |your )?${childPattern}\b`,
    ),
    new RegExp(
      String.raw`\b${childPattern}\b[^?]{0,40}\b(?:see|saw|seen|hear|heard|witness\w*|there when|in the room)\b[^?]{0,30}\b(?:fight\w*|hit\w*|violen\w*|hurt\w*|argu\w*)\b`,
    ),
  ],
  'substance use': [
    /\b(?:have you|did you|are you|do you) (?:\w+ )?(?:used|use|using)(?= (?:since|again|this week|today|lately|recently|before you came|anything else|last night)|\W*$)(?! (?:the|this|that|it|your))/,
    /\b(?:injected|injecting|do you inject)\b(?! (?:insulin|yourself with|the|it|your (?:insulin|medication)))/,
    /\b(?:cravings?|crave)\b(?! (?:for )?(?:\w+ )?(?:sugar|sweets?|chocolate|food|salt|carbs|attention|company|love))/,
    /\b(?:did|have) you (?:ever )?(?:slip|slipped|lapse|lapsed)(?: up)?(?=\W*$| (?:since|again|this|at all))/,
    /\b(?:aa|na|smart recovery|recovery) meetings?\b|\byour sponsor\b/,
    /\b(?:shak(?:y|e|es|ing)|sweat\w*|sick) when you (?:don't drink|stop|haven't had)\b|\b(?:take|taken|had) (?:anything|something) (?:today|tonight|this morning|last night|before you came)\b/,
    /\b(?:driv(?:e|en|ing)|drove) (?:\w+ ){0,2}(?:drunk|high|stoned|over the limit|after (?:a few|drinking|you (?:drank|had)))\b/,
  ],
}
