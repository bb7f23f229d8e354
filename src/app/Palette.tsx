import { Button, Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../contract/kernel/crud.ts'
import { SEARCH_LETTERS } from '../contract/kernel/search.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { IconSearch } from '../ui/icons.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { layer } from './layer.ts'
import classes from './Palette.module.css'
import { type Entry, useEntries } from './palette-entries.ts'
import { keepRecent } from './recent.ts'

const PAUSE_MS = 200
/** Two pieces of a station may have the same name, so a record is keyed by its id. */
const keyOf = (group: string, { name, also, opened }: Entry) => [group, ...(opened ?? [name, also])].join('/')

interface PaletteProps {
  onClose: () => void
}
/** Finds pages, actions and records from one field: type, choose with the arrows, open with Enter. */
export const Palette = ({ onClose }: PaletteProps) => (
  <Dialog opened onClose={onClose} title="Cerca" fullScreen={usePhone()} size="lg" yOffset="10vh">
    <Finder onClose={onClose} />
  </Dialog>
)
function Finder({ onClose }: PaletteProps) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { groups, asking, failed, again } = useEntries(typed, searched.length < SEARCH_LETTERS ? '' : searched)
  const entries = groups.flatMap((group) =>
    group.entries.map((entry) => ({ ...entry, found: group.found, key: keyOf(group.title, entry) })),
  )
  const combobox = useCombobox({ opened: true })
  const keys = entries.map(({ key }) => key).join('\n')
  const waiting = asking || searched !== typed.trim()
  /** After an arrow key, results that arrive later do not change the selection. */
  const moved = useRef(false)
  /** With Ctrl: opens in a new tab, and the palette stays open. */
  const aside = useRef(false)
  /** Enter was pressed before the results arrived. The best match, or the entry chosen with an arrow (its key), is opened when they do. */
  const entered = useRef<boolean | string>(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of those that are found now
  useEffect(() => {
    if (!moved.current) combobox.selectFirstOption()
    if (waiting) return
    const wished = entered.current && (entries.find(({ key }) => key === entered.current) ?? entries[0])
    entered.current = false
    if (wished) go(wished.key)
  }, [keys, waiting])
  function go(key: string) {
    const entry = entries.find((one) => one.key === key)
    // The results may belong to fewer letters than were typed.
    if (!entry) return
    if (entered.current && waiting && entry.found) {
      if (moved.current) entered.current = key
      return
    }
    entered.current = false
    if (entry.opened) keepRecent(...entry.opened)
    if (aside.current) return void window.open(router.buildLocation(entry.link as never).href, '_blank', 'noopener')
    onClose()
    void router.navigate(entry.link as never)
  }
  const nothing = !entries.length && !waiting && !failed
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label="Pagina, azione o record"
            placeholder="Pagina, azione, numero di verifica, punto vendita…"
            leftSection={<IconSearch size={18} />}
            value={typed}
            maxLength={SEARCH_LENGTH}
            // The combobox would keep Home and End for itself.
            onKeyDown={(event) => {
              const { key } = event
              aside.current = event.ctrlKey || event.metaKey
              if (key === 'Escape') onClose()
              if (key === 'Enter') entered.current = true
              if (key === 'ArrowDown' || key === 'ArrowUp') moved.current = true
              const end = { Home: 0, End: entries.length - 1 }[key]
              if (end === undefined || event.shiftKey || !entries.length) return
              event.preventDefault()
              moved.current = true
              combobox.selectOption(end)
            }}
            onChange={({ currentTarget }) => {
              moved.current = false
              entered.current = false
              setTyped(currentTarget.value)
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options
          aria-label="Risultati"
          className={classes.options}
          tabIndex={0}
          onMouseDown={(event) => {
            aside.current = event.ctrlKey || event.metaKey
          }}
        >
          <Options groups={groups} />
        </Combobox.Options>
      </Combobox>
      <Group mt="xs" justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {nothing && `Nessun risultato per «${typed.trim()}»`}
          {failed && 'I record non si possono cercare adesso: qui ci sono pagine e azioni.'}
          {!nothing && !failed && waiting && typed.trim().length >= SEARCH_LETTERS && 'Ricerca in corso…'}
        </Text>
        {failed && (
          <Button variant="subtle" size="compact-sm" onClick={again}>
            Riprova
          </Button>
        )}
        <Button variant="subtle" color="gray" size="compact-sm" visibleFrom="sm" ml="auto" onClick={() => layer.set('shortcuts')}>
          Scorciatoie da tastiera
        </Button>
      </Group>
    </>
  )
}

const Options = ({ groups }: Pick<ReturnType<typeof useEntries>, 'groups'>) =>
  groups.map(({ title, entries }) => (
    <Combobox.Group key={title} label={title}>
      {entries.map((entry) => {
        const [key, ItsIcon] = [keyOf(title, entry), entry.icon]
        return (
          <Combobox.Option key={key} value={key} className={classes.option}>
            <Group gap="xs" wrap="nowrap">
              <ItsIcon size={18} />
              <span className={classes.name}>{entry.name}</span>
              <Text span size="sm" c="dimmed" truncate>
                {entry.also}
              </Text>
            </Group>
          </Combobox.Option>
        )
      })}
    </Combobox.Group>
  ))
