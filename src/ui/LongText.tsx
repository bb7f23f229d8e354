import { Textarea, type TextareaProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { canDictate } from './can-dictate.ts'
import { counted } from './counted.ts'
import { part } from './part.tsx'

// Fetched where the browser supports dictation.
const Dictation = part(() => import('./Dictation.tsx').then((m) => m.Dictation))

interface LongTextProps extends Omit<TextareaProps, 'value' | 'onChange' | 'maxLength'> {
  value: string
  /** Maximum length. A longer text is kept, with an error. */
  max: number
  /** Called with a function of the current text, since dictation and typing may happen at once. */
  onChange: (change: (now: string) => string) => void
}

const SIX_LINES = { '--most-lines': 6 } as object

/** A text of several lines: grows to six rows and then scrolls, counts towards a limit, and takes dictation where the browser can. */
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
