import { Alert, Button, Input, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { hasWords } from '../contract/kernel/fold.ts'
import { Columns } from './Columns.tsx'
import classes from './DualList.module.css'

interface Item {
  id: number
  label: string
  /** Distinguishes items with the same label. */
  also: string
}
interface DualListProps {
  label: string
  /** All items, in display order. */
  items: readonly Item[]
  value: readonly number[]
  onChange: (value: number[]) => void
  error?: string | undefined
  /** Set if `items` could not be loaded: loads them again. */
  failed?: (() => void) | undefined
}

/** Chosen items beside the others; a press moves an item, and each side has a search box. */
export function DualList({ label, items, value, onChange, error, failed }: DualListProps) {
  const chosen = items.filter(({ id }) => value.includes(id))
  const free = items.filter(({ id }) => !value.includes(id))
  return (
    <Input.Wrapper component="fieldset" label={label} labelElement="div" error={error} className={classes.frame}>
      {failed && (
        <Alert color="red">
          Elenco non disponibile.{' '}
          <Button variant="default" onClick={failed}>
            Riprova
          </Button>
        </Alert>
      )}
      <Columns min="14rem">
        <Side title={`Disponibili (${free.length})`} verb="Aggiungi" items={free} onMove={(ids) => onChange([...value, ...ids])} />
        <Side
          title={`Nel gruppo (${chosen.length})`}
          verb="Togli"
          items={chosen}
          onMove={(ids) => onChange(value.filter((one) => !ids.includes(one)))}
        />
      </Columns>
    </Input.Wrapper>
  )
}

interface SideProps {
  title: string
  verb: 'Aggiungi' | 'Togli'
  items: readonly Item[]
  onMove: (ids: number[]) => void
}
function Side({ title, verb, items, onMove }: SideProps) {
  const [text, setText] = useState('')
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const shown = items.filter(({ label, also }) => hasWords(`${label} ${also}`, text))
  /** The pressed item leaves this side: the focus goes to the item in its place, or to the search box. */
  function move(at: number) {
    onMove([shown[at]!.id])
    requestAnimationFrame(() => {
      const rows = list.current?.querySelectorAll('button') ?? []
      ;(rows[Math.min(at, rows.length - 1)] ?? box.current)?.focus()
    })
  }
  return (
    <Stack gap={4}>
      <Text size="sm" id={id}>
        {title}
      </Text>
      <TextInput
        ref={box}
        aria-label={`Cerca tra: ${title.replace(/ \(.*/, '')}`}
        placeholder="Cerca"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul ref={list} className={classes.list} aria-labelledby={id} tabIndex={shown.length ? undefined : 0}>
        {shown.map(({ id: one, label, also }, at) => (
          <li key={one}>
            <button type="button" className={classes.item} onClick={() => move(at)}>
              <VisuallyHidden>{verb} </VisuallyHidden>
              <span className={classes.name}>{label}</span> <span className={classes.also}>{also}</span>
              <span aria-hidden>{verb === 'Aggiungi' ? '+' : '−'}</span>
            </button>
          </li>
        ))}
        {!shown.length && <li className={classes.none}>{text ? 'Nessun risultato' : 'Nessuno'}</li>}
      </ul>
    </Stack>
  )
}
