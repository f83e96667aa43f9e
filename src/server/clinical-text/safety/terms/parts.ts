/** Building blocks shared by the phrases of several topics. */
export const self = String.raw`(?:my|your|him|her|them|our)\s?sel(?:f|ves)`
const kinPattern = String.raw`(?:wife|husband|partner|boyfriend|girlfriend|fianc[eé]e?|spouse|boss|supervisor|manager|coworker|colleague|mother|father|mom|mum|dad|stepmother|stepfather|stepmom|stepdad|parents|brother|sister|uncle|aunt|cousin|grandmother|grandfather|grandma|grandpa|in-laws|ex|ex-(?:wife|husband|partner|boyfriend|girlfriend)|neighbou?rs?|roommate|flatmate|landlord|friend|teacher|coach)`
const youngPattern = String.raw`(?:year[- ]olds?|eldest|kids?|child(?:ren)?|bab(?:y|ies)|sons?|daughters?|toddler|infant|newborn|twins|boys?|girls?|grand(?:son|daughter|child(?:ren)?|kids?)|step(?:son|daughter|kids?|child(?:ren)?)|little (?:one|ones|boy|girl|brother|sister))`
const whosePattern = String.raw`(?:my|our|your|his|her|their)`
/** A person from the client's family or surroundings. */
export const relation = String.raw`${whosePattern} (?:\w+ )?${kinPattern}`
/** Someone's child, possibly grown up. */
export const youngRelation = String.raw`\b${whosePattern} (?:\w+ )?${youngPattern}`
/** A child in the care of the client or the family. */
export const child = String.raw`(?:(?:${whosePattern}|the) (?:\w+[ -](?:old )?)?${youngPattern}|kids|children|the baby)`
export const someone = String.raw`(?:him|her|them|someone|somebody|anyone|anybody|people|others|other people|another person|that (?:man|woman|guy|bastard|bitch)|${relation}|${child})`
export const vehicle = String.raw`(?:car|truck|bus|train|lorry|van|tram)`
export const things = String.raw`(?:it|that|this|which|car|truck|bus|train|van|bike|bicycle|ball|wave|branch|news|argument|thought|memory|reality|grief|sadness|panic|fatigue|tiredness|loneliness|heat|cold|smell|silence|pandemic|storm|words?|driver)`
export const blade = String.raw`(?:razor(?: blade)?s?|blades?|kni(?:fe|ves)|scissors|lighter|cigarettes?|needle|glass|compass|straighteners?|iron|box cutter)`
export const pills = String.raw`(?:pills?|tablets?|medications?|medicines?|meds|painkillers|insulin|capsules|tylenol|paracetamol|aspirin|xanax|sleeping pills)`
export const limb = String.raw`(?:arms?|wrists?|forearms?|legs?|thighs?|skin|stomach|belly|hands?|hips?|ankles?)`
