import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readCtranslate2 } from './ctranslate2.ts'
import { whisperDecoder, whisperEncoder } from './whisper-onnx.ts'

const Config = z.object({
  alignment_heads: z.array(z.tuple([z.number(), z.number()])),
  suppress_ids: z.array(z.number()),
})
const Tokenizer = z.object({
  added_tokens: z.array(z.object({ id: z.number(), content: z.string() })),
  model: z.object({ vocab: z.record(z.string(), z.number()) }),
})

/**
 * Converts Whisper base from the files of CTranslate2 in the folder `from` (`model.bin`, two parts) to 8-bit files for
 * sherpa-onnx in the folder `to`.
 */
export async function convertWhisper(from: string, to: string): Promise<void> {
  const parts = await Promise.all([1, 2].map((part) => readFile(join(from, `model.bin.part${part}`))))
  const weights = readCtranslate2(Buffer.concat(parts))
  const config = Config.parse(JSON.parse(await readFile(join(from, 'config.json'), 'utf8')))
  const tokenizer = Tokenizer.parse(JSON.parse(await readFile(join(from, 'tokenizer.json'), 'utf8')))
  const metadata = { ...metadataOf(tokenizer), n_alignment_heads: String(config.alignment_heads.length) }
  await writeFile(join(to, 'base-encoder.int8.onnx'), whisperEncoder(weights, metadata))
  await writeFile(join(to, 'base-decoder.int8.onnx'), whisperDecoder(weights, config.alignment_heads))
  await writeFile(join(to, 'base-tokens.txt'), tokenList(tokenizer.model.vocab))
  await copyFile(join(from, 'LICENSE'), join(to, 'LICENSE'))
}

function metadataOf({ added_tokens: added, model }: z.infer<typeof Tokenizer>): Record<string, string> {
  const id = (name: string) => String(added.find(({ content }) => content === `<|${name}|>`)?.id)
  const first = Number(id('startoftranscript'))
  const last = Number(id('translate'))
  const languages = added.filter((token) => token.id > first && token.id < last)
  return {
    model_type: 'whisper-base',
    n_mels: '80',
    n_text_layer: '6',
    n_text_ctx: '448',
    n_text_state: '512',
    n_vocab: '51865',
    sot: id('startoftranscript'),
    eot: id('endoftext'),
    blank_id: String(model.vocab['Ġ']),
    translate: id('translate'),
    transcribe: id('transcribe'),
    is_multilingual: '1',
    no_timestamps: id('notimestamps'),
    no_speech: id('nocaptions'),
    sot_sequence: [id('startoftranscript'), id('en'), id('transcribe')].join(','),
    all_language_tokens: languages.map((token) => token.id).join(','),
    all_language_codes: languages.map(({ content }) => content.slice(2, -2)).join(','),
  }
}

/** Lines of a token in base64 and its number. */
function tokenList(vocabulary: Record<string, number>): string {
  const lines = Object.entries(vocabulary)
    .filter(([text]) => !text.startsWith('<|'))
    .toSorted(([, a], [, b]) => a - b)
    .map(([text, id]) => `${Buffer.from(Array.from(text, byteOf)).toString('base64')} ${id}\n`)
  return lines.join('')
}

/** GPT-2's vocabulary writes unprintable bytes as characters from U+0100 on. */
const isPrintable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
const hidden = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !isPrintable(byte))

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 256 ? code : (hidden[code - 256] ?? 0)
}
