import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { day, today } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { howMany } from '../../rules/shared/how-many.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { hoursOf, placeOf } from './course.ts'
import type { GplRequest } from './request.ts'

/** "Assegna corso": the coming courses that have a free seat. */
export function AssignDialog({ request: { id, rev, course_id }, onClose }: { request: GplRequest; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    query(gplCourses.list, {
      status: ['planned', 'confirmed'],
      kind: ['utente'],
      with_free_seats: true,
      from: today(),
      sort: 'date',
      per_page: 50,
    }),
  )
  const [chosen, setChosen] = useState<string>()
  const { mutateAsync, isPending } = useSend(gplRequests.update)
  const courses = data?.data.filter((course) => course.id !== course_id) ?? []
  return (
    <Dialog opened onClose={onClose} title="Assegna corso">
      <Stack>
        {error ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingRows />
        ) : !courses.length ? (
          <Text>Nessun corso in programma ha posti liberi.</Text>
        ) : (
          <Radio.Group label="Corso" value={chosen ?? ''} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {courses.map((course) => (
                <Radio
                  key={course.id}
                  value={String(course.id)}
                  label={`${day(course.date)}, ${hoursOf(course)}`}
                  description={`${placeOf(course)} · ${howMany(course.seats - course.booked, 'posto libero', 'posti liberi')}`}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Chiudi
          </Button>
          <Button
            disabled={!chosen}
            loading={isPending}
            onClick={() => void mutateAsync({ id, rev, course_id: Number(chosen) }).then(onClose, () => refetch())}
          >
            Assegna corso
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
