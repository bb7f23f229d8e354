import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { IconSearch } from '../ui/icons.tsx'
import { usePhone } from '../ui/use-phone.ts'
import classes from './Palette.module.css'
import { LETTERS, useEntries } from './palette-entries.ts'

const PAUSE_MS = 200

interface PaletteProps {
  onClose: () => void
}
/** Pages, actions and records from one field: typed, chosen with the arrows, opened with Enter. */
export const Palette = ({ onClose }: PaletteProps) => (
  <Dialog opened onClose={onClose} title="Cerca" fullScreen={usePhone()} size="lg" yOffset="10vh">
    <Finder onClose={onClose} />
  </Dialog>
)
function Finder({ onClose }: PaletteProps) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { groups, asking, failed } = useEntries(typed, searched)
  const entries = groups.flatMap((group) => group.entries.map((entry) => ({ ...entry, key: `${group.title}/${entry.name}/${entry.also}` })))
  const combobox = useCombobox({ opened: true })
  const keys = entries.map(({ key }) => key).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of those that are found now
  useEffect(() => {
    combobox.selectFirstOption()
  }, [keys])
  const go = (key: string) => {
    const entry = entries.find((one) => one.key === key)
    if (!entry) return
    onClose()
    void router.navigate(entry.link as never)
  }
  const waiting = asking || searched !== typed.trim()
  const nothing = !entries.length && !waiting && !failed
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            aria-label="Pagina, azione o record"
            placeholder="Pagina, azione, numero di verifica, punto vendita…"
            leftSection={<IconSearch size={18} />}
            value={typed}
            maxLength={100}
            // The list of choices would keep it for itself.
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label="Risultati" className={classes.options} tabIndex={0}>
          {groups.map(({ title, entries: all }) => (
            <Combobox.Group key={title} label={title}>
              {all.map(({ name, also, icon: ItsIcon }) => (
                <Combobox.Option key={`${title}/${name}/${also}`} value={`${title}/${name}/${also}`} className={classes.option}>
                  <Group gap="xs" wrap="nowrap">
                    <ItsIcon size={18} />
                    <span className={classes.name}>{name}</span>
                    <Text span size="sm" c="dimmed" truncate>
                      {also}
                    </Text>
                  </Group>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
      <Text size="sm" c="dimmed" role="status" mt="xs">
        {nothing && `Nessun risultato per "${typed.trim()}".`}
        {failed && 'I record non si possono cercare adesso: qui ci sono pagine e azioni.'}
        {!nothing && !failed && waiting && typed.trim().length >= LETTERS && 'Ricerca in corso…'}
      </Text>
    </>
  )
}
