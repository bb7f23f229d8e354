import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { askedName, type Mention, type People } from './reply.ts'

const MOST = 8
interface MentionBoxProps extends Pick<TextareaProps, 'aria-label' | 'placeholder' | 'value' | 'error' | 'onPaste'> {
  value: string
  onChange: (text: string) => void
  /** The text with the name in it, and who it is. */
  onMention: (text: string, one: Mention) => void
  /** Who may be named, for a part of a name; without it an @ is an @. */
  people?: People | undefined
  /** Whether agents alone will read it. */
  internal?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A box of text in which @ finds people, by name: arrows and Enter choose, Esc goes on writing. */
export function MentionBox({ value, onChange, onMention, people, internal = false, ref, ...box }: MentionBoxProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current!)
  const [asked, setAsked] = useState<string>()
  const store = useCombobox({ onDropdownOpen: () => store.selectFirstOption() })
  const { data, isError } = useQuery({
    queryKey: [...(people?.key ?? []), 'named', asked, internal],
    queryFn: () => people!.read(asked!, internal),
    enabled: !!people && asked !== undefined,
    placeholderData: (before) => before,
  })
  const found = (data ?? []).slice(0, MOST)
  const opened = !!people && asked !== undefined
  const look = () => {
    const { value: text, selectionStart } = area.current!
    const next = people ? askedName(text, selectionStart) : undefined
    setAsked(next)
    if (next === undefined) store.closeDropdown()
    else store.openDropdown()
  }
  function name(id: string) {
    const one = found.find((other) => String(other.id) === id)
    const { selectionStart: caret } = area.current!
    setAsked(undefined)
    store.closeDropdown()
    if (!one) return
    const begin = caret - (asked ?? '').length
    onMention(`${value.slice(0, begin)}${one.name} ${value.slice(caret)}`, one)
    const at = begin + one.name.length + 1
    // Once the new text stands in the box.
    setTimeout(() => area.current?.setSelectionRange(at, at))
  }
  return (
    <Combobox store={store} onOptionSubmit={name} withinPortal>
      <Combobox.EventsTarget withKeyboardNavigation={opened} withAriaAttributes={opened}>
        <Textarea
          {...box}
          ref={area}
          maxRows={10}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            look()
          }}
          onBlur={() => {
            setAsked(undefined)
            store.closeDropdown()
          }}
          onKeyDown={(event) => {
            if (!opened || event.key !== 'Escape') return
            event.stopPropagation()
            setAsked(undefined)
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Dropdown hidden={!opened}>
        <Combobox.Options aria-label="Persone">
          {found.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)}>
              {one.name}
              {!one.sees && ' · non vede questo ticket'}
            </Combobox.Option>
          ))}
          {!found.length && (
            <Combobox.Empty>{isError ? 'Errore nel caricamento.' : data ? 'Nessun risultato' : 'Caricamento in corso'}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
