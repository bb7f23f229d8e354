import { useUncontrolled } from '@mantine/hooks'
import { useState } from 'react'

interface ParsedText<T> {
  value: T | undefined
  defaultValue: T | undefined
  onChange: ((value: T) => void) | undefined
  empty: T
  parse: (text: string) => T
  format: (value: T) => string
}

/** What is typed: `before` is the value it began from, for as long as the caller has not taken `value`. */
interface Typed<T> {
  text: string
  value: T
  before: T
  taken: boolean
}

/**
 * A text box whose value is not text. While somebody types, the text is kept character by character, also where the caller takes whole values
 * alone (a filter takes no half a date); when the value changes from outside, or the box loses the focus, it shows the formatted value. Works
 * controlled and (as @mantine/form does it) uncontrolled.
 */
export function useParsedText<T>({ value, defaultValue, onChange, empty, parse, format }: ParsedText<T>) {
  const [current, setCurrent] = useUncontrolled<T>({ value, defaultValue, finalValue: empty, onChange: onChange ?? (() => {}) })
  const [typed, setTyped] = useState<Typed<T> | null>(null)
  const taken = typed && Object.is(typed.value, current)
  if (taken && !typed.taken) setTyped({ ...typed, taken: true })
  const shown = typed && (taken || (!typed.taken && Object.is(typed.before, current))) ? typed : undefined
  return {
    /** Of the text that is shown, taken by the caller or not. */
    value: shown ? shown.value : current,
    text: shown ? shown.text : format(current),
    type(text: string) {
      const parsed = parse(text)
      setTyped({ text, value: parsed, before: current, taken: false })
      setCurrent(parsed)
    },
    set(next: T) {
      setTyped(null)
      setCurrent(next)
    },
    /** Call this when the box loses the focus. */
    settle: () => setTyped(null),
  }
}
