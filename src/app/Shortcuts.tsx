import { Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { type Shortcut, shortcuts } from '../crud/list/shortcuts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { usePhone } from '../ui/use-phone.ts'

const places = ['Ovunque', 'In un elenco', 'Tra le righe di una tabella', 'In un record', 'In un modulo'] as const
type Place = (typeof places)[number]
/** Where each shortcut works, and what it does. */
const told: Readonly<Record<Shortcut, readonly [Place, string]>> = {
  palette: ['Ovunque', 'Cerca pagine, azioni e record'],
  sheet: ['Ovunque', 'Mostra queste scorciatoie'],
  search: ['In un elenco', 'Vai alla casella di ricerca'],
  fresh: ['In un elenco', 'Inizia un nuovo record'],
  clear: ['In un elenco', 'Annulla la selezione delle righe'],
  rows: ['Tra le righe di una tabella', 'Vai alla riga sopra o sotto'],
  cells: ['Tra le righe di una tabella', 'Vai alla cella accanto'],
  ends: ['Tra le righe di una tabella', 'Vai alla prima o all’ultima riga'],
  open: ['Tra le righe di una tabella', 'Apri la riga'],
  edit: ['Tra le righe di una tabella', 'Modifica la cella (riepilogo orari)'],
  tick: ['Tra le righe di una tabella', 'Seleziona la riga'],
  tickMany: ['Tra le righe di una tabella', 'Seleziona fino a questa riga'],
  menu: ['Tra le righe di una tabella', 'Apri le azioni della riga'],
  before: ['In un record', 'Vai al precedente dell’elenco'],
  after: ['In un record', 'Vai al successivo dell’elenco'],
  save: ['In un modulo', 'Salva'],
  saveAndMore: ['In un modulo', 'Pianifica la verifica e passa alla successiva'],
}
const italian: Readonly<Record<string, string>> = {
  Ctrl: 'Ctrl',
  Shift: 'Maiusc',
  Escape: 'Esc',
  Enter: 'Invio',
  ' ': 'Spazio',
  ContextMenu: 'Menu',
  Home: 'Inizio',
  End: 'Fine',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
const keysOf = (pressed: string) => pressed.split('+').map((key) => italian[key] ?? (pressed.includes('+') ? key.toUpperCase() : key))

/** All shortcuts of the app, grouped by where they work. */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
  <Dialog opened onClose={onClose} title="Scorciatoie da tastiera" fullScreen={usePhone()}>
    <Stack>
      {places.map((place) => (
        <section key={place} aria-label={place}>
          <Title order={3} size="h6" c="dimmed" mb={4}>
            {place}
          </Title>
          {(Object.keys(told) as Shortcut[])
            .filter((name) => told[name][0] === place)
            .map((name) => (
              <Group key={name} justify="space-between" py={4} wrap="nowrap">
                <Text>{told[name][1]}</Text>
                <Group gap={4} wrap="nowrap">
                  {shortcuts[name].map((pressed, at) => (
                    <Fragment key={pressed}>
                      {at > 0 && <Text c="dimmed">o</Text>}
                      {keysOf(pressed).map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </Fragment>
                  ))}
                </Group>
              </Group>
            ))}
        </section>
      ))}
    </Stack>
  </Dialog>
)
