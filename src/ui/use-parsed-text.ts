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

/**
 * A text box whose value is not text. While somebody types, the text is kept character by character; when the value changes from outside,
 * or the box loses the focus, it shows the formatted value. Works controlled and (as @mantine/form does it) uncontrolled.
 */
export function useParsedText<T>({ value, defaultValue, onChange, empty, parse, format }: ParsedText<T>) {
  const [current, setCurrent] = useUncontrolled<T>({ value, defaultValue, finalValue: empty, onChange: onChange ?? (() => {}) })
  const [typed, setTyped] = useState<{ text: string; value: T } | null>(null)
  return {
    value: current,
    text: typed && Object.is(typed.value, current) ? typed.text : format(current),
    type(text: string) {
      const parsed = parse(text)
      setTyped({ text, value: parsed })
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
