import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { stationDirectory, WHOLE_DIRECTORY } from '../../../contract/stations/openings.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { usePersonal } from '../../../lib/personal.ts'
import { query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconGasStation } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { Page } from '../../../ui/Page.tsx'
import { QueuedOrders, useQueuedOrders } from '../QueuedOrders.tsx'
import classes from '../shop.module.css'
import { Catalogue } from './Catalogue.tsx'

interface Place {
  id: number
  code: string
  name: string
}
const nameOf = ({ code, name }: Place) => `${code} ${name}`
/** So many stations or fewer are offered as a list; of more one is searched for. */
const FEW = 19

/** The catalogue of a station with the person's cart: whoever has one station is there at once. */
export function Shop({ title }: { title: string }) {
  const { pv, ordine }: { pv?: number; ordine?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  // Remembered on the device, so that the catalogue opens without a network too.
  const [remembered, remember] = usePersonal<{ station?: Place }>('shop', {})
  const { data: asked, isError, refetch } = useQuery(query(stations.suggest, {}))
  const { data: here } = useQuery({ ...query(stationDirectory.list, WHOLE_DIRECTORY), enabled: false, select: ({ data }) => data })
  const data = asked ?? here
  const only = data?.length === 1 ? data[0] : undefined
  const chosen = (Number(pv) || only?.id) ?? remembered.station?.id
  const place = data?.find(({ id }) => id === chosen) ?? (remembered.station?.id === chosen ? remembered.station : undefined)
  useEffect(() => {
    if (only && remembered.station?.id !== only.id) remember({ station: { id: only.id, code: only.code, name: only.name } })
  }, [only, remembered, remember])
  const choose = (id: number | null, hint: Place | null | undefined) => {
    if (!id) return
    if (hint) remember({ station: { id, code: hint.code, name: hint.name } })
    void navigate({ to: '.', search: { pv: id } as never, replace: true })
  }
  const orders = (
    <LinkAnchor to="/intracommerce/ordini" className={classes.target}>
      I miei ordini
    </LinkAnchor>
  )
  return (
    <Page
      title={title}
      subtitle={
        only ? (
          <>
            {nameOf(only)} · {orders}
          </>
        ) : (
          orders
        )
      }
    >
      {data &&
        !only &&
        data.length > 0 &&
        (data.length <= FEW ? (
          <Select
            label="Punto vendita"
            maw="26rem"
            allowDeselect={false}
            searchable
            data={data.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            value={chosen ? String(chosen) : null}
            onChange={(id) =>
              choose(
                Number(id),
                data.find((one) => one.id === Number(id)),
              )
            }
          />
        ) : (
          <ResourceSelect
            source={stations.suggest}
            say={nameOf}
            label="Punto vendita"
            maw="26rem"
            clearable={false}
            value={chosen ?? null}
            chosen={(place as never) ?? null}
            here={here as never}
            onChange={choose}
          />
        ))}
      {data?.length === 0 && <EmptyState icon={IconGasStation} message="Nessun punto vendita per cui ordinare." />}
      {!data && !isError && <LoadingRows />}
      {isError && !data && !chosen && <ErrorState whole onRetry={() => void refetch()} />}
      {chosen ? (
        <Ordering key={chosen} station={chosen} place={place ? nameOf(place) : `Punto vendita n. ${chosen}`} order={ordine} />
      ) : (
        data && data.length > 1 && <EmptyState icon={IconGasStation} message="Scegli il punto vendita per cui ordinare." />
      )}
    </Page>
  )
}

/** The catalogue, below the orders that wait on this device. `order`: the uuid of a refused one that is corrected. */
function Ordering({ station, place, order }: { station: number; place: string; order: string | undefined }) {
  const queued = useQueuedOrders(station)
  if (!queued) return <LoadingRows />
  const refused = queued.find(({ entity, state }) => entity === order && state === 'needs-fix')
  return (
    <>
      <QueuedOrders items={queued} corrected={refused?.entity} />
      <Catalogue key={refused?.id ?? 'new'} station={station} place={place} refused={refused} />
    </>
  )
}
