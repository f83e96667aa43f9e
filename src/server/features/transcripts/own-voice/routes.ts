import { endpoints } from '#server/http/implement.ts'
import { inTransaction } from '#server/use-case/as-caller.ts'
import { removeOwnVoice, setOwnVoiceOn } from './change-own-voice.ts'
import { getOwnVoice } from './get-own-voice.ts'
import { rememberOwnVoice } from './remember-own-voice.ts'

const { ownVoice } = endpoints

export const ownVoiceRoutes = {
  get: ownVoice.get.handler(inTransaction(getOwnVoice)),
  remember: ownVoice.remember.handler(inTransaction(rememberOwnVoice)),
  setOn: ownVoice.setOn.handler(inTransaction(setOwnVoiceOn)),
  remove: ownVoice.remove.handler(inTransaction(removeOwnVoice)),
}
