import { Button, Group, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { useState } from 'react'
import { priceModes } from '../../contract/stations/stations.ts'
import { count, dayTime } from '../../lib/format.ts'
import { howMany, others } from '../../rules/shared/how-many.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconExclamationCircle } from '../../ui/icons.tsx'
import { NotOpen } from './NotOpen.tsx'
import { difference, figure } from './PriceCell.tsx'
import { cellKey, type DraftPrice } from './price-draft.ts'
import { type Preview, warningsOf } from './publication.ts'

const MORE = 100

interface ConfirmPricesDialogProps {
  preview: Preview
  /** The instant from which the prices hold (ISO 8601); undefined means now. */
  at: string | undefined
  /** False while nothing can be sent. */
  ready: boolean
  onConfirm: () => void
  onClose: () => void
}
/** Shows each price of a publication before it is sent, those to be looked at first, and names the values that are left out. */
export function ConfirmPricesDialog({ preview: { cells, meanwhile }, at, ready, onConfirm, onClose }: ConfirmPricesDialogProps) {
  const [shown, setShown] = useState(MORE)
  const all = Object.values(cells)
  const reasons = new Map(warningsOf(cells).map(({ key, reason }) => [key, reason.replace(': confermare il prezzo', '')]))
  const good = all.filter(({ price }) => price !== null)
  const rank = (line: DraftPrice) => (reasons.has(cellKey(line)) ? 2 : Number(meanwhile.has(cellKey(line))))
  const lines = good.toSorted((one, other) => rank(other) - rank(one))
  const looked = reasons.size + meanwhile.size > 0
  const reasonOf = (line: DraftPrice) => [meanwhile.get(cellKey(line)), reasons.get(cellKey(line))].filter(Boolean).join(' ')
  const stations = new Set(good.map(({ station }) => station.id)).size
  return (
    <Dialog opened onClose={onClose} title="Prezzi da pubblicare" size="lg">
      <Stack>
        <Text>
          {howMany(good.length, 'prezzo', 'prezzi')} in {howMany(stations, 'punto vendita', 'punti vendita')},{' '}
          {at ? `dal ${dayTime(at)}` : 'da subito'}.{reasons.size > 0 && ` ${unusual(reasons.size)}`}
          {meanwhile.size > 0 && ` ${changed(meanwhile.size)}`}
        </Text>
        <NotOpen stations={good.map(({ station }) => station)} />
        <LeftOut values={all.filter(({ price }) => price === null)} />
        <TableScrollContainer minWidth={480} maxHeight="50dvh" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                {['Punto vendita', 'Carburante', 'Ora', 'Nuovo', ...(looked ? ['Da controllare'] : [])].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.slice(0, shown).map((line) => (
                <Line key={cellKey(line)} line={line} reason={looked ? reasonOf(line) : undefined} />
              ))}
            </Table.Tbody>
          </Table>
        </TableScrollContainer>
        {lines.length > shown && (
          <Button variant="subtle" onClick={() => setShown(shown + MORE)}>
            Mostra altri {count(Math.min(MORE, lines.length - shown))} di {count(lines.length)}
          </Button>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Torna ai prezzi
          </Button>
          <Button data-autofocus disabled={!ready} onClick={onConfirm}>
            Pubblica {good.length === 1 ? 'un prezzo' : `${count(good.length)} prezzi`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
const unusual = (many: number) =>
  many === 1
    ? 'Un prezzo è insolito, il primo dell’elenco: pubblicarlo così com’è?'
    : `${howMany(many, 'prezzo', 'prezzi')} sono insoliti, i primi dell’elenco: pubblicarli così come sono?`

const changed = (many: number) =>
  many === 1
    ? 'Un prezzo in vigore è cambiato nel frattempo: controllare prima di pubblicare.'
    : `${howMany(many, 'prezzo', 'prezzi')} in vigore sono cambiati nel frattempo: controllare prima di pubblicare.`

/** `reason`: undefined without the column, empty for a usual price. */
function Line({ line: { station, fuel, mode, now, price }, reason }: { line: DraftPrice; reason: string | undefined }) {
  return (
    <Table.Tr>
      <Table.Td>
        {station.code} {station.name}
      </Table.Td>
      <Table.Td>
        {fuel} {priceModes[mode].toLowerCase()}
      </Table.Td>
      <Table.Td>{now === null ? '–' : figure(now)}</Table.Td>
      <Table.Td>
        {figure(price!)} ({difference(price!, now)})
      </Table.Td>
      {reason !== undefined && (
        <Table.Td c="amber">
          {reason && <IconExclamationCircle size={14} aria-hidden />} {reason}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

/** The values of the draft that are no prices. */
function LeftOut({ values }: { values: readonly DraftPrice[] }) {
  if (!values.length) return null
  const named = values.map(({ text, station, fuel, mode }) => `${text} (${station.code}, ${fuel} ${priceModes[mode].toLowerCase()})`)
  return (
    <Text c="red">
      {values.length === 1
        ? 'Un valore non è un prezzo e non viene pubblicato: '
        : `${count(values.length)} valori non sono prezzi e non vengono pubblicati: `}
      {named.slice(0, 5).join(', ')}
      {named.length > 5 && ` e ${others(named.length - 5)}`}.
    </Text>
  )
}
