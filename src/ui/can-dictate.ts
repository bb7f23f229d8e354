/** The used part of the Web Speech API, which TypeScript does not know. */
export interface Recognition {
  lang: string
  continuous: boolean
  onresult: ((event: { resultIndex: number; results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void) | null
  onend: (() => void) | null
  onerror: ((event: { error: string }) => void) | null
  start: () => void
  stop: () => void
}
type Speaking = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition }
/** Undefined where the browser has no speech recognition. */
export const recognition = () => (globalThis as Speaking).SpeechRecognition ?? (globalThis as Speaking).webkitSpeechRecognition
export const canDictate = () => recognition() !== undefined
