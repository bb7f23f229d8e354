import { Alert, Button, MultiSelect, ScrollArea, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AudienceInput, NAMED, type Reached } from '../../contract/content/audience.ts'
import type { Endpoint, Named } from '../../contract/kernel/endpoint.ts'
import { type RoleName, roleLabels, roleNames } from '../../contract/kernel/roles.ts'
import { users } from '../../contract/people/users.ts'
import { call } from '../../lib/api.ts'
import { count } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { StationsSelect } from '../stations/StationsSelect.tsx'

interface Names {
  station_names: readonly { id: number; code: string; name: string }[]
  user_names: readonly { id: number; name: string }[]
}
interface AudienceFieldsProps {
  value: AudienceInput
  onChange: (value: AudienceInput) => void
  /** The call that says whom a choice reaches. */
  source: Endpoint & Named
  /** The stations and people that are chosen already. */
  known: Names
  errors?: Readonly<Record<string, unknown>>
}
const roleData = roleNames.map((value) => ({ value, label: roleLabels[value] }))
const messageOf = (error: unknown) => (typeof error === 'string' ? error : undefined)

/** Whom a choice reaches now, asked anew with each change and each time it is opened. */
export function useReached(source: Endpoint & Named, { roles, stations, users: people }: AudienceInput) {
  const input = { roles, stations, users: people }
  return useQuery({
    queryKey: ['reached', source.name, input],
    queryFn: () => call(source, input as never) as Promise<Reached>,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Chooses people by role, by station and one by one, and says how many and who they are. */
export function AudienceFields({ value, onChange, source, known, errors = {} }: AudienceFieldsProps) {
  const all = useQuery(query(users.suggest, {}))
  const people = [...(all.data ?? []), ...known.user_names.filter(({ id }) => !all.data?.some((one) => one.id === id))]
  return (
    <Stack gap="sm">
      <MultiSelect
        label="Ruoli"
        data={roleData}
        searchable
        clearable
        value={[...value.roles]}
        error={messageOf(errors.roles)}
        onChange={(roles) => onChange({ ...value, roles: roles as RoleName[] })}
      />
      <StationsSelect
        label="Punti vendita"
        known={known.station_names}
        value={value.stations}
        error={messageOf(errors.stations)}
        onChange={(stations) => onChange({ ...value, stations })}
      />
      <MultiSelect
        label="Persone"
        searchable
        clearable
        limit={50}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value.users.map(String)}
        error={messageOf(errors.users) ?? (all.isError ? 'Elenco non disponibile.' : undefined)}
        onChange={(ids) => onChange({ ...value, users: ids.map(Number) })}
      />
      <ReachedList source={source} value={value} />
    </Stack>
  )
}

/** How many people a choice reaches, with their names on demand. */
export function ReachedList({ source, value }: { source: Endpoint & Named; value: AudienceInput }) {
  const { data, isError } = useReached(source, value)
  const [open, setOpen] = useState(false)
  if (isError) return <Text c="red">Conteggio dei destinatari non disponibile.</Text>
  if (!data) return <Text c="dimmed">Conteggio in corso</Text>
  return (
    <Alert color={data.total ? 'petrol' : 'amber'} role="status">
      <Text fw={500}>{data.total === 1 ? 'Una persona' : `${count(data.total)} persone`}</Text>
      {data.total > 0 && (
        <Button variant="subtle" px={0} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Nascondi l’elenco' : 'Mostra chi sono'}
        </Button>
      )}
      {open && (
        <ScrollArea.Autosize mah="16rem">
          <ul>
            {data.people.map(({ id, name, email }) => (
              <li key={id}>
                {name} <Text span size="sm" c="dimmed">{`· ${email}`}</Text>
              </li>
            ))}
          </ul>
          {data.total > NAMED && <Text size="sm">I primi {NAMED} per nome.</Text>}
        </ScrollArea.Autosize>
      )}
    </Alert>
  )
}
