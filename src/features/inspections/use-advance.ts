import { createContext, useEffect, useRef } from 'react'
import type { Editor } from './editor.ts'
import { isSettled } from './steps.ts'

/** Long enough to see what was tapped. */
const SEEN_MS = 350
/** Called by a question when an answer was chosen with a tap. */
export const AnsweredContext = createContext<(key: string) => void>(() => undefined)

/** Goes on by itself after a choice that needs nothing more. `stop`: cancels it when the person navigates. */
export function useAdvance(editor: Editor, on: boolean, go: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(go)
  latest.current = go
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    stop,
    answered(key: string) {
      stop()
      if (on) timer.current = setTimeout(() => isSettled(editor.state.get().evaluation, key) && latest.current(), SEEN_MS)
    },
  }
}
