import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pricePdfs } from '../../../contract/prices/pdfs.ts'
import { prices } from '../../../contract/prices/prices.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { PrintButton } from '../../../crud/import/PrintButton.tsx'
import { day, today } from '../../../lib/format.ts'
import { isUnread, query } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { communicationOf } from '../../../rules/prices/communication.ts'
import { addDays } from '../../../rules/shared/italian.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconPlus } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { FuturePrices } from './FuturePrices.tsx'
import { PriceGrid, type Sold } from './PriceGrid.tsx'
import { PriceHistory } from './PriceHistory.tsx'

const NewPrice = part(() => import('./NewPrice.tsx').then((m) => m.NewPrice))
const PriceChart = part(() => import('./PriceChart.tsx').then((m) => m.PriceChart))
const DAYS = 90
const tones = { never: 'neutral', fresh: 'ok', soon: 'wait', late: 'error' } as const

/** Prices of a station: current ones with their age, planned ones, a chart, and all changes. */
export function Prices({ id, sold, locked }: { id: number; sold: readonly Sold[]; locked: boolean }) {
  const can = useCan()
  const [writing, setWriting] = useState(false)
  const [whole, setWhole] = useState(false)
  const current = useQuery(query(stations.prices, { id }))
  const recent = useQuery(query(prices.history, { id, since: addDays(today(), -DAYS) }))
  // The prices are shown without waiting for the means.
  const { data: means } = useQuery(query(prices.means, { id }, true))
  const all = useQuery({ ...query(prices.history, { id }), enabled: whole })
  const failed = [current, recent].find(isUnread)
  if (failed) return <ErrorState onRetry={() => void failed.refetch()} />
  if (!current.data || !recent.data) return <LoadingRows />
  const now = new Date().toISOString()
  const newest = current.data.map(({ valid_from }) => valid_from).sort()
  const { clock, state, sentence } = communicationOf(newest.at(-1) ?? null, now)
  const write = !locked && can(prices.create.policy)
  const papers = [
    { name: 'Cartello prezzi', description: 'Cifre grandi, da esporre', source: pricePdfs.signOn, input: { id } },
    { name: 'Listino e storico', description: 'Prezzi, grafico e variazioni di 60 giorni', source: pricePdfs.historyOn, input: { id } },
  ]
  return (
    <>
      <section aria-labelledby="prices">
        <Group justify="space-between" gap="xs" mb="xs">
          <Group gap="xs">
            <Title order={2} id="prices">
              Prezzi in vigore
            </Title>
            <StatusChip tone={tones[clock]} label={state} />
          </Group>
          <Group gap="xs">
            {current.data.length > 0 && (
              <PrintButton title="Stampa dei prezzi" documents={papers}>
                PDF
              </PrintButton>
            )}
            {write && sold.length > 0 && (
              <Button leftSection={<IconPlus />} onClick={() => setWriting(true)}>
                Nuovo prezzo
              </Button>
            )}
          </Group>
        </Group>
        <Stack gap="sm">
          <Text>{sentence}</Text>
          <PriceGrid sold={sold} prices={current.data} now={now} means={means} />
          {means?.day && (
            <Text size="sm" c="dimmed">
              Medie del {day(means.day)}. Fonte: MIMIT – Osservaprezzi Carburanti.
            </Text>
          )}
          <FuturePrices id={id} prices={recent.data} current={current.data} write={write} />
        </Stack>
      </section>
      {recent.data.some(({ state }) => state !== 'future') || current.data.length > 0 ? (
        <PriceChart days={DAYS} rows={recent.data} current={current.data} meanwhile={<LoadingRows />} />
      ) : null}
      <PriceHistory
        id={id}
        rows={all.data ?? recent.data}
        write={write}
        more={
          all.data ? undefined : { busy: all.isFetching, failed: all.isError, show: () => (whole ? void all.refetch() : setWhole(true)) }
        }
      />
      {writing && <NewPrice id={id} sold={sold} current={current.data} onClose={() => setWriting(false)} />}
    </>
  )
}
