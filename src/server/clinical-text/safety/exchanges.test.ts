import { describe, expect, test } from 'vitest'
import type { SafetyStatus } from '#shared/rules/safety-status.ts'
import type { SafetyTopic } from './finding.ts'
import { statusIn } from './status-in.fixture.ts'

const cases = (status: SafetyStatus, exchanges: readonly (readonly [SafetyTopic, string])[]) =>
  test.each(exchanges)(`%s is ${status}: %s`, (topic, lines) => {
    expect(statusIn(lines, topic)).toBe(status)
  })

describe('client statements about the present', () => {
  cases('stated', [
    ['suicide', 'C: Most mornings I think I do not want to be here anymore.'],
    ['suicide', 'T: And on the drive home? / C: I look at the overpass and think about ending it.'],
    ['suicide', 'C: I counted out the tablets on Monday night and put them back.'],
    ['suicide', 'T: Have you been having thoughts of dying? / C: Yeah. Nearly every day.'],
    ['suicide', 'T: Are you thinking of taking your own life? / C: Give me a second. / T: Of course. / C: Yes.'],
    ['suicide', 'C: I have been hoarding my sleeping pills since September.'],
    ['suicide', 'T: Can you keep yourself safe tonight? / C: No.'],
    ['substance use', 'T: Can you stop after two? / C: No.'],
    ['abuse', 'T: Do you get enough to eat? / C: She gives me no dinner if I wet the bed.'],
    ['abuse', 'C: no he broke my phone and he wont let me go to my mums'],
    ['child safety', 'T: How do you discipline him? / C: With the belt.'],
    ['self-harm', 'C: I burned myself with a cigarette last night to feel something.'],
    ['self-harm', 'T: Are you still cutting? / C: Every few days.'],
    ['self-harm', 'C: I punched myself in the face until it went quiet.'],
    ['self-harm', 'T: When you cut yourself, is anyone at home? / C: No, I wait until they leave.'],
    ['harm to others', 'C: I put my hands on my wife again.'],
    ['harm to others', 'C: When I get my hands on him I am going to smash his face in.'],
    ['harm to others', 'T: Do you have thoughts of hurting anyone? / C: I do. My supervisor.'],
    ['abuse', 'C: My boyfriend took my phone and my keys, and he will not let me see my sister.'],
    ['abuse', 'T: Do you feel safe with him? / C: No, not at all.'],
    ['abuse', 'C: I do not feel safe at home.'],
    ['abuse', 'C: She slaps me when the dinner is late.'],
    ['abuse', 'T: Has he ever forced you to do things sexually? / C: Yes, he has.'],
    ['abuse', 'T: Is your home a safe place? / C: No.'],
    ['psychosis', 'C: The voices started again on Sunday.'],
    ['psychosis', 'C: I see a tall man in the hallway that nobody else sees.'],
    ['psychosis', 'C: My neighbors are reading my thoughts through the router.'],
    ['child safety', 'C: I left the kids alone from nine until two.'],
    ['child safety', 'C: She is six and home by herself until I finish my shift.'],
    ['child safety', 'C: My husband beats our son with a cable.'],
    ['child safety', 'T: Are the children safe there? / C: No.'],
    ['substance use', 'C: I blacked out twice last week.'],
    ['substance use', 'C: If I skip the morning vodka I start shaking, so I need a drink to get up.'],
    ['substance use', 'C: I drove the kids home after a bottle of wine.'],
    ['substance use', 'T: Have you overdosed recently? / C: Yes, in the spring.'],
  ])
})

describe('unqualified no to a direct question', () => {
  cases('denied', [
    ['suicide', 'T: Are you thinking about killing yourself? / C: No, I am not.'],
    ['suicide', 'T: Any wish to be dead? / C: None. / T: Good. How is your mother? / C: Better, she is walking again.'],
    ['self-harm', 'T: Have you been hurting yourself? / C: No, never.'],
    ['self-harm', 'T: Do you have any thoughts of hurting yourself? / C: No, I have no thoughts of hurting myself.'],
    ['harm to others', 'T: Do you have any thoughts of harming anyone? / C: No. Nothing like that.'],
    ['abuse', 'T: Has anyone hit you or hurt you? / C: No.'],
    ['abuse', 'T: Do you feel safe at home? / C: Yes, absolutely.'],
    ['psychosis', 'T: Do you hear voices other people do not hear? / C: No, I do not.'],
    ['substance use', 'T: Do you use any drugs? / C: Nope, none.'],
    ['child safety', 'T: Has anyone hurt the children? / C: No, no one.'],
    ['abuse', "T: Is anyone hurting you? / C: No, nobody's hurting me."],
    ['suicide', 'T: Do you want to die? / C: No, no, I want to live.'],
    ['psychosis', 'T: any voices or seeing things / C: no'],
  ])
})

describe('unclear answer or passage', () => {
  cases('unclear', [
    ['suicide', 'T: Any thoughts of suicide? / C: No. Well, not seriously.'],
    ['suicide', 'T: Are you suicidal? / C: Would it matter?'],
    ['suicide', 'T: Do you want to die? / C: Maybe.'],
    ['suicide', 'T: You do not want to kill yourself, right? / C: No.'],
    [
      'suicide',
      'T: Any thoughts of suicide? / C: No. / T: Okay. / C: I did give my records away. I will not be needing them.',
    ],
    ['suicide', 'C: I would never kill myself, because of my son.'],
    ['suicide', 'T: When you say you might do something stupid, do you mean hurting yourself? / C: Yes.'],
    ['harm to others', 'T: Any thoughts of hurting him? / C: No. / T: Fine. / C: Karma will get him.'],
    ['suicide', 'C: My brother shot himself in May.'],
    ['suicide', 'C: When I was nineteen I took an overdose. That was a different life.'],
    ['suicide', 'C: If she leaves me I will kill myself.'],
    [
      'suicide',
      'T: Are you having thoughts of ending your life? / O: She is fine, doctor. / T: I would like to hear from you. / C: What he said.',
    ],
    ['self-harm', 'T: Have you ever cut yourself? / C: In high school, yes.'],
    [
      'self-harm',
      'T: Was there a moment when you thought about hurting yourself, with all that shame? / C: No. I felt awful, but no.',
    ],
    ['self-harm', 'C: My roommate cuts herself.'],
    ['harm to others', 'C: I swear I could strangle her sometimes.'],
    ['harm to others', 'T: Any thoughts of hurting your father? / C: No. / T: All right. / C: He deserves it, though.'],
    ['abuse', 'T: Does he hurt you? / C: Not exactly. He gets loud.'],
    ['abuse', 'C: The couple downstairs, he beats his wife.'],
    ['abuse', 'T: Do you feel safe at home? / C: I mean, mostly. He gets loud.'],
    ['psychosis', 'T: Do you hear voices? / C: What kind of voices?'],
    ['psychosis', 'C: My uncle is schizophrenic, he hears voices.'],
    ['substance use', 'T: Do you use drugs? / C: Define drugs.'],
    ['substance use', 'C: I have been sober for five years.'],
    ['substance use', 'T: Any drinking? / C: No. / T: Good. / C: Just a beer with dinner.'],
  ])
})

describe('use without danger, withdrawal or loss of control', () => {
  cases('use mentioned', [
    ['substance use', 'C: We had wine at dinner on Friday.'],
    ['substance use', 'T: Do you drink? / C: A glass of red on Sundays.'],
    ['substance use', 'T: How much do you drink? / C: About two beers a week.'],
    ['substance use', 'C: I take an edible now and then.'],
  ])
})

describe('figure of speech, accident or other subject', () => {
  cases('not raised', [
    ['suicide', 'C: I nearly died laughing.'],
    ['suicide', 'C: I ended things with my boyfriend.'],
    ['suicide', 'C: My phone died and I missed the train.'],
    ['suicide', 'C: I would kill for a nap.'],
    ['suicide', 'C: I cannot wait to be done with this thesis.'],
    ['self-harm', 'C: I cut myself shaving.'],
    ['self-harm', 'C: We are cutting costs at work.'],
    ['harm to others', 'C: We killed it at the concert.'],
    ['harm to others', 'C: My daughter beat me at chess.'],
    ['abuse', 'C: The news hit me hard.'],
    ['abuse', 'C: My trainer pushes me to do better.'],
    ['psychosis', 'C: A little voice in my head said, take the cake.'],
    ['psychosis', 'C: I love hearing the kids, their voices carry up the stairs.'],
    ['abuse', 'C: I feel safe at home.'],
    ['self-harm', 'C: It was the first time in weeks that I laughed.'],
    ['child safety', 'C: The kids are at school until three.'],
    ['child safety', 'C: My son hit a home run.'],
    ['substance use', 'C: I am addicted to that show.'],
    ['substance use', 'T: Alcohol disturbs sleep in most people. / C: Good to know.'],
    ['suicide', 'T: If patients feel suicidal, we give them this number. / C: Okay.'],
    ['suicide', 'C: I do not want the life that goes with it.'],
    ['self-harm', 'C: I feel empty, like somebody took the batteries out.'],
    ['abuse', 'C: My physio hurts me every time, but it helps.'],
    ['psychosis', 'C: I keep hearing voices through the wall, it is the students next door.'],
  ])
})
