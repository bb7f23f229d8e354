import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { competitorPrices, type Neighbour } from '../../../contract/prices/competitor-prices.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { count } from '../../../lib/format.ts'
import { query, useSend } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { stationName } from './filters.ts'
import { kilometres } from './format.ts'
import classes from './NeighboursDialog.module.css'

const RADII = [1, 2, 5, 10, 20, 50].map((km) => ({ value: String(km), label: `${km} km` }))

interface NeighboursDialogProps {
  /** The station that the list is filtered by. */
  station: number | undefined
  onClose: () => void
}

/** Imports stations of the ministry's registry around one of ours as competitors. Existing ones are shown as such. */
export function NeighboursDialog({ station, onClose }: NeighboursDialogProps) {
  const phone = usePhone()
  const [of, setOf] = useState<number | null>(station ?? null)
  const [radius, setRadius] = useState(5)
  return (
    <Dialog opened onClose={onClose} title="Importa i vicini" fullScreen={phone} size="lg">
      <Stack>
        <Group align="end" wrap={phone ? 'wrap' : 'nowrap'}>
          <ResourceSelect
            label="Punto vendita"
            source={stations.suggest}
            say={stationName}
            value={of}
            onChange={setOf}
            data-autofocus
            required
            style={{ flex: 1 }}
          />
          <Select
            label="Entro"
            data={RADII}
            value={String(radius)}
            onChange={(value) => setRadius(Number(value))}
            allowDeselect={false}
            w="7rem"
          />
        </Group>
        {of === null ? (
          <Text c="dimmed">Scegli il punto vendita intorno a cui cercare.</Text>
        ) : (
          <Found key={`${of} ${radius}`} {...{ of, radius, onClose }} />
        )}
      </Stack>
    </Dialog>
  )
}

function Found({ of, radius, onClose }: { of: number; radius: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(competitorPrices.neighbours, { station_id: of, radius }))
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const { mutate, isPending } = useSend(competitorPrices.take)
  if (error) return <ErrorState message={`Ricerca non riuscita. ${error.message}`} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows rows={4} />
  if (!data.length)
    return (
      <Text c="dimmed">
        Nel registro MIMIT non c’è nessun impianto entro {radius} km, oppure il punto vendita non ha coordinate o il registro non è ancora
        stato importato.
      </Text>
    )
  const fresh = data.filter(({ present }) => !present)
  const chosen = fresh.filter(({ id }) => !left.has(id))
  const toggle = (id: number) => setLeft((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const take = () => mutate({ station_id: of, mise_ids: chosen.map(({ id }) => id) }, { onSuccess: onClose })
  return (
    <Stack>
      <Text size="sm" role="status">
        {count(data.length)} impianti entro {radius} km, {count(data.length - fresh.length)} già presenti.
      </Text>
      <ul className={classes.list}>
        {data.map((one) => (
          <li key={one.id}>
            <Checkbox
              label={<Line one={one} />}
              checked={!one.present && !left.has(one.id)}
              disabled={one.present}
              onChange={() => toggle(one.id)}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button loading={isPending} disabled={!chosen.length} onClick={take}>
          Importa {count(chosen.length)}
        </Button>
      </Group>
    </Stack>
  )
}

const Line = ({ one: { brand, name, city, province, distance_km, present } }: { one: Neighbour }) => (
  <>
    {brand} {name} · {city} ({province ?? '–'}) · {kilometres(distance_km)}
    {present && ' · già presente'}
  </>
)
