import { Textarea, type TextareaProps } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { canDictate } from './can-dictate.ts'
import { counted } from './counted.ts'

// Fetched where the browser can listen.
const Dictation = lazy(() => import('./Dictation.tsx').then((m) => ({ default: m.Dictation })))

interface LongTextProps extends Omit<TextareaProps, 'value' | 'onChange' | 'maxLength'> {
  value: string
  /** Characters that fit; more are kept, counted and complained of. */
  max: number
  /** Gives a function of the text as it is by then: who dictates may be typing too. */
  onChange: (change: (now: string) => string) => void
}

/** A text of several lines: it grows to six rows and then scrolls, counts what has a limit, and listens where the browser can. */
export function LongText({ value, max, onChange, error, ...rest }: LongTextProps) {
  const said = counted(value, max)
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={6}
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
          <Suspense>
            <Dictation onWords={(words) => onChange((now) => (now && !/\s$/.test(now) ? `${now} ${words}` : now + words))} />
          </Suspense>
        ),
      })}
    />
  )
}
