import { Textarea, type TextareaProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { canDictate } from './can-dictate.ts'
import { counted } from './counted.ts'
import { part } from './part.tsx'

// Fetched where the browser can listen.
const Dictation = part(() => import('./Dictation.tsx').then((m) => m.Dictation))

interface LongTextProps extends Omit<TextareaProps, 'value' | 'onChange' | 'maxLength'> {
  value: string
  /** Characters that fit; more are kept, counted and complained of. */
  max: number
  /** Gives a function of the text as it is by then: who dictates may be typing too. */
  onChange: (change: (now: string) => string) => void
}

const SIX_LINES = { '--most-lines': 6 } as object

/** A text of several lines: it grows to six rows and then scrolls, counts what has a limit, and listens where the browser can. */
export function LongText({ value, max, onChange, error, ...rest }: LongTextProps) {
  const said = counted(value, max)
  const hear = (words: string) => onChange((now) => (now && !/\s$/.test(now) ? `${now} ${words}` : now + words))
  const write = useRef(hear)
  useEffect(() => {
    write.current = hear
  })
  return (
    <Textarea
      maxRows={6}
      style={SIX_LINES}
      {...rest}
      {...said}
      error={said.error ?? error}
      value={value}
      onChange={(event) => {
        const text = event.currentTarget.value
        onChange(() => text)
      }}
      {...(canDictate() && {
        rightSectionWidth: 'var(--target)',
        rightSection: (
          <>
            <Dictation write={write} />
          </>
        ),
      })}
    />
  )
}
