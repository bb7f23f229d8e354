import { Button } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { courseKinds, courseStatuses } from '../../contract/gpl/words.ts'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import { listRoute } from '../../crud/list/crud-route.ts'
import { anyOf, anyOfMany, related, yesNo } from '../../crud/list/filters.tsx'
import { type LoaderContext, listLoader } from '../../crud/list/list-loader.ts'
import { IN_PLACE, listSearch, useListState, useParameters } from '../../crud/list/list-search.ts'
import { NewButton } from '../../crud/list/NewButton.tsx'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { period } from '../../crud/list/period.tsx'
import { useTotal } from '../../crud/list/use-rows.ts'
import { day, today } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { monthOf } from '../../rules/shared/calendar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { part } from '../../ui/part.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { courseChip, hoursOf, placeOf, words } from './course.ts'
import { monthQuery } from './month.ts'

const CrudDialog = part(() => import('../../crud/form/CrudDialog.tsx').then((m) => m.CrudDialog))
const CourseForm = part(() => import('./CourseForm.tsx').then((m) => m.CourseForm), <LoadingRows />)
const CourseMonth = part(() => import('./CourseMonth.tsx').then((m) => m.CourseMonth), <LoadingRows />)
const CourseDialog = part(() => import('./CourseDialog.tsx').then((m) => m.CourseDialog))

export const Route = createFileRoute('/_signed/calendario-corsi-gpl')({
  ...listRoute<typeof gplCourses.list, { id?: number; mese?: string }>('gpl.read'),
  loader: ({ location, ...given }: LoaderContext & { location: { search: { scheda?: unknown; mese?: string } } }) => {
    const { scheda, mese } = location.search
    if (scheda) listLoader(gplCourses.list)(given)
    else void given.context.queryClient.prefetchQuery(monthQuery(mese ?? monthOf(today())))
  },
  component: CoursesPage,
})

const LIST = 'elenco'
const coursesSearch = listSearch(gplCourses.list, {
  id: wholeNumber(1),
  scheda: v.picklist([LIST]),
  mese: v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/)),
})
const filters = {
  status: anyOf('Stato', courseStatuses),
  from: period('Data', 'to', { ahead: true }),
  kind: anyOfMany('Tipo di corso', courseKinds),
  with_free_seats: yesNo('Con posti liberi'),
  station_id: related('Punto vendita', gplCourses.stations, ({ code, name }) => `${code} ${name}`),
}

/** "Calendario Corsi GPL": a month, or the list; `id` opens one course over it. */
function CoursesPage() {
  const list = useListState(gplCourses.list)
  const { id, scheda, mese } = useParameters(coursesSearch)
  const dialog = useRecordDialog()
  const can = useCan()
  const navigate = useNavigate()
  const go = (changes: object) => void navigate({ to: '.', search: ((old: object) => ({ ...old, ...changes })) as never, ...IN_PLACE })
  const writes = can(gplCourses.create.policy)
  const add = writes && <NewButton onClick={() => dialog.show('nuovo')}>{words.fresh}</NewButton>
  const turn = (
    <Button variant="default" onClick={() => go({ scheda: scheda ? undefined : LIST })}>
      {scheda ? 'Calendario' : 'Elenco'}
    </Button>
  )
  return (
    <Page title={words.title} count={useTotal(list, scheda === LIST)} action={add}>
      {scheda ? (
        <PagedTable
          {...list}
          filters={filters as never}
          link={(row) => ({ to: '/calendario-corsi-gpl', search: ((old: object) => ({ ...old, id: row.id })) as never })}
          layouts={turn}
          empty={<EmptyState icon={words.icon} message={words.none} action={add} />}
          columns={{
            Data: { show: (row) => day(row.date), sort: 'date', width: 7, title: true },
            Orario: { show: hoursOf, width: 8 },
            Luogo: { show: placeOf, wide: true },
            Docente: { show: (row) => row.teacher, sort: 'teacher', spare: 1 },
            'Iscritti/Posti': { show: (row) => `${row.booked}/${row.seats}`, sort: 'seats', numeric: true, width: 6 },
            Stato: {
              show: (row) => <StatusChip {...courseChip(row)} />,
              text: (row) => courseChip(row).label,
              sort: 'status',
              width: 9,
            },
          }}
        />
      ) : (
        <CourseMonth
          month={mese ?? monthOf(today())}
          onMonth={(month) => go({ mese: month })}
          onCourse={(course) => go({ id: course })}
          action={turn}
        />
      )}
      {id !== undefined && <CourseDialog id={id} onClose={() => go({ id: undefined })} />}
      {writes && dialog.subject && <CrudDialog resource={gplCourses} words={words} form={CourseForm} />}
    </Page>
  )
}
