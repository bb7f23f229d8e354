import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { inspections } from '../../contract/inspections/inspections.ts'
import { listRoute } from '../../crud/list/crud-route.ts'
import { listLoader } from '../../crud/list/list-loader.ts'
import { useListState, useParameters } from '../../crud/list/list-search.ts'
import { useTotal } from '../../crud/list/use-rows.ts'
import { today } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { can, useCan } from '../../lib/session.ts'
import { useWorks } from '../../outbox/use-outbox.ts'
import { monthOf } from '../../rules/shared/calendar.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { useDesk } from '../../ui/use-desk.ts'
import { InspectionList } from './InspectionList.tsx'
import { inspectionsSearch } from './inspections-search.ts'
import { LocalList, PlannedOffline, useLocalInspections } from './LocalList.tsx'
import { KeepOfflineFresh, PrepareOffline } from './PrepareOffline.tsx'

// Dialogs of this page, each loaded when it is opened.
const ImportDialog = part(() => import('./ImportDialog.tsx').then((m) => m.ImportDialog))
const PlanCalendar = part(() => import('./PlanCalendar.tsx').then((m) => m.PlanCalendar))
const PlanDialog = part(() => import('./PlanDialog.tsx').then((m) => m.PlanDialog))
const StartDialog = part(() => import('./StartDialog.tsx').then((m) => m.StartDialog))

const loadInspections = listLoader(inspections.list)
export const Route = createFileRoute('/_signed/verifiche/')({
  ...listRoute<typeof inspections.list, ReturnType<typeof inspectionsSearch>>('insp.read'),
  loader: (given) => {
    loadInspections(given)
    if (can('insp')) for (const what of [useLocalInspections, useWorks]) what.ahead()
  },
  component: InspectionsPage,
})

function InspectionsPage() {
  const can = useCan()
  const { nuova, modello, pv, mese } = useParameters(inspectionsSearch)
  // The office looks into what its device holds from the state of the connection.
  const office = useDesk() && can('super')
  // Without a network what is on the device is drawn first: it is what can be worked on.
  const whole = useDeferredValue(true, connection.get() === 'online')
  const navigate = Route.useNavigate()
  const show = (what: 'avvia' | 'pianifica' | 'importa' | undefined) =>
    void navigate({ search: (old) => ({ ...old, nuova: what, modello: undefined, pv: undefined }) })
  const turnTo = (month: string | undefined) => void navigate({ search: (old) => ({ ...old, mese: month }) })
  const turn = (
    <Button variant="default" onClick={() => turnTo(mese ? undefined : monthOf(today()))}>
      {mese ? 'Elenco' : 'Calendario'}
    </Button>
  )
  return (
    <Page
      title="Verifiche"
      count={useTotal(useListState(inspections.list))}
      action={
        can('insp') && (
          <>
            {can('super') && (
              <Button variant="default" onClick={() => show('pianifica')}>
                Pianifica
              </Button>
            )}
            <Button onClick={() => show('avvia')}>Nuova verifica</Button>
          </>
        )
      }
    >
      <Stack gap="lg">
        {can('insp') && (
          <>
            {office ? <KeepOfflineFresh /> : <PrepareOffline />}
            <LocalList />
            <PlannedOffline />
          </>
        )}
        {!whole ? (
          <LoadingRows />
        ) : mese ? (
          <>
            <Group justify="flex-end">{turn}</Group>
            <PlanCalendar meanwhile={<LoadingRows />} month={mese} onMonth={turnTo} />
          </>
        ) : (
          <InspectionList layouts={turn} />
        )}
        {can('super') && (
          <Group>
            <Button variant="default" onClick={() => show('importa')}>
              Importa ZIP di un dispositivo
            </Button>
          </Group>
        )}
      </Stack>

      {nuova === 'avvia' && <StartDialog repeat={{ model: modello, station: pv }} onClose={() => show(undefined)} />}
      {nuova === 'importa' && <ImportDialog onClose={() => show(undefined)} />}
      {nuova === 'pianifica' && <PlanDialog onClose={() => show(undefined)} />}
    </Page>
  )
}
