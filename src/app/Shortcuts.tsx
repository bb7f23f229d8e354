import { Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { type Shortcut, shortcuts } from '../crud/shortcuts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { usePhone } from '../ui/use-phone.ts'

type Place = 'Ovunque' | 'In un elenco' | 'In un record' | 'In un modulo'
/** Where each is, and what it does. */
const told: Readonly<Record<Shortcut, readonly [Place, string]>> = {
  palette: ['Ovunque', 'Cerca pagine, azioni e record'],
  sheet: ['Ovunque', 'Mostra queste scorciatoie'],
  search: ['In un elenco', 'Vai alla casella di ricerca'],
  fresh: ['In un elenco', 'Inizia un nuovo record'],
  clear: ['In un elenco', 'Annulla la selezione delle righe'],
  before: ['In un record', 'Vai al precedente dell’elenco'],
  after: ['In un record', 'Vai al successivo dell’elenco'],
  save: ['In un modulo', 'Salva'],
}
const places: readonly Place[] = ['Ovunque', 'In un elenco', 'In un record', 'In un modulo']
const italian: Readonly<Record<string, string>> = { Escape: 'Esc', Enter: 'Invio' }
const keysOf = (pressed: string) =>
  pressed.split('+').map((key) => italian[key] ?? (pressed.includes('+') ? key.toUpperCase() : key).replace('CTRL', 'Ctrl'))

/** All keys of the app, by where they work. */
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
