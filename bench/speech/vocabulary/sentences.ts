/** Invented sentences. The words in brackets are listed in the vocabulary: medications, places and first names. */
const marked = [
  'Doctor Weir put me on [sertraline], and before that it was [citalopram].',
  'I still take [quetiapine] at night, but only the small tablet.',
  'My sister [Siobhan] drove me over to [Drogheda] last weekend.',
  'They raised the [lamotrigine] again, and I felt dizzy for days.',
  'I grew up in [Llanelli], right behind the harbour.',
  '[Niamh] says I should stop the [venlafaxine], but I am not so sure.',
  'The [aripiprazole] makes me restless in the evening.',
  'We moved from [Ballymena] to [Kirkcaldy] when I was nine.',
  'I promised [Oisin] that I would come to the wedding.',
  'The pharmacy had no [methylphenidate], so I went two days without it.',
  'I have been on [mirtazapine] since the winter.',
  'My grandmother [Ngozi] raised us in [Enugu].',
  'The hospital in [Aberystwyth] never sent the letter.',
  'She wants me to try [bupropion] instead of [escitalopram].',
  '[Anneliese] and I have not spoken since the funeral.',
  'I forgot the [lithium] twice, and [Tadhg] noticed at once.',
  'On the train to [Machynlleth] I had another panic attack.',
  'They gave me [propranolol] for the shaking.',
  'My boss [Xiomara] offered me the job in [Gateshead].',
  'Without the [zopiclone] I lie awake until four.',
  'I dreamed that [Caoimhe] was standing in the kitchen.',
  'The [olanzapine] made me gain a lot of weight.',
  'My son [Tomasz] starts school in [Wrexham] next year.',
  'I would rather take [pregabalin] than [diazepam].',
  'Every summer we went to [Tobermory] with the dog.',
  '[Yevgenia] thinks that the [duloxetine] helps with the pain too.',
  'I met [Ruaridh] at the day clinic in [Inverurie].',
  'They asked if I wanted [naltrexone] for the drinking.',
  'My neighbour [Saoirse] looks after the cat.',
  'First it was [fluvoxamine], and then nothing for a year.',
]

export interface MarkedSentence {
  text: string
  listed: string[]
}

export const sentences: MarkedSentence[] = marked.map((text) => ({
  text: text.replaceAll(/[[\]]/g, ''),
  listed: Array.from(text.matchAll(/\[([^\]]+)\]/g), ([, word = '']) => word),
}))
