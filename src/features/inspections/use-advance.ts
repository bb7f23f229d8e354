import { createContext, useEffect, useRef } from 'react'
import type { Editor } from './editor.ts'
import { isSettled } from './steps.ts'

/** Long enough to see what was tapped. */
const SEEN_MS = 350
/** A second tap this soon after the first was meant for the same question. */
const DOUBLE_MS = 400

/** A press of "Avanti" this soon after a question has gone by itself was meant for that one. */
const HASTY_MS = 1_500

export interface Advance {
  /** Called by a question when an answer was chosen with a tap. */
  answered: (key: string) => void
  /** True while a tap still belongs to the question before, which has just gone by itself. */
  early: () => boolean
  /** To the next question. */
  goOn: () => void
}
export const AnsweredContext = createContext<Advance>({ answered: () => undefined, early: () => false, goOn: () => undefined })

/** Goes on by itself after a choice that needs nothing more. `stop`: cancels it when the person navigates. */
export function useAdvance(editor: Editor, on: boolean, go: () => void): Advance & { stop: () => void; hasty: () => boolean } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tapped = useRef(Number.NEGATIVE_INFINITY)
  /** Up to here a tap belongs to the question before. */
  const guarded = useRef(Number.NEGATIVE_INFINITY)
  /** When it last went on by itself. */
  const went = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(go)
  latest.current = go
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  function move(key: string) {
    if (!isSettled(editor.state.get().evaluation, key)) return
    guarded.current = tapped.current + DOUBLE_MS
    went.current = performance.now()
    latest.current()
  }
  return {
    stop,
    /** True while "Avanti" would skip what has just come by itself. */
    hasty: () => performance.now() < went.current + HASTY_MS,
    goOn: () => latest.current(),
    early: () => performance.now() < guarded.current,
    answered(key: string) {
      stop()
      tapped.current = performance.now()
      if (on) timer.current = setTimeout(move, SEEN_MS, key)
    },
  }
}
