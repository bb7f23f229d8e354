import { ActionIcon, Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccessLevel, accessLevels, stationAcl, type UserStation } from '../../../contract/stations/acl.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { ResourceSelect } from '../../../crud/form/ResourceSelect.tsx'
import { useLeaveGuard } from '../../../crud/form/use-leave-guard.ts'
import { query, useSend } from '../../../lib/query.ts'
import { useMe } from '../../../lib/session.ts'
import { mayManage } from '../../../rules/people/user-rights.ts'
import { seesAllStations } from '../../../rules/stations/access.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconTrash } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import type { User } from './user-status.ts'

const levels = Object.entries(accessLevels).map(([value, label]) => ({ value, label }))
const sent = (list: readonly UserStation[]) => list.map(({ station_id, level }) => ({ station_id, level }))
const CHANGED = 'Nel frattempo un’altra persona ha cambiato questi punti vendita: se salvi di nuovo, valgono quelli che vedi qui.'
const titleOf = ({ code, name }: { code: string; name: string }) => `${code} ${name}`

/** "Punti vendita": the stations that are given to a user, for reading or writing. */
export function UserStations({ user }: { user: User }) {
  const { data, isError, isFetching, refetch } = useQuery(query(stationAcl.ofUser, { id: user.id }))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  return data ? <Given user={user} given={data} reading={isFetching} onStale={() => void refetch()} /> : <LoadingRows />
}

interface GivenProps {
  user: User
  given: readonly UserStation[]
  /** They are read again at the moment. */
  reading: boolean
  onStale: () => void
}
function Given({ user, given, reading, onStale }: GivenProps) {
  const me = useMe()
  const may = user.id !== me.id && mayManage(me, user)
  const [changed, setChanged] = useState<readonly UserStation[]>()
  const { mutate, isPending, error } = useSend(stationAcl.setOfUser)
  // Begins again, with the focus in it, for the next station.
  const [added, setAdded] = useState(0)
  const clear = () => setChanged(undefined)
  const shown = changed ?? given
  useLeaveGuard(() => !!changed, { left: clear, sessionEnd: clear })
  const save = () =>
    mutate(
      { id: user.id, stations: sent(shown), was: sent(given) },
      {
        onSuccess: clear,
        onError: ({ status }) => {
          if (status === 409) onStale()
        },
      },
    )
  const setLevel = (id: number, level: AccessLevel) => setChanged(shown.map((one) => (one.station_id === id ? { ...one, level } : one)))
  return (
    <Stack maw="40rem">
      {seesAllStations(user) && (
        <Alert color="gray">
          Per ruolo, o perché ha “Tutti i punti vendita”, li vede già tutti: quelli assegnati qui contano se questo cambia.
        </Alert>
      )}
      {!shown.length && <Text c="dimmed">Nessun punto vendita assegnato.</Text>}
      {shown.map((one) => (
        <Group key={one.station_id} component="article" justify="space-between" wrap="nowrap">
          <LinkAnchor to="/stazioni/$id" params={{ id: one.station_id }}>
            {titleOf(one)}
          </LinkAnchor>
          <Group gap="xs" wrap="nowrap">
            <Select
              aria-label={`Accesso a ${titleOf(one)}`}
              data={levels}
              value={one.level}
              allowDeselect={false}
              disabled={!may}
              w="8.5rem"
              onChange={(level) => setLevel(one.station_id, level as AccessLevel)}
            />
            {may && (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Togli ${titleOf(one)}`}
                onClick={() => setChanged(shown.filter(({ station_id }) => station_id !== one.station_id))}
              >
                <IconTrash />
              </ActionIcon>
            )}
          </Group>
        </Group>
      ))}
      {may && (
        <ResourceSelect
          key={added}
          source={stations.suggest}
          say={titleOf}
          aria-label="Assegna un punto vendita"
          placeholder="Assegna un punto vendita…"
          autoFocus={added > 0}
          onChange={(id, hint) => {
            if (id === null || !hint) return
            setAdded(added + 1)
            if (!shown.some(({ station_id }) => station_id === id))
              setChanged([...shown, { station_id: id, code: hint.code, name: hint.name, level: 'read' }])
          }}
        />
      )}
      {changed && (
        <>
          {error && <Alert color="red">{error.status === 409 ? CHANGED : error.message}</Alert>}
          <Group>
            <Button loading={isPending || (!!error && reading)} onClick={save}>
              Salva punti vendita
            </Button>
            <Button variant="default" onClick={clear}>
              Annulla
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
