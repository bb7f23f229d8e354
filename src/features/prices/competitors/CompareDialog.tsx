import { Select, Stack, Table, TableScrollContainer, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Comparison, competitorPrices, competitorSources } from '../../../contract/prices/competitor-prices.ts'
import { priceModes } from '../../../contract/stations/stations.ts'
import { day, dayTime, euro } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { Chart } from '../../../ui/Chart.tsx'
import type { ChartData } from '../../../ui/chart-data.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { stationName } from './filters.ts'
import { difference, kilometres } from './format.ts'
import { SeenPriceForm } from './SeenPriceForm.tsx'

type Price = Comparison['prices'][number]
const priced = (value: number | null) => (value === null ? '–' : euro(value))
const keyOf = ({ fuel_id, mode }: Pick<Price, 'fuel_id' | 'mode'>) => `${fuel_id} ${mode}`
const nameOf = ({ fuel, mode }: Price) => `${fuel} ${priceModes[mode].toLowerCase()}`

/** Brand and name; the brand is not repeated, because the ministry's names often begin with it. */
const titleOf = ({ brand, name }: Comparison) => (name.toLowerCase().startsWith(brand.toLowerCase()) ? name : `${brand} ${name}`)

/** A competitor's prices beside ours and the means of the area. */
export function CompareDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const phone = usePhone()
  const { data, error, refetch } = useQuery(query(competitorPrices.comparison, { id }, true))
  return (
    <Dialog opened onClose={onClose} title={data ? titleOf(data) : 'Confronto prezzi'} fullScreen={phone} size="xl">
      {error ? (
        error.status === 404 ? (
          <Text>Il concorrente non c’è più.</Text>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )
      ) : data ? (
        <Shown id={id} data={data} />
      ) : (
        <LoadingRows rows={6} />
      )}
    </Dialog>
  )
}

function Shown({ id, data }: { id: number; data: Comparison }) {
  const { city, station, distance_km, province, region, means_day, prices } = data
  const writes = useCan()(competitorPrices.survey.policy)
  return (
    <Stack>
      <Text size="sm">
        {city}
        {station && (
          <>
            {' · confrontato con '}
            <LinkAnchor to="/stazioni/$id" params={{ id: station.id }}>
              {stationName(station)}
            </LinkAnchor>
            {distance_km !== null && `, a ${kilometres(distance_km)}`}
          </>
        )}
      </Text>
      {prices.length ? (
        <>
          <TableScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  {['Carburante', 'Nostro', 'Loro', 'Δ', `Media ${province ?? 'prov.'}`, `Media ${region ?? 'regione'}`, 'Rilevato il'].map(
                    (head) => (
                      <Table.Th key={head}>{head}</Table.Th>
                    ),
                  )}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody style={{ whiteSpace: 'nowrap' }}>
                {prices.map((one) => (
                  <Table.Tr key={keyOf(one)}>
                    <Table.Td>{nameOf(one)}</Table.Td>
                    <Table.Td>{priced(one.ours)}</Table.Td>
                    <Table.Td>{priced(one.theirs)}</Table.Td>
                    <Table.Td>{difference(one.ours === null || one.theirs === null ? null : one.theirs - one.ours)}</Table.Td>
                    <Table.Td>{priced(one.province)}</Table.Td>
                    <Table.Td>{priced(one.region)}</Table.Td>
                    <Table.Td>{one.at && one.source ? `${dayTime(one.at)} (${competitorSources[one.source]})` : '–'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </TableScrollContainer>
          <Days id={id} prices={prices} areas={{ province, region }} />
        </>
      ) : (
        <Text c="dimmed">Nessun prezzo conosciuto, né nostro né loro.</Text>
      )}
      {writes && <SeenPriceForm id={id} />}
      <Text size="sm" c="dimmed">
        {means_day ? `Medie del ${day(means_day)}. ` : 'Medie non ancora calcolate: il registro MIMIT non è stato importato di recente. '}
        Fonte: MIMIT – Osservaprezzi Carburanti.
      </Text>
    </Stack>
  )
}

interface DaysProps {
  id: number
  prices: readonly Price[]
  areas: { province: string | null; region: string | null }
}
/** Chart of the last thirty days of one fuel and mode. */
function Days({ id, prices, areas: { province, region } }: DaysProps) {
  const known = prices.find((one) => one.ours !== null && one.theirs !== null) ?? prices[0]!
  const [chosen, setChosen] = useState(keyOf(known))
  const one = prices.find((price) => keyOf(price) === chosen) ?? known
  const { data: days, error, refetch } = useQuery(query(competitorPrices.days, { id, fuel_id: one.fuel_id, mode: one.mode }))
  const chart = useMemo<ChartData | undefined>(
    () =>
      days && {
        heading: 'Giorno',
        labels: days.map((one) => day(one.day).slice(0, 5)),
        steps: true,
        series: [
          { name: 'Nostro', tone: 'plain', values: days.map((one) => one.ours) },
          { name: 'Loro', tone: 'wait', values: days.map((one) => one.theirs) },
          { name: `Media ${province ?? 'provincia'}`, tone: 'neutral', values: days.map((one) => one.province) },
          { name: `Media ${region ?? 'regione'}`, tone: 'ok', values: days.map((one) => one.region) },
        ],
      },
    [days, province, region],
  )
  return (
    <Stack gap="xs">
      <Select
        label="Andamento di"
        data={prices.map((price) => ({ value: keyOf(price), label: nameOf(price) }))}
        value={keyOf(one)}
        onChange={(value) => value && setChosen(value)}
        allowDeselect={false}
        maw="20rem"
      />
      {error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : chart ? (
        <Chart title={`${nameOf(one)}, ultimi 30 giorni`} kind="line" data={chart} format={euro} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </Stack>
  )
}
