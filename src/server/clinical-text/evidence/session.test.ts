import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: How has the beekeeping gone since March?
  C: I lost two hives. My uncle bought a new queen, but I haven't put her in yet.
  T: And your ankle?
  C: It's the left one. The swelling went down after the plaster came off.
  T: Do you still take the tramadol?
  C: No, I stopped it in April. I take naproxen now, twice a day.
  T: Any nightmares, or trouble breathing?
  C: No nightmares. I do get short of breath on the stairs.
  T: How are things with your daughter?
  C: She shouted at me on the phone. She wants to move to Lisbon. I cried afterwards.
  T: Did you tell your wife?
  C: Not yet. I might tell her on Sunday.
  T: I'd like you to try the breathing exercise every evening. Would that be okay?
  C: Yeah, I'll do it.
  T: Have you been gambling?
  C: Once, at my brother's wedding. I put twenty euros on a horse.
  T: If your landlord raises the rent, what then?
  C: Then I'd have to sell the van.
  T: I'll write to your surgeon this week.
  C: My neighbor thinks I should sue the builder. I don't want to.
  C: I used to swim every day. Now I hardly leave the house.
  C: I think my boss is reading my emails.
`

test.each([
  ['His uncle lost two hives.', [2]],
  ['Client bought a new queen.', [2]],
  ['Client has put the new queen in.', [2]],
  ['The right ankle is affected.', [4]],
  ['The swelling increased after the cast came off.', [4]],
  ['Client still takes tramadol.', [5, 6]],
  ['Client takes ibuprofen twice a day.', [6]],
  ['Client reports nightmares.', [7, 8]],
  ['Client denies shortness of breath.', [7, 8]],
  ['Client denies chest pain.', [7, 8]],
  ['Client shouted at his daughter on the phone.', [10]],
  ['Client wants to move to Lisbon.', [10]],
  ['His daughter wants to move to Madrid.', [10]],
  ['His daughter moved to Lisbon.', [10]],
  ['His daughter cried afterwards.', [10]],
  ['Client told his wife.', [11, 12]],
  ['Client will tell his wife on Sunday.', [12]],
  ['Client does the breathing exercise every morning.', [13, 14]],
  ['Client denies gambling.', [15, 16]],
  ['The landlord raised the rent.', [17]],
  ['Client has to sell the van.', [18]],
  ['Client will sell the car.', [18]],
  ['Therapist wrote to the surgeon.', [19]],
  ['Client will write to the surgeon this week.', [19]],
  ['Therapist will write to the insurer this week.', [19]],
  ['Client thinks he should sue the builder.', [20]],
  ['Client swims every day.', [21]],
  ['Client no longer swims and has sold his bicycle.', [21]],
  ['His boss reads his emails.', [22]],
  ['Client lost two hives because of a flood.', [2]],
  ['Client cried afterwards and called a friend.', [10]],
])('the evidence check flags a statement that differs from the session: %s', (text, turns) => {
  const { check, reason } = checkedOn(session, text, ...turns)
  expect(check).not.toBe('supported')
  expect(reason).toMatch(/\.$/)
})

test.each([
  ['Client lost two hives.', [2]],
  ['Swelling of the left ankle decreased after the plaster was removed.', [3, 4]],
  ['Client stopped tramadol in April and now takes naproxen twice a day.', [5, 6]],
  ['Client denies nightmares but gets short of breath on the stairs.', [7, 8]],
  ['His daughter shouted at him on the phone and he cried afterwards.', [9, 10]],
  ['Client has not told his wife but may do so on Sunday.', [11, 12]],
  ['Client agreed to do the breathing exercise every evening.', [13, 14]],
  ['Therapist asked the client to practice breathing every evening.', [13]],
  ['Client gambled once at his brother’s wedding.', [15, 16]],
  ['Client would have to sell the van if the rent were raised.', [17, 18]],
  ['Therapist will write to the surgeon this week.', [19]],
  ['Client used to swim daily and now rarely leaves the house.', [21]],
  ['Client believes that his boss is reading his emails.', [22]],
])('the evidence check supports a statement that agrees with the session: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('supported')
})
