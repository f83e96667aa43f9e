import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPytorch } from '../pytorch.ts'
import { campplus } from './campplus-onnx.ts'
import { pyannoteSegmentation } from './pyannote-onnx.ts'

/**
 * Converts the weights that compare voices and find crosstalk from PyTorch's files in the folder `from` to files for
 * sherpa-onnx in the folder `to`. The files that the product downloads were made from the same weights.
 */
export async function convertSpeakerModels(from: string, to: string): Promise<void> {
  const voices = await readPytorch(join(from, 'campplus_cn_en_common.pt'))
  await writeFile(join(to, '3dspeaker_campplus.onnx'), campplus(voices))
  const segmentation = await readPytorch(join(from, 'pytorch_model.bin'))
  await writeFile(join(to, 'pyannote-segmentation-3-0.onnx'), pyannoteSegmentation(segmentation))
  await copyFile(join(from, 'LICENSES'), join(to, 'LICENSES'))
}
