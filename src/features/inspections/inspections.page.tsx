import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { wholeNumber } from '../../contract/crud.ts'
import { inspections } from '../../contract/inspections.ts'
import { listSearch, useListState } from '../../crud/list-search.ts'
import { useTotal } from '../../crud/use-rows.ts'
import { guard } from '../../lib/access.ts'
import { today } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { Page } from '../../ui/Page.tsx'
import { monthOf } from './calendar.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { InspectionList } from './InspectionList.tsx'
import { LocalList } from './LocalList.tsx'
import { PlanCalendar } from './PlanCalendar.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { Prepare } from './Prepare.tsx'
import { StartDialog } from './StartDialog.tsx'

const search = listSearch(inspections.list, {
  nuova: v.picklist(['avvia', 'pianifica', 'importa']),
  /** With `nuova=avvia`: what the verifica to repeat was about. */
  modello: wholeNumber(1),
  pv: wholeNumber(1),
  /** The month `YYYY-MM` of the calendar, which stands in place of the list. */
  mese: v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
})

export const Route = createFileRoute('/_signed/verifiche/')({
  validateSearch: search,
  beforeLoad: guard('insp.read'),
  loaderDeps: ({ search: { nuova: _n, modello: _m, pv: _p, mese: _c, ...list } }) => list,
  loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(query(inspections.list, deps)),
  component: InspectionsPage,
})

function InspectionsPage() {
  const can = useCan()
  const { nuova, modello, pv, mese } = Route.useSearch()
  const navigate = Route.useNavigate()
  const show = (what: 'avvia' | 'pianifica' | 'importa' | undefined) =>
    void navigate({ search: (old) => ({ ...old, nuova: what, modello: undefined, pv: undefined }) })
  const turnTo = (month: string | undefined) => void navigate({ search: (old) => ({ ...old, mese: month }) })
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
            <Prepare />
            <LocalList />
          </>
        )}
        <Group>
          <Button variant="default" onClick={() => turnTo(mese ? undefined : monthOf(today()))}>
            {mese ? 'Elenco' : 'Calendario'}
          </Button>
        </Group>
        {mese ? <PlanCalendar month={mese} onMonth={turnTo} /> : <InspectionList />}
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
