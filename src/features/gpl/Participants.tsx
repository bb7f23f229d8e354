import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { requestStatuses } from '../../contract/gpl/words.ts'
import { day, today } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import type { Course } from './course.ts'

/** Who has a seat of a course. On its day each is ticked as "Presente"; with that the course is done. */
export function Participants({ course }: { course: Course }) {
  const { id, rev, status, date, participants, booked, seats } = course
  const [present, setPresent] = useState(() => participants.filter((one) => one.present).map((one) => one.id))
  const { mutate, isPending } = useSend(gplCourses.update)
  const open = status === 'done' || ((status === 'planned' || status === 'confirmed') && date <= today())
  const may = useCan()(gplCourses.update.policy)
  const writes = may && open
  const confirm = useConfirm()
  async function save() {
    const message = `Presenti: ${present.length} di ${participants.length}. Il corso svolto non si riapre; le presenze si possono ancora correggere.`
    const sure = status === 'done' || (await confirm({ title: 'Segnare il corso come svolto?', message, confirm: 'Segna come svolto' }))
    if (sure) mutate({ id, rev, status: 'done', present })
  }
  return (
    <section aria-labelledby="participants">
      <Title order={3} id="participants" mb="xs">
        Iscritti {booked}/{seats}
      </Title>
      {!participants.length && <Text c="dimmed">Nessun iscritto.</Text>}
      {participants.length > 0 && may && !open && (
        <Text c="dimmed">
          {status === 'cancelled' ? 'Il corso è annullato.' : `Le presenze si segnano dal giorno del corso, il ${day(date)}.`}
        </Text>
      )}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {participants.map((one) => (
          <li key={one.id}>
            <LinkAnchor to="/richieste-carte-gpl/{-$id}" params={{ id: one.id }}>
              {one.name}
            </LinkAnchor>
            <Text size="sm" c="dimmed">
              {one.plate} · {one.phone} · {requestStatuses[one.status]}
            </Text>
            <Checkbox
              label="Presente"
              aria-label={`Presente: ${one.name}`}
              checked={present.includes(one.id)}
              description={writes && one.status !== 'WAITING_COURSE' && `Si segna chi è "${requestStatuses.WAITING_COURSE}".`}
              disabled={!writes || one.status !== 'WAITING_COURSE'}
              onChange={(event) =>
                setPresent(event.currentTarget.checked ? [...present, one.id] : present.filter((other) => other !== one.id))
              }
            />
          </li>
        ))}
      </Stack>
      {writes && (
        <Button mt="sm" loading={isPending} onClick={() => void save()}>
          {status === 'done' ? 'Salva presenze' : 'Segna come svolto'}
        </Button>
      )}
    </section>
  )
}
