import { Alert, Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { hasWords } from '../../contract/kernel/fold.ts'
import { roleLabels, users } from '../../contract/people/users.ts'
import { type AccessLevel, accessLevels, type StationViewer, stationAcl } from '../../contract/stations/acl.ts'
import { ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useLeaveGuard } from '../../crud/form/use-leave-guard.ts'
import { query, useSend } from '../../lib/query.ts'
import { useMe } from '../../lib/session.ts'
import { mayManage } from '../../rules/people/user-rights.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { changeWords, reasonWords } from './access-words.ts'
import classes from './StationAccess.module.css'

type Viewer = StationViewer
/** So many are shown until one asks for the others. */
const FIRST = 20
const NONE = 'none'
const NOBODY = 'Nessuno.'
const levels = [...Object.entries(accessLevels), [NONE, 'Nessun accesso'] as const].map(([value, label]) => ({ value, label }))
const rolesIn = ({ roles }: Viewer) => roles.map((name) => roleLabels[name]).join(', ')

/** "Accessi": who sees a station and why, who is given it, and what would change, before it is saved. */
export function StationAccess({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(query(stationAcl.viewers, { id }))
  if (error && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  return <Access id={id} viewers={data} onStale={() => void refetch()} />
}

/** The access of people as it would be: by id, with who it is, and null where it is taken away. */
type Changes = ReadonlyMap<number, { person: Viewer; level: AccessLevel | null }>

function Access({ id, viewers, onStale }: { id: number; viewers: readonly Viewer[]; onStale: () => void }) {
  const [changes, setChanges] = useState<Changes>(new Map())
  const [search, setSearch] = useState('')
  const send = useSend(stationAcl.set)
  const clear = () => setChanges(new Map())
  // As they are now: another may have changed what one began with, and who is not among them was given nothing.
  const current = (person: Viewer) => viewers.find(({ user_id }) => user_id === person.user_id) ?? { ...person, level: null, area: false }
  const changed = [...changes.values()]
    .map(({ person, level }) => ({ person: current(person), level }))
    .filter(({ person, level }) => person.level !== level)
  useLeaveGuard(() => changed.length > 0, { left: clear, sessionEnd: clear })

  const change = (person: Viewer, level: AccessLevel | null) => setChanges(new Map(changes).set(person.user_id, { person, level }))
  const levelOf = (one: Viewer) => (changes.has(one.user_id) ? changes.get(one.user_id)!.level : one.level)
  const known = new Set(viewers.map(({ user_id }) => user_id))
  const everybody = [...changed.map(({ person }) => person).filter(({ user_id }) => !known.has(user_id)), ...viewers]
  const found = everybody.filter((one) => hasWords(`${one.name} ${one.email} ${rolesIn(one)} ${reasonWords(one)}`, search))
  const isGiven = (one: Viewer) => !!one.level || !!levelOf(one)
  const listed = (of: (one: Viewer) => AccessLevel | null) =>
    everybody.flatMap((one) => {
      const level = of(one)
      return level ? [{ user_id: one.user_id, level }] : []
    })
  const save = () =>
    send.mutate(
      { station_id: id, users: listed(levelOf), was: listed(({ level }) => level) },
      { onSuccess: clear, onError: ({ status }) => status === 409 && onStale() },
    )
  const row = (one: Viewer) => (
    <Row key={one.user_id} person={one}>
      {isGiven(one) && <Level person={one} level={levelOf(one)} onLevel={(level) => change(one, level)} />}
    </Row>
  )
  return (
    <Stack>
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label="Cerca tra chi vede il punto vendita"
          placeholder="Cerca"
          leftSection={<IconSearch size={18} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <AddPerson known={everybody} onAdd={(one) => change(one, levelOf(one) ?? 'read')} />
      </div>
      <Part title="Assegnato a" people={found.filter(isGiven)} none={search ? NOBODY : 'Il punto vendita non è assegnato a nessuno.'}>
        {row}
      </Part>
      {changed.length > 0 && (
        <Alert color="amber" title="Che cosa cambia">
          <ul className={classes.plain} aria-live="polite">
            {changed.map(({ person, level }) => (
              <li key={person.user_id}>{changeWords(person, level)}</li>
            ))}
          </ul>
          <Group mt="sm" gap="xs">
            <Button onClick={save} loading={send.isPending}>
              Salva accessi
            </Button>
            <Button variant="default" onClick={clear}>
              Annulla
            </Button>
          </Group>
        </Alert>
      )}
      <Part title="Lo vedono per ruolo" people={found.filter((one) => !isGiven(one))} none={NOBODY}>
        {row}
      </Part>
    </Stack>
  )
}

interface PartProps {
  title: string
  people: readonly Viewer[]
  none: string
  children: (person: Viewer) => ReactNode
}
function Part({ title, people, none, children }: PartProps) {
  const [all, setAll] = useState(false)
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title} ({people.length})
      </Title>
      {people.length ? (
        <ul className={classes.plain}>{(all ? people : people.slice(0, FIRST)).map(children)}</ul>
      ) : (
        <Text c="dimmed">{none}</Text>
      )}
      {!all && people.length > FIRST && (
        <Button variant="default" mt="xs" onClick={() => setAll(true)}>
          Mostra tutti ({people.length})
        </Button>
      )}
    </section>
  )
}

const Row = ({ person, children }: { person: Viewer; children: ReactNode }) => (
  <li className={classes.person}>
    <div className={classes.who}>
      <LinkAnchor to="/utenti/{-$id}" params={{ id: person.user_id }} fw={500}>
        {person.name}
      </LinkAnchor>
      <Text size="xs" c="dimmed">
        {[rolesIn(person), reasonWords(person)].filter(Boolean).join(' · ')}
      </Text>
    </div>
    {children}
  </li>
)

interface LevelProps {
  person: Viewer
  /** As it would be. */
  level: AccessLevel | null
  onLevel: (level: AccessLevel | null) => void
}
function Level({ person, level, onLevel }: LevelProps) {
  const me = useMe()
  const may = person.user_id !== me.id && mayManage(me, person)
  return (
    <Select
      aria-label={`Accesso di ${person.name}`}
      className={classes.level}
      data={levels}
      value={level ?? NONE}
      allowDeselect={false}
      disabled={!may}
      onChange={(chosen) => onLevel(chosen === NONE ? null : (chosen as AccessLevel))}
    />
  )
}

/** Finds anybody; of who is not among the known ones it is read what they are. */
function AddPerson({ known, onAdd }: { known: readonly Viewer[]; onAdd: (person: Viewer) => void }) {
  const client = useQueryClient()
  // Begins again, with the focus in it, for the next person.
  const [added, setAdded] = useState(0)
  const add = async (id: number) => {
    const there = known.find(({ user_id }) => user_id === id)
    onAdd(there ?? asViewer(await client.fetchQuery(query(users.get, { id }))))
    setAdded((before) => before + 1)
  }
  return (
    <ResourceSelect
      key={added}
      source={users.suggest}
      say={({ name, email }) => `${name} (${email})`}
      aria-label="Dai accesso a"
      placeholder="Dai accesso a…"
      autoFocus={added > 0}
      onChange={(id) => {
        if (id !== null) void add(id)
      }}
    />
  )
}
const asViewer = ({ id, name, email, roles, permissions, all_stations, enabled }: Output<typeof users.get>): Viewer => ({
  ...{ user_id: id, name, email, roles, permissions, all_stations },
  ...{ enabled: enabled === 1, level: null, area: false },
})
