import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { type Mention, type MentionSource, mentionQuery } from './reply.ts'

const MOST = 8
interface MentionBoxProps extends Pick<TextareaProps, 'aria-label' | 'placeholder' | 'value' | 'error' | 'onPaste'> {
  value: string
  onChange: (text: string) => void
  /** Called with the text that contains the name, and the person. */
  onMention: (text: string, one: Mention) => void
  /** Finds people by a part of their name. Without it, an @ has no meaning. */
  people?: MentionSource | undefined
  /** Whether only agents will read the text. */
  internal?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A text area in which @ finds people by name. Arrows and Enter choose, Esc closes the list. */
export function MentionBox({ value, onChange, onMention, people, internal = false, ref, ...box }: MentionBoxProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current!)
  const [asked, setAsked] = useState<string>()
  const store = useCombobox()
  const { selectFirstOption } = store
  /** Enter came before the people of this text: it chooses the first of them. */
  const early = useRef(false)
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [...(people?.key ?? []), 'named', asked, internal],
    queryFn: () => people!.read(asked!, internal),
    enabled: !!people && asked !== undefined,
    placeholderData: (before) => before,
  })
  const found = (data ?? []).slice(0, MOST)
  const opened = !!people && asked !== undefined
  const loading = opened && !isError && (!data || isPlaceholderData)
  const look = () => {
    const { value: text, selectionStart } = area.current!
    const next = people ? mentionQuery(text, selectionStart) : undefined
    early.current = false
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
    // The caret can be set only after the new text is rendered.
    setTimeout(() => area.current?.setSelectionRange(at, at))
  }
  const first = useEffectEvent(() => {
    if (early.current && found[0]) name(String(found[0].id))
    else selectFirstOption()
    early.current = false
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the people of another text are there
  useEffect(() => {
    if (opened && !loading) first()
  }, [opened, loading, data])
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
            early.current = false
            setAsked(undefined)
            store.closeDropdown()
          }}
          onKeyDownCapture={(event) => {
            if (!loading || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            event.stopPropagation()
            early.current = true
          }}
          onKeyDown={(event) => {
            if (!opened || event.key !== 'Escape') return
            event.stopPropagation()
            early.current = false
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
