import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../../contract/kernel/crud.ts'
import { IconSearch } from '../../ui/icons.tsx'
import { useShortcut } from './use-shortcut.ts'

const DEBOUNCE_MS = 300

interface SearchBoxProps {
  value: string | undefined
  /** `replace`: continues the same search, without a new step for Back. */
  onSearch: (text: string | undefined, replace: boolean) => void
}

/** The search of a list, also under the key `/`. Searches 300 ms after the last key, at once on Enter; Esc empties it. */
export function SearchBox({ value = '', onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const box = useRef<HTMLInputElement>(null)
  const asked = useRef(value)
  const goingOn = useRef(false)
  const ask = (wanted: string) => {
    const next = wanted.trim()
    if (next === asked.current) return
    asked.current = next
    onSearch(next || undefined, goingOn.current)
    goingOn.current = true
  }
  const askSoon = useDebouncedCallback(ask, DEBOUNCE_MS)
  const askNow = (wanted: string) => {
    askSoon.cancel()
    setText(wanted)
    ask(wanted)
  }
  // After Back or a click in the menu the box shows the search in the address.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  useShortcut('search', () => {
    box.current?.focus()
    box.current?.select()
  })

  return (
    <TextInput
      ref={box}
      type="search"
      aria-label="Cerca"
      placeholder="Cerca"
      aria-keyshortcuts="/"
      autoComplete="off"
      enterKeyHint="search"
      maxLength={SEARCH_LENGTH}
      leftSection={<IconSearch size={18} />}
      rightSection={text && <CloseButton aria-label="Svuota la ricerca" onClick={() => askNow('')} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        askSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') askNow(text)
        if (event.key === 'Escape') askNow('')
      }}
      onBlur={() => {
        askNow(text)
        goingOn.current = false
      }}
    />
  )
}
