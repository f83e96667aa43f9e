import { createSherpaRecognizer } from './recognizer.ts'
import { servePieces } from './serve-pieces.ts'

servePieces(createSherpaRecognizer)
