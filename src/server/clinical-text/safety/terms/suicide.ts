import { asksForMeans, doubtsLife, seesFuture, wantsToLive } from './living.ts'
import { pills, self, vehicle } from './parts.ts'
import type { Terms } from './terms.ts'
import { makesDenialUnclear, preparing, wishes } from './wish-to-die.ts'

/** Wishes to be dead, thoughts, plans, means and attempts. */
export const suicide: Terms = {
  plain: [
    ...wishes,
    /\b(?:mak(?:e|ing)|made) (?:my|your)self (?:be )?dead\b/,
    /\bsuicid\w*/,
    new RegExp(
      String.raw`\b(?:kill|hang|shoot|drown)(?:s|ed|ing)?\s+${self}(?!\s+(?:laughing|over|trying|at work|in the foot))`,
    ),
    /\b(?:end|ending|take|taking|took|ended)\s+(?:my|your|his|her|their)\s+(?:own\s+)?li(?:fe|ves)\b/,
    /\bend(?:ing)? it all\b|\bend things for good\b/,
    /\b(?:want(?:ed|ing|s)?|wish(?:ed|ing)?|ready)\s+to\s+die\b/,
    /\bwish(?:ed)?\s+(?:that\s+)?(?:i|you)\s+(?:was|were|am|is)(?:n't| not)?\s+(?:dead|alive|never born|born)\b/,
    new RegExp(
      ['he', 'she', 'they']
        .map(
          (one) =>
            String.raw`\b${one} (?:\w+ )?wish(?:es|ed)? (?:that )?${one} (?:was|were)(?:n't| not)? (?:dead|alive|never born|born)\b`,
        )
        .join('|'),
    ),
    /\b(?:better off|be happier|be okay|do better)\s+(?:dead|without (?:me|you|him|her))\b/,
    /\b(?:do not|don't|didn't|did not|not|no longer)\s+(?:really\s+)?want(?:ed|ing)?\s+to\s+(?:live|be alive|be here(?: any\s?more)?|exist|wake up|go on(?: living)?)\b/,
    /\b(?:not|never)\s+(?:to\s+)?wak(?:e|ing)\s+up\b(?! (?:for|until|till|in time|on time|early|before|at))|\bgo(?:ing)? to sleep and (?:not|never) wake/,
    /\bwish(?:ed)? (?:that )?(?:i|you) (?:wouldn't|won't|didn't have to|don't have to|needn't|would not) (?:ever |just )?wake\b|\bif (?:i|you) (?:just |simply |ever )?(?:don't|didn't|did not|never|do not|stopped|doesn't) (?:wake|woke|waking|breath)\w*(?: up)?\b(?! (?:for|until|till|in time|on time|early|before|at))/,
    /\b(?:stood|standing|sat|sitting|walked out|climbed|went up|been|was|were|up) (?:up |out )?(?:on|onto|to|at|by) (?:a|the|that|this) (?:edge|ledge|railing|rails|bridge|overpass|rooftop|roof|tracks|platform edge|cliff)\b(?! (?:with|of (?:town|the (?:city|village|seat|bed|chair)))\b)/,
    new RegExp(
      String.raw`\b(?:hop(?:e|ed|ing)|wish(?:ed|ing)?|(?:would|wouldn't|would not|don't|didn't|not) (?:even |really )?(?:mind|care)|glad|relieved|okay|fine|easier|better) (?:if |that )?(?:a|the|some|that|another) ${vehicle} (?:\w+ ){0,2}(?:hits?|hit|ran|runs|would|killed?)\b`,
    ),
    new RegExp(
      String.raw`\b(?:driv(?:e|ing)|drove|steer\w*|crash\w*|swerv\w+|step\w*|walk\w*|jump\w*)(?: \w+){0,3} (?:into (?:a|the|that) (?:tree|wall|river|oncoming|pole|guard ?rail|median|bridge|traffic)|off (?:a|the|that) (?:bridge|road|cliff|roof|building|balcony)|in front of (?:a|the) ${vehicle}|into (?:oncoming )?traffic)\b`,
    ),
    /\b(?:thought|think|thinking|thoughts|fantasi[sz]\w+|dream\w*|imagin\w+|pictur\w+) (?:about |of )(?:just )?(?:jumping|crashing|overdosing|hanging|disappearing|being dead|not existing|not being (?:here|alive|around)|my (?:own )?(?:death|funeral)|death|dying)\b/,
    /\b(?:want(?:ed)?|wish(?:ed)?|like|hope[ds]?|ready|just|need) (?:for )?(?:it|this|everything) (?:all )?(?:to (?:be over|end|stop|just stop)|was over|were over|would (?:all )?(?:end|stop))\b/,
    /\b(?:want(?:ed)?|wish(?:ed)?|like) (?:i could |to )(?:just )?(?:disappear|vanish|not exist|stop existing|cease to exist|fade away)\b/,
    /\b(?:better off|easier|happier|better) (?:for (?:them|everyone|everybody|all of (?:them|us)) )?(?:if|when|once) (?:i|you|he|she) (?:wasn't|weren't|was not|were not|isn't|am not|was gone|were gone|died|disappeared|is gone|'m gone|am gone)\b/,
    /\b(?:sav(?:e|ed|ing)(?: up)?|stockpil\w+|hoard\w*|count(?:ed|ing)|collect(?:ed|ing)?|hid(?:den|ing)?) (?:\w+ ){0,2}(?:pills|tablets|medications?|meds|painkillers|insulin)\b|\b(?:took|take|taking|swallow(?:ed|ing)?) (?:all|a (?:whole )?(?:bottle|bunch|handful)|too many|the whole bottle)(?: of)? ?(?:(?:my|the|her|his|your|of|those) )*(?:pills|tablets|medications?|meds|painkillers|tylenol|sleeping pills)\b/,
    /\b(?:tried|try|trying|attempted|wanted|planned|thought about|going) (?:to )?end(?:ing)? (?:things|it)\b(?! with\b)|\bsuicid\w* attempt\b/,
    /\b(?:rather|be|better|as well be|want(?:ed)? to be|wish(?:ed)? i (?:was|were)) dead\b(?! (?:tired|serious|set))/,
    /\b(?:nothing|no one|nobody|not (?:much|anything)|reasons?|anything) (?:left )?to live for\b/,
    /\b(?:done|finished|through) with (?:life|living|it all)\b|\btired of (?:living|being alive|life|existing)\b/,
    /\b(?:goodbye|farewell|suicide) (?:letters?|notes?|messages?|videos?)\b/,
    /\b(?<!\byou (?:\w+ )?)(?:bought|buy|loaded|load|have|got|get|keep|kept|hold|held) (?:a|the|my|his) (?:gun|rope|noose)\b(?! (?:and (?:make|made)|course|ladder|swing))/,
    /\b(?:no|any|not a) (?:reason|point)\s+(?:to|in|of)\s+(?:live|living|going on|being alive|being here)\b/,
    /\b(?:point of|reason for) (?:living|being alive|being here)\b/,
    /\bif (?:i|you) (?:don't live|didn't live|wasn't alive|weren't alive|wasn't here|weren't here|died)\b/,
    /\b(?:if )?(?:i'm|you're|you are|i am) (?:not|no longer) (?:alive|going to be here|gonna be here|around any\s?more)\b/,
    /\bcan'?t go on (?:like this|living|any\s?more)\b|\bnot being here any\s?more\b/,
    /\blife (?:isn't|is not|is no longer) worth living\b/,
    /\b(?:not|n't) (?:want(?:ed|ing)?|wanna|wish) (?:to )?(?:be (?:here|around|alive)|exist|live|go on|wake up|see (?:tomorrow|the morning|next \w+))\b(?! (?:in this|at|for (?:the|this|your)|when|with you|today because))/,
    /\b(?:think\w*|thought\w*|talk\w*|plan\w*|consider\w*|want\w*|ready|going|gonna|tempted|time|close|try\w*|tried) (?:\w+ ){0,3}(?:to |of |about |on )?end(?:ing)? (?:it|things|everything|it all)\b(?! (?:with|between|here|there|on|up|now that|early|at))/,
    /\b(?:mak\w+|put(?:ting)?|made|do) an end (?:to|with|of) (?:it|this|my|everything|myself|all)\b|\bdo away with (?:my|your)self\b|\b(?:top|off|unalive|finish) (?:my|your)self\b(?! with| off)|\bunaliv\w+|\bcommit(?:ted|ting)? suicide\b|\bkms\b/,
    /\b(?:thoughts?|feelings?|ideas?|wish\w*|urge\w*|think\w*|talk\w*) (?:of|about|to|that) (?:\w+ ){0,3}(?:dying|death|being dead|be dead|not (?:be|being) (?:here|alive|around)|not wanting to (?:live|be here|be alive|exist)|wanting to die|taking your (?:own )?life|your own life)\b(?! (?:of|in (?:the|my) (?:family|news)))/,
    /\b(?:not|n't|never) (?:be|being) (?:here|around|alive) (?:any\s?more|any longer|much longer|next (?:week|month|year)|by (?:christmas|then|summer|spring|the weekend))\b|\bwon't (?:be|make it) (?:here|around|alive|to (?:christmas|summer|spring))\b|\bnot be(?:ing)? (?:here|around) any\s?more\b/,
    /\b(?:wish(?:es|ed)?|want(?:ed|s)?|prefer\w*|rather) (?:to )?(?:be(?:en)? |i was |i were )?(?:dead|gone for good|six feet under|in the ground)\b|\bwish to (?:be dead|die)\b|\bwish (?:that )?(?:god|he|someone) would (?:just )?take me\b|\bhope (?:i|to) (?:don't|never|won't|not) wake\b/,
    /\b(?:ov?er\s?dos\w*|o\.?d\.?'?d)\b[^.?!]*\b(?:on purpose|to die|wanted to|not wake)\b|\b(?:on purpose|to die|intentional\w*|deliberate\w*)\b[^.?!]*\boverdos\w*|\b(?:take|taking|took|taken) an overdose\b/,
    new RegExp(
      String.raw`\b(?:took|take|taking|taken|swallow(?:ed|ing)?|drank|down(?:ed|ing)?) (?:all|every|everything|a (?:whole )?(?:box|bottle|bunch|handful|load|pack|strip)|too many|the (?:whole|entire|rest of the) (?:box|bottle|pack|strip|lot)|the lot|\w+teen|twenty|thirty|forty|fifty|\d\d)(?: of)?(?: (?:my|the|her|his|your|of|those|single|last|\w+)){0,4} ${pills}\b`,
    ),
    new RegExp(
      String.raw`\b(?:count(?:ed|ing)?|sav(?:e|ed|ing)|hoard\w*|stash\w*|stockpil\w+|collect\w*|line[ds]?|lining|put(?:ting)?|keep(?:ing)?|kept|hid\w*|hold(?:ing)? back|lay\w*|laid) (?:\w+ ){0,3}(?:(?:out|up|back|aside|away|together) (?:\w+ ){0,3}${pills}|${pills} (?:\w+ )?(?:out|up|back|aside|away|in case|for (?:when|later|the day)))\b`,
    ),
    /\b(?:noose|rope|cord|belt|gun|pistol|rifle|blade|razor)\b[^.?!]*\b(?:my neck|around my|in my mouth|to my (?:head|temple)|end it|ready for|for myself|in the trunk|in the boot)\b|\b(?:the|a) rope in\b|\bloaded (?:gun|it|the)\b[^.?!]*\bmyself\b/,
    /\b(?:engine|car|exhaust) running\b[^.?!]*\b(?:garage|dead|die|hose)\b|\bin the garage with the (?:engine|car)\b|\b(?:hose|pipe) (?:on|to|from) the exhaust\b|\b(?:charcoal|carbon monoxide|helium)\b[^.?!]*\b(?:die|myself|end)\b/,
    /\b(?:jump(?:ed|ing)?|step(?:ped|ping)?|throw(?:ing)? myself|threw myself|walk(?:ed|ing)?|drive|driving|go(?:ing)?|went|let(?:ting)? myself fall|lie|lying) (?:\w+ ){0,2}(?:off (?:the|a|that|my)|in front of (?:the|a|an)|under (?:the|a)|over the (?:railing|rail|edge|balcony)|on the (?:tracks|rails)|onto the (?:tracks|rails)|into the (?:river|sea|lake|ocean|traffic|path of)) ?(?:bridge|balcony|roof|building|cliff|overpass|car ?park|platform|train|truck|bus|tube|metro|traffic)?\b(?<=(?:bridge|balcony|roof|building|cliff|overpass|car ?park|platform|train|truck|bus|tube|metro|traffic|tracks|rails|edge|railing|rail|river))/,
    /\b(?:plan|method|way|date|day|note|will|spot|place)\b[^.?!]*\b(?:to (?:kill myself|die|end it|do it to myself)|for (?:my|the) suicide)\b|\b(?:how|when|where) i(?:'d| would|'ll| will|'m going to) (?:do it|kill myself|end it)\b/,
    /\b(?:no|not much|nothing) (?:left )?(?:worth|reason|point) (?:to )?(?:liv\w+|stay\w* alive|go\w* on|carry\w* on|keep\w* going)\b|\b(?:don't|do not|can't) (?:deserve|want) to (?:live|be alive|carry on|keep living|keep going on)\b|\bdone (?:living|being alive)\b|\bdon't want (?:this|my) life any\s?more\b/,
    /\b(?:world|family|kids|everyone|everybody|they|you|he|she|people)\b[^.?!]{0,20}\b(?:better|happier|easier|fine) (?:off )?(?:without me|if i (?:was|were) (?:gone|dead)|once i'm (?:gone|dead))\b|\b(?:never|not) (?:have )?been born\b/,
    /\battempt(?:s|ed)?\b[^.?!]*\b(?:suicide|my life|on my life)\b|\btr(?:y|ied|ying) to (?:die|kill|hang|drown|end)\b(?! (?:the (?:call|meeting|session|conversation|lease|contract|process|time|subscription)|a (?:bug|spider|mosquito|fly|process)))|\bshould (?:just )?(?:be|have) (?:dead|died)\b|\bwish i(?:'d| had) (?:died|not (?:woken|survived|made it))\b/,
    /\b(?:slit|slash\w*|open\w*|cut) (?:my|your) (?:wrists?|throat|veins?)\b|\bblow(?:ing)? my (?:brains|head)\b|\bput (?:a|the) (?:bullet|gun) (?:in|to) my\b|\bstarve myself to death\b/,
    /\b(?:easier|better|nicer|good|peaceful|relief|relieved|fine|okay|ok|all right|alright) (?:\w+ ){0,2}(?:to )?(?:not|never|just not) (?:to )?(?:wake|be|exist|have to be)\b(?:ing)?(?: up| here| alive| around)?(?<= up| here| alive| around| exist)/,
    /\b(?:shot|hanged|hung|drowned|gassed|poisoned|suffocated?) (?:my|your|him|her|them)sel(?:f|ves)\b/,
  ],
  reassuring: [
    ...wantsToLive,
    /\b(?:promise|guarantee|assure|commit|agree|swear)\b[^?]*\b(?:alive|safe|hurt|harm|kill|end your|your life|act on|still here|suicid\w*|no plans?)\b[^?]*/,
    /\b(?:promise|tell me|guarantee|sure|agree|know) (?:me )?(?:that )?(?:you'll|you will|you are going to|you're going to|to) (?:\w+ )?(?:be (?:alive|here|okay|safe)|stay alive|not (?:act|hurt|harm|kill|do)|come back)\b/,
  ],
  vague: [
    new RegExp(String.raw`\bif (?:a|the|some) ${vehicle} (?:hit|hits|ran|flattened|killed|took) me\b`),
    /\bby the time (?:you|they|she|he) (?:\w+ )?(?:reads?|gets?|finds?|sees?|hears?) (?:this|it)\b[^.?!]{0,25}\b(?:gone|dead|over|too late)\b/,
    /\bi(?:'ve)? (?:\w+ )?(?:got|have|made) (?:the|my) plan\b|\b(?:tablets|pills) (?:are|is) in (?:the|my|a)\b|\bpaid up to the end\b|\bso (?:that )?nobody(?:'s| has| gets?| is) (?:\w+ )?(?:any |to |the )?(?:bother|trouble|work|mess|left)\b/,
    ...preparing,
    ...asksForMeans,
    /\b(?:everyone|everybody|they|you|kids|children|family|all of (?:them|you))(?:'d| would|'ll| will) (?:all )?be (?:better off|happier)(?=\W*$|[.,;!])|\b(?:stay|be|remain) asleep for ?ever\b/,
    doubtsLife,
    seesFuture,
    /\bkeep(?:s|ing) you (?:going|alive|here)\b\W+(?:\w+\W+){0,2}?nothing\b/,
    /\b(?:don't|didn't|do not|can't|cannot|couldn't|not) (?:really )?(?:see|have|find) (?:the|a|any|much) (?:point|reason|future)\b(?! (?:of (?:the|this|that|a|my (?:job|class))|to (?:call|go to)))|\bwhat(?:'s| is) the point(?: (?:of|in) (?:going on|living|being here|it all|anything|any of it|life)|,? any\s?more)\b|\bno point any\s?more\b/,
    /\b(?:i'm|i am|i feel like|i've become|being|such) (?:just |only |such )?(?:a |this )?burden\b/,
    /\b(?:can't|cannot|can not|couldn't) (?:do|take|bear|stand|keep doing) (?:this|it|life) any\s?more\b/,
    /\bsleep (?:for ?ever|for good|for a (?:very |really )?long,? ?(?:long )?time|(?:and )?not wake)\b|\bnever (?:have to )?(?:wake|get) up again\b/,
    /\b(?:giv(?:e|es|en|ing)|gave|hand(?:ed|ing)) (?:\w+ ){0,4}(?:things|stuff|belongings|possessions|guitar|records|books|jewel\w+|watch|dog|cat|clothes|tools|savings) (?:away|over|to)\b|\bgiv(?:e|ing|en)[^.?!]{0,6} away (?:my|all my|most of my|your)\b|\bgave away (?:my|all my|most of my)\b|\b(?:won't|will not|not going to|not gonna) (?:be )?need(?:ing)? (?:it|them|that|any of (?:it|this|that)|those) (?:where i|any\s?more|much longer)\b/,
    /\b(?:not|n't) (?:be )?(?:a problem|a bother|in (?:the|anyone's|your|their) way) (?:for )?(?:\w+ )?(?:much longer|any\s?more|for long)\b|\b(?:soon|after (?:friday|sunday|christmas|the weekend)) (?:it|this|everything|i) (?:won't|will not|'ll not) (?:matter|be)\b|\bit(?:'ll| will) all be over (?:soon|then)\b/,
    /\b(?:put|put(?:ting)?|get(?:ting)?|got) my affairs in order\b|\b(?:wrote|writing|written|updat\w+|chang\w+) my will\b|\bsa(?:y|id|ying) my goodbyes?\b|\b(?:want(?:ed)?|need|ready|like) (?:the|all the|this|my) (?:pain|suffering|noise|struggle) to (?:stop|end|be over)\b|\b(?:one|a|the) way out\b(?! of (?:the|this) (?:building|room|car|traffic|debt|city|town|contract|lease))|\b(?:want|wanted|need) (?:a way )?out of (?:this life|it all|everything)\b/,
    /\b(?:no|don't see (?:a|any)|can't see (?:a|any)|see no) (?:way out|future|tomorrow|other way)\b|\b(?:crash|crashing|veer|swerv)\w* (?:the|my) car\b[^.?!]*\b(?:thought|think|on purpose)\b|\b(?:thought|thoughts|think(?:ing)?|idea) (?:of|about) (?:just )?(?:not going on|letting go|giving up on (?:life|everything)|going away for good|the (?:bridge|train|river|pills|gun|rope))\b/,
    /\bcross(?:es|ed)? my mind (?:to|that i)\b|\b(?:dark|bad|those|scary|passive) thoughts\b|\bharm to (?:you|your|me|my)(?:rself|self)?\b|\bkeep (?:my|your)self safe\b|\bsafe (?:with|from) (?:my|your)self\b|\bstay(?:ing)? safe (?:tonight|this week|until)\b/,
    /\b(?:give|giving|gave|given) up on (?:life|living)\b|\b(?:life|living) (?:is|feels|seems) (?:pointless|meaningless|hopeless|too much|not for me)\b|\b(?:can't|cannot|can not|don't know (?:if|how long) i can) (?:go on|carry on|keep going|keep on going|face (?:another|tomorrow))\b/,
  ],
  nearHints: [...makesDenialUnclear],
  hints: [
    /\bwon't be needing\b|\bnot (?:going to |gonna )?need(?:ing)? (?:it|them|that)\b|\b(?:hand(?:ed|ing) (?:over|on|back)|giv(?:en|ing) (?:back|up|away)|gave (?:back|up|away)|pass(?:ed|ing) on)\b|\bgoodbyes?\b|\bafter i'm gone\b|\bwhen i'm not (?:here|around)\b/,
    /\b(?:hopeless\w*|pointless|trapped|no future|what for|doesn't matter (?:any\s?more|now)|won't matter)\b|\b(?:bridge|rope|noose|gun|pistol|rifle|pills|tablets|the river|tracks|roof|ledge)\b|\b(?:don't|do not) see myself\b[^.?!]*\b(?:year|month|summer|christmas|birthday|future)\b|\bsomewhere else (?:soon|by)\b|\bnot for much longer\b/,
  ],
}
