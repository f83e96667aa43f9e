import { blade, limb, pills } from './parts.ts'

const partPattern = String.raw`(?:${limb}|fingers?|face|head|chest|feet|foot|knees?|neck|tongue|lips?|body)`
const toolPattern = String.raw`(?:${blade}|pins?|needles?|sharpener|compass|broken \w+|shard|mirror|tweezers|stapler|fork|nails?|pen|eraser|rubber|matches|match|hot \w+|aerosol|deodorant|ice|hob|stove ring|iron|bleach)`

/** Self-injury in words of children and English learners, and in slang. */
export const selfInjury: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:got|get|took|take|had|have|use[ds]?|using|with|found|grabbed|bought) (?:out )?(?:the|a|my|some|one|small|sharp) (?:\w+ ){0,3}?${toolPattern}\b[^.?!]{0,30}\b(?:did|do|done|went at|go at|on|to|over|across|into|against|at) my (?:\w+ )?${partPattern}\b(?! (?:for the splinter|to (?:get|take) (?:out )?(?:the|a) splinter))|\b${toolPattern}\b[^.?!]{0,40}\b(?:make|made|making) (?:\w+ )?(?:wounds?|cuts?|marks?|holes?|lines)\b|\b(?:make|made|making|makes|do|did) (?:the |some |more |small |little |these |new )*(?:wounds?|cuts|slices|burns) (?:in|on|to|into|here|with|across)\b(?! (?:the (?:wood|dough|meat|cake|paper|budget|staff)))`,
  ),
  new RegExp(
    String.raw`\b(?:i|i've|i have|and|just|then) (?:just |then |only |have )?(?:did|done|do) (?:it (?:again )?(?:to|on) )?my (?:\w+ )?${limb} (?:again|last|on|with|this|too|yesterday|in the)\b(?! (?:gym|workout|exercises|physio))|\b(?:did|do|done|doing) (?:it|this|that) (?:again|with|to (?:me|my))\b[^.?!]{0,30}\b(?:${blade}|glass|sharpener|my (?:arms?|wrists?|legs?|thighs?))\b|\b(?:arms?|wrists?|legs?|thighs?)\b[^.?!]{0,20}, (?:with|using) (?:the|a) (?:\w+ )?${blade}\b`,
  ),
  new RegExp(
    String.raw`\b(?:relaps\w*|slipp?ed|clean|urges?|back|struggl\w+|free|started|start|doing|did) (?:on|from|of|with|for|to|into)? ?(?:sh|self[- ]?harm|cutting|the cutting|the blades?)\b(?! (?:back|down|class|wood))|\b(?:like |about |maybe |only |just )?(?:two|three|four|five|six|seven|eight|ten|a few|several|some|a couple of|\d+) (?:\w+ )?cuts\b(?! (?:of (?:meat|beef)|to|in (?:the )?(?:budget|staff)|at work))`,
  ),
  new RegExp(
    String.raw`\bi (?:\w+ )?(?:bite|bit|hit|hits|bang|banged|punch|punched|slap|slapped|pinch|pinched|scratch|scratched|smack|smacked|pull|knock|knocked|squeeze|stab|stabbed|poke|poked|prick|pricked) (?:my(?:self)?|my own) ?(?:\w+ )?(?:${partPattern}|hair)?\b(?=[^.?!]*\b(?:really hard|so hard|hard|until|till|on purpose|when i(?:'m| am| get| was)|because i(?:'m| am)|over and over|again and again|to (?:stop|feel|calm|punish)|and i (?:hit|bite|bang|scratch)|bleed\w*|${toolPattern})\b)(?! (?:on the (?:door|table|shelf|cupboard|low)|by accident))`,
  ),
  new RegExp(
    String.raw`\b(?:stick|sticks|stuck|put|push(?:ed)?|jab(?:bed)?|stab(?:bed)?|dig|dug|press(?:ed)?|insert\w*|hold|held|holding) (?:\w+ ){0,3}?${toolPattern} (?:in|into|on|onto|under|to|against|through) (?:my|me)\b(?! (?:bag|pocket|pack))|\b(?:hold|held|holding|put|stuck) my (?:\w+ )?(?:hand|arm|fingers?|wrist) (?:over|in|on|into|under|against) (?:the|a|boiling|hot) (?:\w+ )?(?:flame|candle|hob|stove|lighter|boiling|hot|fire|kettle|radiator|iron|water)\b(?=[^.?!]*\b(?:on purpose|until|till|to|because|so|when|long)\b)`,
  ),
  new RegExp(
    String.raw`\b(?:swallow(?:ed|s|ing)?|drank|drink|drinking|ate|eat) (?:some |a |the |my |bit of |\w+ )?(?:bleach|batteries|a battery|glass|detergent|antifreeze|razor blades?|screws?|washing liquid|a lighter)\b(?! of)|\b(?:swallow(?:ed|ing)?|took|taken|downed|take) (?:all |about |like |maybe )?(?:ten|twelve|fifteen|twenty|thirty|forty|\w+teen|\d\d|a (?:load|handful|bunch)(?: of)?|too many) (?:of )?(?:my |the |mum's |mom's )?(?:${pills}|ibuprofen)\b`,
  ),
  /\b(?:punish|hurt|harm|injure|damage|mark|cut|burn|wound|slice) (?:on )?(?:my self|my body|my own body|me self|my skin|own body)\b(?! (?:at|in the gym|lifting|with (?:sugar|junk)))|\bhurt your (?:own )?body\b|\b(?:cutting|burning|scratching|hitting|biting) (?:or|and) (?:cutting|burning|scratching|hitting|biting)\b|\bself ?harm\w*|\bbleed to (?:feel|calm|relax)|\bthe (?:only thing|pain) that (?:helps|calms me|makes it stop) is (?:the )?(?:cut\w*|burn\w*|blade|pain)\b|\b(?:choke|choking|strangle|strangling) myself\b|\b(?:kneel|knelt|walk) on (?:rice|glass) (?:on purpose|to punish)\b|\b(?:pull|pulling|tear|tore|tearing|rip|ripping) (?:out )?my (?:hair|nails|toenails|stitches|skin)\b(?=[^.?!]*\b(?:on purpose|until|till|bleed\w*|to (?:hurt|feel|punish)|out)\b)/,
]

/** Possible signs of self-injury. */
export const signs: readonly RegExp[] = [
  /\b(?:where|how|what)\b[^.?!]{0,20}\b(?:those|these|the|that) (?:\w+ )?(?:scratches|scratch|cuts|marks|burns|scars|lines|plasters|bandages?)\b[^.?!]{0,20}\b(?:from|come|get|on your|about)\b|\bwhat happened to your (?:arms?|wrists?|legs?|hands?)\b|\b(?:found|saw|seen|find|showed (?:me|us)) (?:\w+ ){0,3}(?:blades?|razors?|cuts|scars|tissues with blood|bloody tissues|blood on (?:her|his|the))\b(?! (?:in the (?:shed|shop|bathroom cabinet|kitchen)))|\b(?:her|his|their) (?:arms?|wrists?|legs?|thighs?)\b[^.?!]{0,20}\b(?:cuts|scars|scratches|covered in)\b/,
  /\b(?:she|he|they|@+|daughter|son|sister|brother|friend|girlfriend|boyfriend)(?:'s| is| has been| was|'s been)? (?:been )?(?:cutting|burning|self[- ]harming|hurting)(?: (?:again|on|her|his|their|himself|herself)|[.,!]|$)(?! (?:back|down|the|off|his hair|her hair|wood|class|costs|calories|candles|incense))/,
]
