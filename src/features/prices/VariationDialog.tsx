import { Alert, Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { prices, type StationPrices } from '../../contract/prices/prices.ts'
import type { fuels } from '../../contract/stations/fuels.ts'
import type { ListSearch } from '../../crud/list/list-search.ts'
import { call } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { useSend } from '../../lib/query.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import type { ValidFrom } from './price-draft.ts'
import { ValidFromField } from './ValidFromField.tsx'
import { VariationPreview } from './VariationPreview.tsx'
import { validFromInstant } from './valid-from.ts'
import { type Variation, type VariationLine, variationLines } from './variation.ts'

/** All stations that match the filters, fetched page by page. */
async function everyRow(search: object, signal: AbortSignal): Promise<StationPrices[]> {
  const rows: StationPrices[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const piece = await call(prices.list, { ...search, is_paginated: 0, page, per_page: undefined } as never, { signal })
    rows.push(...piece.data)
    last = piece.last_page
  }
  return rows
}
const modes = [
  { value: 'self', label: 'Self' },
  { value: 'serve', label: 'Servito' },
] as const
type Mode = (typeof modes)[number]['value']

interface VariationDialogProps {
  search: ListSearch<typeof prices.list>
  known: Output<typeof fuels.suggest>
  onStart: (job: number) => void
  onClose: () => void
}
/** "Applica variazione": adds an amount to the prices of many stations, with a preview of each. */
export function VariationDialog({ search, known, onStart, onClose }: VariationDialogProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [ways, setWays] = useState<string[]>(['self', 'serve'])
  const [delta, setDelta] = useState<number | null>(null)
  const [from, setFrom] = useState<ValidFrom>()
  const [off, setOff] = useState<ReadonlySet<number>>(new Set())
  const online = connection.use() === 'online'
  const begins = validFromInstant(from)
  const at = 'at' in begins ? begins.at : undefined
  const wrong = 'wrong' in begins ? begins.wrong : undefined
  const all = useMatchingStations(search, at)
  const variation = { fuels: chosen.map(Number), modes: ways as Mode[], delta: Number.isNaN(delta) ? null : delta }
  const lines = variationLines(all.data ?? [], variation)
  const going = lines.filter(({ row, wrong }) => !wrong && !off.has(row.id))
  const asks = going.filter((line) => line.asks).length
  const ready = going.length > 0 && !wrong && online && !all.isFetching
  const start = useStartVariation(onStart)
  return (
    <Dialog opened onClose={onClose} title="Applica variazione" size="xl" closeOnClickOutside={false}>
      <Stack>
        <Group align="flex-start" gap="md">
          <MultiSelect
            label="Carburanti"
            required
            data-autofocus
            flex="1 1 16rem"
            data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen}
            onChange={setChosen}
          />
          <NumberField
            label="Variazione (€)"
            required
            decimals={3}
            automatic="zero"
            w="9rem"
            value={delta ?? 0}
            onChange={(typed) => setDelta(typed === 0 ? null : typed)}
          />
        </Group>
        <Group gap="md" justify="space-between">
          <Checkbox.Group aria-label="Modalità" value={ways} onChange={setWays}>
            <Group gap="md">
              {modes.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <ValidFromField value={from} onChange={setFrom} />
        </Group>
        {wrong && (
          <Text c="red" size="sm">
            {wrong}
          </Text>
        )}
        {all.isError ? (
          <ErrorState message="I prezzi dei punti vendita non sono arrivati." onRetry={() => void all.refetch()} />
        ) : !all.data ? (
          <LoadingRows rows={3} />
        ) : lines.length ? (
          <VariationPreview lines={lines} known={known} off={off} onOff={setOff} />
        ) : (
          <NothingVaried variation={variation} stations={all.data.length} />
        )}
        {asks > 0 && (
          <Alert color="amber">
            {asks === 1 ? 'Un punto vendita ha un prezzo insolito' : `${count(asks)} punti vendita hanno prezzi insoliti`}: sono i primi
            dell’elenco. Applicando li confermi.
          </Alert>
        )}
        {start.error && (
          <Alert color="red" role="alert">
            {start.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button disabled={!ready} loading={start.isPending} onClick={() => start.submit(variation, going, at)}>
            {asks > 0 ? 'Applica comunque' : 'Applica'} a {count(going.length)} {going.length === 1 ? 'punto vendita' : 'punti vendita'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** All stations of the list with their prices at the moment the variation takes effect. */
function useMatchingStations({ page: _, per_page: __, sort: ___, date: ____, ...filters }: VariationDialogProps['search'], at?: string) {
  const asked = { ...filters, ...(at && { at }) }
  return useQuery({ queryKey: ['prices', 'variation', asked], queryFn: ({ signal }) => everyRow(asked, signal), staleTime: 0 })
}

/** Starts the job for the remaining stations. */
function useStartVariation(onStart: (job: number) => void) {
  const { mutate, error, isPending } = useSend(prices.vary)
  // A double press can come before the button is disabled.
  const begun = useRef(false)
  function submit({ fuels, modes, delta }: Variation, going: readonly VariationLine[], at: string | undefined) {
    if (begun.current) return
    begun.current = true
    mutate(
      {
        stations: going.map(({ row, changes }) => ({ id: row.id, seen: changes.map(({ cell }) => cell.id) })),
        ...{ fuels: [...fuels], modes: [...modes], delta: delta!, confirm: going.some((line) => line.asks) },
        ...(at && { valid_from: at }),
      },
      {
        onSuccess: ({ id }) => onStart(id),
        onError: () => {
          begun.current = false
        },
      },
    )
  }
  return { submit, error, isPending }
}

function NothingVaried({ variation: { fuels, modes, delta }, stations }: { variation: Variation; stations: number }) {
  return (
    <Text c="dimmed">
      {fuels.length && modes.length && delta
        ? 'Nessuno dei punti vendita in elenco ha un prezzo di questi carburanti.'
        : `Scegli i carburanti e di quanto: qui vedi che cosa diventa ogni prezzo di ${howMany(stations, 'punto', 'punti')} vendita in elenco.`}
    </Text>
  )
}
