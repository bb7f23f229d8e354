import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { gplCourses } from '../../contract/gpl/courses.ts'
import { query } from '../../lib/query.ts'
import { recipientLines } from '../../rules/gpl/course-recipients.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkAnchor } from '../../ui/links.tsx'

/** Who had a seat of a cancelled course, and how each hears of it. */
export function Freed({ id }: { id: number }) {
  const { data, error } = useQuery(query(gplCourses.recipients, { id }))
  if (error && !data) return <ErrorState message={`Iscritti al corso: ${error.message}`} />
  if (!data?.people.length) return null
  return (
    <section aria-labelledby="freed">
      <Title order={3} id="freed" mb="xs">
        Erano iscritti
      </Title>
      {recipientLines(data.people, data.leaves).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <Stack gap="xs" component="ul" p={0} mt="xs" style={{ listStyle: 'none' }}>
        {data.people.map((one) => (
          <li key={one.id}>
            <LinkAnchor to="/richieste-carte-gpl/{-$id}" params={{ id: one.id }}>
              {one.name}
            </LinkAnchor>
            <Text size="sm" c="dimmed">
              {one.plate} · {one.phone}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  )
}
