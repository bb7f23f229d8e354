import { Button, Select } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { openingModes, openingSeasons } from '../../contract/stations/opening-fields.ts'
import { detailedOpenings, type StationHours } from '../../contract/stations/openings.ts'
import { stationStatuses } from '../../contract/stations/stations.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import type { Columns, RowAction } from '../../crud/list/columns.ts'
import { listRoute } from '../../crud/list/crud-route.ts'
import { anyOf, yesNo } from '../../crud/list/filters.tsx'
import { listLoader } from '../../crud/list/list-loader.ts'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { today } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { byMode, openWords, romeWallClock, stationOpenState } from '../../rules/stations/open-now.ts'
import { hoursText, weekdayOf } from '../../rules/stations/opening-hours.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconClock, IconFile, IconGasStation, IconPencil } from '../../ui/icons.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { editByKey } from './edit-by-key.ts'
import { byAll } from './filters.ts'
import { HoursCell } from './HoursCell.tsx'
import classes from './hours.module.css'
import { useSaveHours } from './use-save-hours.ts'
import { daysOf, type Week } from './week-hours.ts'

const HoursDialog = part(() => import('./HoursDialog.tsx').then((m) => m.HoursDialog))

export const Route = createFileRoute('/_signed/stazioni/riepilogo-orari')({
  ...listRoute<typeof detailedOpenings.list>('hours.read'),
  loader: listLoader(detailedOpenings.list),
  component: HoursPage,
})

/** Those that the documents suggest; another is found by the search of "Stazioni". */
const brands = ['IP', 'Eni', 'Q8', 'Tamoil', 'Esso', 'Api', 'Repsol', 'Pompe Bianche']
const filters = {
  province: byAll.province,
  brand: anyOf('Bandiera', Object.fromEntries(brands.map((name) => [name, name]))),
  open_now: yesNo('Aperti ora'),
  missing: yesNo('Orari mancanti'),
}
const words = (options: Readonly<Record<string, string>>) => Object.entries(options).map(([value, label]) => ({ value, label }))
const shortDays = ['Lun', 'Mar', 'Mer', 'Gio', 'Ven', 'Sab', 'Dom', 'Festivi']
const textOn = (row: StationHours, week: Week, weekday: number) => {
  const day = daysOf(row, week).find((one) => one.weekday === weekday)
  return day ? hoursText(day) : ''
}

/** "Riepilogo orari": the hours of all stations, day by day, of one mode and season at a time. */
function HoursPage() {
  const list = useListState(detailedOpenings.list)
  const { mode = 'servito', season = 'annuale' } = list.search
  const week: Week = { mode, season }
  const phone = usePhone()
  const navigate = useNavigate()
  const field = useCan()('net.field')
  const save = useSaveHours()
  const [edited, setEdited] = useState<StationHours>()
  const change = list.onSearch as (changes: object) => void
  const actions = (row: StationHours): RowAction[] => [
    ...(row.writable ? [{ label: 'Modifica orari', icon: IconPencil, onSelect: () => setEdited(row) }] : []),
    ...(field && row.readable
      ? [
          {
            label: 'Apri il punto vendita',
            icon: IconGasStation,
            onSelect: () => navigate({ to: '/stazioni/$id', params: { id: row.id } }),
          },
        ]
      : []),
  ]
  const switches = (
    <div className={classes.head}>
      <Select
        aria-label="Modalità"
        w="8rem"
        data={words(openingModes)}
        value={mode}
        allowDeselect={false}
        onChange={(next) => change({ mode: next })}
      />
      <Select
        aria-label="Stagione"
        w="8rem"
        data={words(openingSeasons)}
        value={season}
        allowDeselect={false}
        onChange={(next) => change({ season: next })}
      />
      <Button variant="default" visibleFrom="sm" leftSection={<IconFile />} onClick={() => window.print()}>
        Stampa
      </Button>
      {!phone && (
        <DownloadButton source={detailedOpenings.pdf} input={list.search} label="Scarica il PDF di tutti gli orari">
          PDF
        </DownloadButton>
      )}
    </div>
  )
  return (
    <Page title="Riepilogo orari" count={useTotal(list)} action={switches}>
      <p className={classes.printed}>
        {openingModes[mode]}, {openingSeasons[season].toLowerCase()}
      </p>
      <div onKeyDownCapture={editByKey} className={classes.matrix}>
        <PagedTable
          {...list}
          columns={phone ? onPhone(week) : onDesk(week, save)}
          actions={actions}
          filters={filters as never}
          empty={<EmptyState icon={IconClock} message="Orari non ancora inseriti." />}
        />
      </div>
      {edited && <HoursDialog key={edited.id} row={edited} week={week} save={save} onClose={() => setEdited(undefined)} />}
    </Page>
  )
}

const station: Columns<StationHours> = {
  'Punto vendita': { show: ({ code, name }) => `${code} ${name}`, text: ({ code, name }) => `${code} ${name}`, sort: 'name', wide: true },
  Comune: {
    show: ({ city, province }) => `${city} (${province})`,
    text: ({ city, province }) => `${city} (${province})`,
    sort: 'city',
    spare: 1,
  },
}
const onDesk = (week: Week, save: ReturnType<typeof useSaveHours>): Columns<StationHours> => ({
  ...station,
  ...Object.fromEntries(
    shortDays.map((heading, at) => [
      heading,
      {
        width: 5.9,
        text: (row: StationHours) => textOn(row, week, at + 1),
        show: (row: StationHours) => <HoursCell row={row} week={week} weekday={at + 1} onSave={(edit) => save(row, week, edit)} />,
      },
    ]),
  ),
})
/** Today first, and whether the station is open. */
function onPhone(week: Week): Columns<StationHours> {
  const first = new Date(`${today()}T00:00:00Z`).getUTCDay() || 7
  const order = [...Array.from({ length: 7 }, (_, at) => ((first - 1 + at) % 7) + 1), 8]
  return {
    ...station,
    Oggi: (row) => {
      if (!daysOf(row, week).length) return 'Orari non ancora inseriti.'
      if (row.status !== 'active') return stationStatuses[row.status]
      const wall = romeWallClock(Date.now())
      const state = stationOpenState(row.status, byMode(row.entries, week.mode), wall)
      if (!state) return ''
      const { word, next } = openWords(state, wall)
      return [word, next].filter(Boolean).join(' · ')
    },
    ...Object.fromEntries(order.map((weekday) => [weekdayOf(weekday), (row: StationHours) => textOn(row, week, weekday)])),
  }
}
