import type { Cooccurrence } from './co-occurrence.ts'

const machinePattern =
  /\b(?:machine|device|camera|chip|implant|antenna|waves?|rays?|beam|signal|satellite|laser|wire|speaker|microphone|router|sockets?|ceiling|walls?|vents?)\b/
const meantPattern = /\b(?:message|sign|signal|code|meant|means|warning|showing|telling|sending|address\w*|chosen)\b/

/** Psychosis and substance use. */
export const aboutMind: readonly Cooccurrence[] = [
  {
    topic: 'psychosis',
    clarity: 'vague',
    words: [
      /\b(?:hear|hears|heard|see|sees|saw|smell|smells|sense|feel)\b/,
      /\b(?:him|her|his|(?:my|our) (?:\w+ )?(?:wife|husband|mum|mom|mother|dad|father|son|daughter|brother|sister|nan|gran\w*)(?:'s)?)\b/,
      /\b(?:been gone|gone (?:two|three|\w+ (?:years|months))|dead|died|passed away|buried|since the funeral)\b/,
      /\b(?:stairs|key|door|footsteps?|voice|cough\w*|pipe|landing|in (?:his|her) chair|call(?:s|ing)|breath\w*|kettle)\b/,
    ],
    unless: /\b(?:voicemail|voice ?mail|recording|videos?|dream\w*|photos?|funny|neighbou?r|police|doctor|nurse)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\b(?:i|i'm|i've)\b/,
      /\b(?:diazepam|valium|xanax|lorazepam|clonazepam|temazepam|zopiclone|codeine|oxycodone|tramadol|morphine|methadone|pregabalin|sleeping (?:pills|tablets)|benzos)\b/,
      /\b(?:wine|vodka|gin|whisk(?:e)?y|rum|beers?|cider|pints?|bottle of|booze|alcohol)\b/,
    ],
    unless:
      /\b(?:never|don't|do not|didn't|stopped|instead of|without|not (?:to|with)|mustn't|shouldn't|can't (?:drink|have)|can i|leaflet|told me not)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\b(?:if i (?:don't|didn't|can't|haven't)|until i|unless i|without) (?:\w+ )?(?:have|had|get|got) (?:one|it|some|a (?:drink|drop|beer|glass|hit|fix)|my (?:first|morning))\b/,
      /\b(?:hands? (?:go|shake|start|tremble)|shak(?:e|es|ing|y)|sweat\w*|trembl\w*|vomit\w*|retch\w*|see things|fit|seizure)\b/,
    ],
    unless: /\b(?:coffee|breakfast|lunch|sugar|insulin|inhaler|tea|sleep|food)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:lady|man|woman|girl|boy|figure|shadow|child|creature|thing|people|voice|dogs?)\b/,
      /\bin(?:side)? the (?:\w+ )?(?:wardrobe|walls?|attic|corner|ceiling|mirror|tv|radio|drains?|vents?|pipes|fridge|garden at night)\b/,
      /\b(?:whisper\w*|says?|tells?|talk\w*|watch\w*|look\w*|calls?|stares?|laugh\w*|my name|black)\b/,
    ],
    unless: /\b(?:film|book|game|painting|photo\w*|picture|repair\w*|plumber|actor|show|news|dance|mouse|mice|rats?)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:they|someone|somebody|government|police|agency|neighbou?rs|people)\b/,
      /\b(?:tracker|chip|microphones?|bugs?|bugged|cameras?|transmitter|spyware)\b/,
      /\b(?:read(?:ing)? (?:everything|my|what)|listen\w*|everything i (?:thought|think|say|do)|my (?:thoughts|teeth|tooth|head|walls?|brain)|know what i|in it and)\b/,
    ],
    unless: /\b(?:husband|wife|partner|boyfriend|girlfriend|ex|parents|employer|antivirus|doorbell|council)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'vague',
    words: [
      /\b(?:wak(?:e|ing) up|woke up|falling asleep|fall asleep|drop off|half asleep|drifting off)\b/,
      /\b(?:shape|voices?|figure|somebody|someone|shadow|my name|a man|a woman|presence)\b/,
    ],
    unless: /\b(?:baby|snor\w*|husband|wife|alarm|phone|doorbell)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\b(?:stop|stopped|stopping|quit|without it|don't (?:drink|have|use))\b/,
      /\b(?:hands?|body|legs?|i)\b/,
      /\b(?:shak\w*|sweat\w*|trembl\w*|sick|vomit\w*)\b/,
      /\b(?:drink again|drink|use again|again|take (?:it|more)|one more)\b/,
    ],
    unless: /\b(?:coffee|tea|insulin|antidepressant|sertraline|exercise|running)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:they|people|neighbou?rs|someone|somebody|he|she|it)\b/,
      machinePattern,
      /\b(?:makes? me|making me|into my|in my (?:head|brain)|my (?:thoughts|mind|head|brain)|control\w*|think bad|through me|at me|listen\w*)\b/,
    ],
    unless: /\b(?:police|council|landlord|repair\w*|plumber|heating|mri|scan|music|dj|washing)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:number|numbers|plates?|colou?rs?|scarf|song|lyrics|tv|radio|news|card|birds?|clouds?|lights?|adverts?|posters?|licen[cs]e)\b/,
      meantPattern,
      /\b(?:for me|to me|they know|about me|i know what|only i|showing me|secret)\b/,
    ],
    unless: /\b(?:text(?:ed)?|email\w*|whatsapp|voicemail|phone|boss|teacher|sale|parking|brother says|thank|god)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'plain',
    words: [
      /\b(?:it|he|she|they|voices?|the dead|dead ones|the man|the woman)\b/,
      /\b(?:hear|hears|whisper\w*|goes on and on|won't stop|says?|say|speak\w*|talk\w*)\b/,
      /\b(?:wants me to|tells me to|they say come|say come|clear like|the dead ones|clear as|burn the|until i (?:do|obey))\b/,
    ],
    unless: /\b(?:radio host|teacher|boss|mum|mom|dad|wife|husband|doctor|church|sermon)\b/,
  },
  {
    topic: 'psychosis',
    clarity: 'vague',
    words: [/\b(?:wants|want|tells|told|orders?) me to\b/, /\b(?:burn|jump|hurt|cut|kill|break|hit|obey|run away)\b/],
    unless: /\b(?:coach|teacher|boss|mum|mom|dad|wife|husband|doctor|physio|friend|the cord|calories)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\bi\b/,
      /\b(?:shak\w*|sweat\w*|trembl\w*|retch\w*|sick)\b/,
      /\b(?:until|till|before|unless|without)\b/,
      /\b(?:i've had (?:two|one|a few|some|my|a)|a drink|the first|a can|some in me|i drink|my fix|i use)\b/,
    ],
    unless: /\b(?:coffee|tea|breakfast|insulin|water|sugar|food)\b/,
  },
  {
    topic: 'substance use',
    clarity: 'plain',
    words: [
      /\b(?:finish|run out|ran out|go through|went through|get through|gone)\b/,
      /\b(?:box|script|prescription|pack|month's|bottle|week's|them|painkillers|tablets)\b/,
      /\b(?:early|in (?:two|one|a) (?:weeks?|days?)|by the (?:tenth|second|middle)|borrow|before the month|off (?:the )?(?:street|internet))\b/,
    ],
    unless: /\b(?:cereal|nappies|milk|printer|money|shampoo)\b/,
  },
]
