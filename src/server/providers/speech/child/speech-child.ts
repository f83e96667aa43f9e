import { createSherpaRecognizer } from './recognizer.ts'
import { serve } from './serve.ts'

serve(createSherpaRecognizer)
