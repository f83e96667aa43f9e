import { createSherpaRecognizer } from './recognizer.ts'
import { serveLiveChunks } from './serve-live-chunks.ts'

serveLiveChunks(createSherpaRecognizer)
