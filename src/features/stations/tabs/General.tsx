import { Alert, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { stationRecord } from '../../../contract/stations/record.ts'
import type { Station } from '../../../contract/stations/stations.ts'
import { useRecordDialog } from '../../../crud/form/record-dialog.ts'
import { Facts } from '../../../crud/record/Facts.tsx'
import { neighbourLink } from '../../../crud/record/Neighbours.tsx'
import { useOriginList } from '../../../crud/record/origin-list.ts'
import { stationWarnings } from '../../../rules/stations/station-checks.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { part } from '../../../ui/part.tsx'
import { sections } from '../station-sections.ts'
import classes from './General.module.css'

const StationForm = part(() => import('../StationForm.tsx').then((m) => m.StationForm))

/** "Dati generali": read, or in the place of that their form. */
export function General({ station, editing }: { station: Station; editing: boolean }) {
  const dialog = useRecordDialog()
  const came = useOriginList()
  const navigate = useNavigate()
  if (!editing) return <Told station={station} />
  const after = came?.after
  const next = after
    ? () => navigate({ ...neighbourLink(after), search: { modulo: Number(after) } as never, state: (old) => ({ ...old, dialog: false }) })
    : undefined
  return <StationForm meanwhile={<LoadingRows />} record={station} onDone={dialog.close} onCancel={dialog.close} onNext={next} />
}

/** Fields the person may not see are left out. */
function Told({ station }: { station: Station }) {
  // Those in sight first.
  const drawn = useDeferredValue(sections.length, 2)
  const known = sections
    .slice(0, drawn)
    .map(({ title, names }) => ({ title, names: names.filter((name) => station[name] !== undefined) }))
    .filter(({ names }) => names.length)
  // A person who may correct it is told what to look at.
  const warnings = station.writable.includes('net.write') ? stationWarnings(station, station.fuels ?? []) : []
  return (
    <Columns min="24rem">
      {warnings.length > 0 && (
        <Alert color="amber" title="Da verificare" className={classes.all}>
          {warnings.map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        </Alert>
      )}
      {known.map(({ title, names }) => (
        <section key={title} className={classes.part}>
          <Title order={2} mb="xs">
            {title}
          </Title>
          <Facts
            resource={stationRecord}
            record={station}
            names={names.filter((name) => name !== 'area_manager_id')}
            more={names.includes('area_manager_id') ? { 'Responsabile di zona': station.area_manager } : {}}
          />
        </section>
      ))}
    </Columns>
  )
}
