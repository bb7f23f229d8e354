import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { gplCourses } from '../../contract/gpl/courses.ts'
import type { CourseStatus } from '../../contract/gpl/words.ts'
import { useRecordDialog } from '../../crud/form/record-dialog.ts'
import { DownloadButton } from '../../crud/import/DownloadButton.tsx'
import { useDelete } from '../../crud/record/delete.ts'
import { Facts } from '../../crud/record/Facts.tsx'
import { day, today } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { recipientLines } from '../../rules/gpl/course-recipients.ts'
import { isDeletableCourse, isOpenCourse, nextCourseStatuses } from '../../rules/gpl/course-states.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { type Course, courseChip, placeOf, words } from './course.ts'
import { Freed } from './Freed.tsx'
import { Participants } from './Participants.tsx'

/** One course over the calendar. */
export function CourseDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const phone = usePhone()
  const { data, error, refetch } = useQuery(query(gplCourses.get, { id }, true))
  return (
    <Dialog opened onClose={onClose} title={data ? `${data.title}, ${day(data.date)}` : 'Corso GPL'} size="lg" fullScreen={phone}>
      {error ? (
        error.status === 404 ? (
          <Text>Il corso non c’è più.</Text>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )
      ) : data ? (
        <Shown course={data} onClose={onClose} />
      ) : (
        <LoadingRows />
      )}
    </Dialog>
  )
}

const verbs: Readonly<Record<CourseStatus, string>> = {
  planned: '',
  confirmed: 'Conferma corso',
  done: '',
  cancelled: 'Annulla corso',
}
function Shown({ course, onClose }: { course: Course; onClose: () => void }) {
  const writes = useCan()(gplCourses.update.policy)
  const dialog = useRecordDialog()
  const confirm = useConfirm()
  const remove = useDelete(gplCourses.remove, words.thing)
  const { mutate, isPending } = useSend(gplCourses.update)
  const client = useQueryClient()
  const mayCancel = async () => {
    const told = await client.fetchQuery({ ...query(gplCourses.recipients, { id: course.id }), staleTime: 0 }).catch(() => undefined)
    const lines = told ? recipientLines(told.people, told.leaves) : ['Chi ha un’email viene avvisato, gli altri sono da telefonare.']
    return confirm({
      title: 'Annullare il corso?',
      message: ['Le richieste prenotate tornano da assegnare.', ...lines, 'Il corso non si può riaprire.'].join(' '),
      confirm: verbs.cancelled,
      danger: true,
    })
  }
  const become = async (status: CourseStatus) => {
    if (status !== 'cancelled' || (await mayCancel())) mutate({ id: course.id, rev: course.rev, status })
  }
  return (
    <Stack>
      <Group>
        <StatusChip {...courseChip(course)} />
      </Group>
      <Facts resource={gplCourses} record={course} without={['title', 'station_id', 'place']} more={{ Luogo: placeOf(course) }} />
      <Participants key={course.rev} course={course} />
      {course.status === 'cancelled' && <Freed id={course.id} />}
      <Group>
        <DownloadButton source={gplCourses.register} input={{ id: course.id }}>
          Registro PDF
        </DownloadButton>
      </Group>
      {writes && (
        <Group>
          {nextCourseStatuses(course, today())
            .filter((to) => to !== 'done')
            .map((to) => (
              <Button key={to} variant={to === 'cancelled' ? 'default' : 'filled'} loading={isPending} onClick={() => void become(to)}>
                {verbs[to]}
              </Button>
            ))}
          {isOpenCourse(course) && (
            <Button variant="default" onClick={() => dialog.show(course.id)}>
              Modifica
            </Button>
          )}
          {isDeletableCourse(course) && (
            <Button
              variant="default"
              color="red"
              onClick={() => void remove({ id: course.id }, course.title).then((gone) => gone && onClose())}
            >
              Elimina
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}
