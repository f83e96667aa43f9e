import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  C: I can make a fist by nine o'clock. It used to be eleven.
  C: It is over in half a minute.
  C: I can walk the mile along the canal.
  C: I did four twelves at work.
  C: Magnesium, three of the 150s at night.
  C: My uncle lost his sight at fifty-six.
  C: My aunt was a nun for thirty years.
`

test.each([
  ['Client can make a fist two hours earlier than before.', 1],
  ['It is over in 30 seconds.', 2],
  ['Client can walk one mile along the canal.', 3],
  ['Client did four twelve-hour shifts at work.', 4],
  ['Client takes 450 mg of magnesium at night.', 5],
  ['Her uncle lost his sight in his fifties.', 6],
  ['Her aunt was a nun for three decades.', 7],
])('the evidence check supports a number that follows from the words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

test.each([
  ['Client can make a fist three hours earlier than before.', 1],
  ['It is over in 90 seconds.', 2],
  ['Client can walk two miles along the canal.', 3],
  ['Client did five twelve-hour shifts at work.', 4],
  ['Client takes 300 mg of magnesium at night.', 5],
  ['Her uncle lost his sight in his sixties.', 6],
  ['Her aunt was a nun for two decades.', 7],
])('the evidence check flags a number that does not follow from the words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('number')
})

test.each([
  ['I take point five milligrams of Xanax.', 'Nadia takes 0.5 mg of Xanax.', 'Nadia takes 5 mg of Xanax.'],
  ['I take zero point two five milligrams.', 'Nadia takes 0.25 mg.', 'Nadia takes 5 mg.'],
  ['I take one point two five milligrams.', 'Nadia takes 1.25 mg.', 'Nadia takes 1.2 mg.'],
  ['My blood alcohol was point oh eight.', 'Her blood alcohol was 0.08.', 'Her blood alcohol was 8.'],
  [
    'I take fifty milligrams of sertraline, no, seventy-five.',
    'Nadia takes 75 mg of sertraline.',
    'Nadia takes 50 mg of sertraline.',
  ],
  ['I smoke ten cigarettes, sorry, twenty.', 'Nadia smokes 20 cigarettes.', 'Nadia smokes 10 cigarettes.'],
  [
    'I had eight drinks on Friday and again on Saturday.',
    'Nadia had eight drinks on Friday and Saturday.',
    'Nadia had two drinks on Friday and Saturday.',
  ],
  [
    'I swam on Monday and on Thursday.',
    'Nadia swam twice, on Monday and Thursday.',
    'Nadia swam three times, on Monday and Thursday.',
  ],
  [
    'My doctor increased the sertraline from fifty to seventy-five milligrams.',
    'Her doctor increased the sertraline by 25 mg.',
    'Her doctor increased the sertraline to 25 mg.',
  ],
  [
    'I used to weigh ninety kilos, now it is eighty-five.',
    'Nadia weighs 5 kg less than before.',
    'Nadia weighs 5 kg now, which is less than before.',
  ],
  ['I take ten milligrams twice a day.', 'Nadia takes 10 mg twice a day.', 'Nadia takes 2 mg twice a day.'],
  ['I take ten milligrams three times a day.', 'Nadia takes 30 mg a day.', 'Nadia takes 30 mg three times a day.'],
  ['I run twice a week.', 'Nadia runs two days a week.', 'Nadia runs two miles a week.'],
  ['I was up until midnight.', 'Nadia was up until 12 am.', 'Nadia was up for 12 hours.'],
  ['My second husband takes it.', 'Her 2nd husband takes it.', 'Her husband takes 2 mg of it.'],
  ['It was one fifty over ninety.', 'It was 150/90.', 'It was 150/100.'],
  ['My pain is seven.', 'Her pain is 7/10.', 'Her pain is 8/10.'],
  ['I had half a dozen beers on Friday.', 'Nadia had 6 beers on Friday.', 'Nadia had 12 beers on Friday.'],
  ['I take half a tablet at night.', 'Nadia takes ½ tablet at night.', 'Nadia takes 2 tablets at night.'],
  ['I take two fifty-milligram tablets.', 'Nadia takes two 50 mg tablets.', 'Nadia takes two 25 mg tablets.'],
  ['I walk for fifty to seventy-five minutes.', 'Nadia walks for 50–75 minutes.', 'Nadia walks for 55 minutes.'],
  ['I get up at six thirty.', 'Nadia gets up at 6:30.', 'Nadia gets up at 6:45.'],
  ['I get up at 6:30.', 'Nadia gets up at six thirty.', 'Nadia gets up at six twenty.'],
  ['I go to bed at half past ten.', 'Nadia goes to bed at 10:30.', 'Nadia goes to bed at 10:15.'],
  ['I go to bed at 10:30.', 'Nadia goes to bed at ten thirty.', 'Nadia goes to bed at ten fifty.'],
  ['I leave at quarter to six.', 'Nadia leaves at 5:45.', 'Nadia leaves at 6:15.'],
  ['I start work at six fifteen.', 'Nadia starts work at 6:15.', 'Nadia starts work at 6:50.'],
  ['I leave at ten past two.', 'Nadia leaves at 14:10.', 'Nadia leaves at 2:20.'],
  [
    'I woke up at six, before that at six thirty.',
    'Nadia woke up 30 minutes earlier.',
    'Nadia woke up 20 minutes earlier.',
  ],
  ['I smoke from six o’clock on.', 'Nadia smokes from 18:00 on.', 'Nadia smokes 18 cigarettes.'],
  ['I get up at quarter to six.', 'Nadia gets up before 6 am.', 'Nadia gets up after 6 am.'],
  ['I get up at quarter to six.', 'Nadia gets up around six.', 'Nadia gets up around seven.'],
  ['I finish at half past five.', 'Nadia finishes after 5 pm.', 'Nadia finishes after 6 pm.'],
  ['I leave at ten past two.', 'Nadia leaves shortly after 2.', 'Nadia quit after two sessions.'],
  ['I cut it in half three times a day.', 'Nadia cuts it in half three times a day.', 'Nadia cuts it at 3:30.'],
  ['I start at 6.30.', 'Nadia starts at half past six.', 'Nadia starts at six fifteen.'],
  ['I start at half past six.', 'Nadia starts at 6.30.', 'Nadia starts at 6.45.'],
  ['I was eighty kilos, now I am eighty-five.', 'Nadia reports a 5 kg weight gain.', 'Nadia weighs 5 kg.'],
  ['I was ninety kilos, now I am eighty-six.', 'Her weight is down 4 kg.', 'Her weight is down to 4 kg.'],
  ['I was eighty kilos, now I am eighty-five.', 'Her weight is up 5 kg.', 'Nadia lifts 5 kg with weight gain.'],
  [
    'It went from fifty to seventy-five milligrams.',
    'Nadia had a 25 mg dose increase.',
    'Nadia takes 25 mg since a dose increase.',
  ],
  ['I take two of the 200s twice a day.', 'Nadia takes 400 mg twice a day.', 'Nadia takes 600 mg twice a day.'],
  [
    'I take three of the 50s three times a day.',
    'Nadia takes 150 mg three times a day.',
    'Nadia takes 450 mg three times a day.',
  ],
  ['I take zero point five two pills at night.', 'Nadia takes 0.5 mg at night.', 'Nadia takes 0.52 mg at night.'],
  ['I take my point five of Klonopin at night.', 'Nadia takes 0.5 mg of Klonopin.', 'Nadia takes 5 mg of Klonopin.'],
  ['I take a point two five a day.', 'Nadia takes 0.25 mg a day.', 'Nadia takes 25 mg a day.'],
  ['I take nought point nought five milligrams.', 'Nadia takes 0.05 mg.', 'Nadia takes 5 mg.'],
  ['I take one twenty-milligram Prozac.', 'Nadia takes 20 mg of Prozac.', 'Nadia takes 21 mg of Prozac.'],
  ['I do one forty-minute swim a day.', 'Nadia does one 40-minute swim a day.', 'Nadia swims for 41 minutes.'],
  ['I take fifty milligrams, no, I mean seventy-five.', 'Nadia takes 75 mg.', 'Nadia takes 50 mg.'],
  ['I take twenty milligrams at night, no, forty.', 'Nadia takes 40 mg at night.', 'Nadia takes 20 mg at night.'],
  ['I had eight drinks on Friday, oh no, ten.', 'Nadia had ten drinks on Friday.', 'Nadia had eight drinks on Friday.'],
  ['I slept six hours, usually it’s eight.', 'Nadia slept 6 hours.', 'Nadia was up 2 hours in the night.'],
  [
    'I slept five hours, before that it was eight.',
    'Nadia’s sleep was down 3 hours.',
    'Nadia had been up about 3 hours.',
  ],
  ['I slept six hours, before that it was five.', 'Nadia’s sleep was up 1 hour.', 'Nadia was up just 60 minutes.'],
  [
    'I take twenty milligrams in the morning, sorry, forty at night.',
    'Nadia takes 20 mg in the morning.',
    'Nadia takes 60 mg in the morning.',
  ],
  ['We married in ’98.', 'They married in 1998.', 'They married in 1989.'],
])('%s — %s — not: %s', (said, supported, flagged) => {
  const lines = `C: ${said}`
  expect(checkedOn(lines, supported, 1).reason ?? 'supported').toBe('supported')
  expect(checkedOn(lines, flagged, 1).check).toBe('number')
})
