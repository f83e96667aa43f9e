import type { Transcript } from '#shared/contract/transcripts.ts'
import { transcriptOf } from '#server/clinical-text/transcript.fixture.ts'

/** Invented sessions in which clients, therapists and relatives speak about people of every gender. */
export const pronounSessions: readonly { about: string; firstName: string; transcript: Transcript }[] = [
  {
    about: 'a sister and a brother',
    firstName: 'Noor',
    transcript: transcriptOf(`
      T: How was the week with your family?
      C: My sister moved out and she took her dog, so the house is quiet. I sleep five hours a night.
      T: And your brother?
      C: He calls me every evening. He says his job is killing him, and I end up comforting him instead of resting.
      T: It sounds as if they both lean on you.
      C: They do. I want to tell them that I need an evening for myself.
      T: Do you have any thoughts of hurting yourself?
      C: No, never. I am just tired.
      T: I'd like you to write down when he calls and how you feel afterwards.
      C: I will. I'm going to turn my phone off on Wednesday.`),
  },
  {
    about: 'a corrected pronoun',
    firstName: 'Robin',
    transcript: transcriptOf(`
      T: Last time you told me about your child's teacher.
      C: Yes, he, sorry, she wrote again. She says my kid cries and that they hide under their desk.
      T: What was that like to read?
      C: My stomach dropped. I felt like the worst parent, and I had two panic attacks on Monday.
      T: Who was with you?
      C: My partner. They sat on the floor with me until it stopped. They are better at this than me.
      T: Are you still taking the sertraline?
      C: Fifty milligrams, every morning. My doctor wants to see me when she is back.
      T: Let's practice the breathing again and call the school together next week.
      C: Okay. I'll ask her for a meeting on Tuesday.`),
  },
  {
    about: 'a relative who speaks about the client',
    firstName: 'Theo',
    transcript: transcriptOf(`
      T: Thank you both for coming. What worries you most?
      O: He doesn't eat. He sits in his room and he won't talk to me or to his sister.
      C: That's not true, Mom. I ate yesterday, and she never asks me anything.
      T: What would you like your mother to know?
      C: That I'm not lazy. I feel empty, and every morning it takes me an hour to get up.
      O: I didn't know that. Nobody tells me, his father least of all.
      T: When did the emptiness start?
      C: In March, when my grandfather died. He raised me, and I still set a plate for him.
      T: That is a great loss. I will send you both the sheet about grief.
      C: I'd read it. I want to visit his grave this month.`),
  },
  {
    about: 'speech in quotation marks',
    firstName: 'Priya',
    transcript: transcriptOf(`
      T: What did your manager say in the end?
      C: She said "he is not ready for this", right in front of me, as if I was somebody else.
      T: She called you "he"?
      C: Twice. And my colleague laughed and said "they can't take a joke". I went to the restroom and cried.
      T: How are you sleeping since then?
      C: Badly, three or four hours. I rehearse answers all night.
      T: What would a good answer sound like?
      C: "Please use my name." That's all I want. I wrote it down six times.
      T: It takes courage to say that. You could send her an email first.
      C: I'll write her on Friday and copy human resources.`),
  },
  {
    about: 'a divorce with lawyers',
    firstName: 'Marcus',
    transcript: transcriptOf(`
      T: You met the lawyers on Thursday. How did it go?
      C: Hers was polite, mine was late. He forgot his papers, and she got everything she asked for.
      T: What does that mean for you and the children?
      C: I see them every second weekend. The little one hid behind her and wouldn't take my hand.
      T: That must have hurt.
      C: I drank six beers that night. I know it makes it worse, and I poured the rest away.
      T: On a scale from zero to ten, how strong is the urge to drink today?
      C: Four. Last week it was eight.
      T: Good. We agreed that you call your sponsor before the weekend.
      C: I called him already. He picks me up for the meeting on Saturday.`),
  },
  {
    about: 'a partner whose pronouns the session changes',
    firstName: 'Ingrid',
    transcript: transcriptOf(`
      T: How are things with your partner?
      C: Alex came out to me. I always said she, and now it's they, and I stumble every day.
      T: What do you feel when you stumble?
      C: Guilty. They smile and say it's fine, but I can see it in their face.
      T: What else came up this week?
      C: My mother keeps saying he would get over it. I hung up on her, and my hands shook for an hour.
      T: You protected someone you love.
      C: I suppose I did. I felt proud, and then I couldn't fall asleep until four.
      T: Let's plan what you will say to her at the dinner.
      C: I'll tell her that their name is Alex and that I'm staying.`),
  },
  {
    about: 'a harassing superior',
    firstName: 'Dana',
    transcript: transcriptOf(`
      T: You said on the phone that something happened at work.
      C: He put his hand on my back again. He knows that I hate it, and his deputy saw it and she said nothing.
      T: Are you safe at work?
      C: I'm never alone with him anymore. I lock the door of the lab.
      T: Did you tell someone?
      C: I told the union. Their advisor asked for dates, so I gave her seven.
      T: How is your body doing with all of this?
      C: My jaw hurts. I grind my teeth, and I vomited twice before work.
      T: I would like us to do the grounding exercise before you leave.
      C: Please. And I will see the advisor again on Monday; she comes along to the hearing.`),
  },
  {
    about: 'twins and their mother',
    firstName: 'Lupe',
    transcript: transcriptOf(`
      T: How are the twins?
      C: She sleeps through, he doesn't. He wakes at one, at three and at five, and I go to him because their mother works nights.
      T: And when do you sleep?
      C: When they nap. Two hours, maybe. I forgot the stove on twice.
      T: Do you ever think of harming the babies?
      C: No. I love them. I'm scared that I will drop him on the stairs because I'm so tired.
      T: That is a frightening thought, and you tell me about it. Who could help?
      C: My aunt. She offered, and I always say no to her.
      T: What would happen if you said yes?
      C: I'd sleep. I'm going to ask her for two nights a week.`),
  },
  {
    about: 'a friend who died',
    firstName: 'Kit',
    transcript: transcriptOf(`
      T: The anniversary was on Sunday. How was it?
      C: I went to the lake where they found her. Her brother was there, he brought her guitar.
      T: What did you do there?
      C: We sang the song that she wrote for him. I cried and then I laughed, it was strange and good.
      T: Do you have thoughts of being with her, of dying?
      C: Sometimes I think that I want to be where she is. I would not do anything, he would never get over it.
      T: Thank you for telling me. Let's go through your safety plan.
      C: I have it here. First I call him, then the line, then you.
      T: Good. I will call you on Wednesday at noon.
      C: Yes. I'd like that.`),
  },
  {
    about: 'a team of football players',
    firstName: 'Emeka',
    transcript: transcriptOf(`
      T: The season is over. What is it like without the team?
      C: Empty. They were my family, and now each of them has his own life.
      T: Do you see any of them?
      C: The goalkeeper. She was the only woman in the staff, his trainer I mean, and we run together.
      T: How is your knee?
      C: Better. It was a seven before the surgery and now it's a two, unless I kneel.
      T: And the pills?
      C: I stopped them in May. My doctor counted them with me, he wanted to see the empty box.
      T: That was a hard step. What do you want next?
      C: I want to train the girls. My goal is a license by autumn, and I signed up for the course.
      T: How do you sleep since the season ended?
      C: Four or five hours. I lie awake and see the last match, and I hear them shout my name.
      T: I'd like you to write down what you think about when you wake up.
      C: I will. I'm going to ask the goalkeeper whether she had the same nights, and I'll run with her on Sunday.`),
  },
  {
    about: 'a letter to the parents',
    firstName: 'Yuki',
    transcript: transcriptOf(`
      T: You brought the letter. Do you want to read it to me?
      C: It says: you told everyone that she was difficult, when he was the one who shouted.
      T: Who is she in that sentence?
      C: Me. I wrote about myself as she, and I don't even use that word anymore.
      T: What happens when you put I there?
      C: I get angry. My heart races, and I feel it in my fists.
      T: Stay with the anger for a moment. Where does it want to go?
      C: To them. I want him to hear it and her to stop nodding.
      T: You could rewrite it this week with I, only for yourself.
      C: I'll do it on Sunday. I won't send it to them.`),
  },
  {
    about: 'a group at a clinic',
    firstName: 'Sol',
    transcript: transcriptOf(`
      T: What do you take with you from the group?
      C: One man told us how he lost his daughter. I couldn't breathe, I had to leave the room.
      T: Who came after you?
      C: The nurse. They brought me water, and they didn't ask me anything.
      T: What helped about that?
      C: That nobody wanted a story. She, the leader, always wants a story from us.
      T: Would you tell her that?
      C: I don't know. I freeze when a woman in charge looks at me; it was the same with my mother and her belt.
      T: Your mother hit you with a belt?
      C: Until I was twelve. I have never told him, my husband I mean. I want to tell him this year.
      T: We can prepare it here. I will keep the next two sessions free for that.
      C: Yes. I feel lighter, and I notice that my shoulders came down.`),
  },
]
