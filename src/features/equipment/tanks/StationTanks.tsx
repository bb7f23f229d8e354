import { Alert, Card, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type MaintenanceType, maintenanceTypes, outcomes } from '../../../contract/equipment/tank-maintenances.ts'
import { type Tank, tanks, tankTypes } from '../../../contract/equipment/tanks.ts'
import type { Values } from '../../../contract/kernel/offline-copy.ts'
import { count, day, dayTime, euro } from '../../../lib/format.ts'
import { connection } from '../../../lib/online.ts'
import { query } from '../../../lib/query.ts'
import type { FieldsProps } from '../../../outbox/OfflineForm.tsx'
import { OfflineList } from '../../../outbox/OfflineList.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconDroplet } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Page } from '../../../ui/Page.tsx'
import { maintenanceKind } from './maintenance-kind.ts'
import { emptyMaintenance, tankName } from './new-maintenance.ts'
import { Timeline } from './Timeline.tsx'
import { useStoreTanks } from './use-store-tanks.ts'

const words = { add: 'Nuovo intervento', none: 'Nessun intervento.', thing: "l'intervento" } as const
const text = (value: unknown) => String(value ?? '')
const options = (of: Readonly<Record<string, string>>) => [
  { value: '', label: '' },
  ...Object.entries(of).map(([value, label]) => ({ value, label })),
]

/** The tanks of one station, each with its interventions as a picture and in words; written with a network or without. */
export function StationTanks({ id, opened }: { id: number; opened: string | undefined }) {
  const found = useQuery(query(tanks.list, { id }))
  const place = found.data?.[0]?.place
  const away = connection.use() !== 'online'
  useStoreTanks(id)
  return (
    <Page
      title={place ? `Cisterne di ${place}` : 'Cisterne del punto vendita'}
      action={
        <LinkButton to="/stazioni/cisterne/{-$id}" params={{ id: undefined }} variant="default">
          Tutte le cisterne
        </LinkButton>
      }
    >
      {(found.isError || away) && found.data && (
        <Alert color="amber">
          Non in linea: quello che vedi è del {dayTime(new Date(found.dataUpdatedAt).toISOString())}, potrebbero esserci modifiche più
          recenti.
        </Alert>
      )}
      {!found.data && (found.isError ? <Unlisted id={id} opened={opened} again={() => void found.refetch()} /> : <LoadingRows />)}
      {found.data?.length === 0 && <EmptyState icon={IconDroplet} message="Nessuna cisterna." />}
      {found.data?.map((tank, place) => (
        <TankCard key={tank.id} tank={tank} opened={place === 0 ? opened : undefined} />
      ))}
    </Page>
  )
}

/** The list of tanks cannot be read now; interventions written on this device are shown all the same. */
const Unlisted = ({ id, opened, again }: { id: number; opened: string | undefined; again: () => void }) => (
  <>
    <ErrorState onRetry={again} />
    <OfflineList
      kind={maintenanceKind}
      station={{ id, place: `Punto vendita ${id}` }}
      words={words}
      closed
      opened={opened}
      show={(values) => <Shown values={values} ticket={undefined} />}
      fields={(props) => <Fields {...props} />}
    />
  </>
)

function TankCard({ tank, opened }: { tank: Tank; opened: string | undefined }) {
  const name = tankName(tank)
  const facts = [tank.fuel?.name, tank.capacity && `${count(tank.capacity)} l`, tank.type && tankTypes[tank.type], tank.year]
  return (
    <Card withBorder padding="sm" component="section" aria-label={name}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Group gap="md">
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm">Ultima prova: {tank.last_test ? day(tank.last_test) : 'non nota'}</Text>
          <Text size="sm">Prossima prova: {tank.next_test ? day(tank.next_test) : 'non nota'}</Text>
        </Group>
        <OfflineList
          kind={maintenanceKind}
          station={{ id: tank.station_id, place: name }}
          words={words}
          part={{
            ...{ field: 'tank_id', value: tank.id },
            empty: emptyMaintenance(tank.id),
          }}
          above={(entries) => (
            <Timeline
              name={name}
              next={tank.next_test ?? null}
              points={entries.map(({ row, copy, state }) => {
                const values = (copy?.confirmed ?? copy?.values ?? row) as unknown as Values
                return {
                  ...{ date: text(values.date), type: text(values.type), outcome: text(values.outcome) },
                  waiting: state !== undefined && state !== 'sent',
                }
              })}
            />
          )}
          closed={!tank.writable && 'read'}
          opened={opened}
          show={(values, row) => <Shown values={values} ticket={(row as { ticket?: Ticket } | undefined)?.ticket} />}
          fields={(props) => <Fields {...props} />}
        />
      </Stack>
    </Card>
  )
}

type Ticket = { id_year: number; id_number: number } | null
function Shown({ values, ticket }: { values: Values; ticket: Ticket | undefined }) {
  const { type, date, company, outcome, next_date, cost, note } = values
  return (
    <Stack gap={2}>
      <Text fw={600}>
        {maintenanceTypes[type as MaintenanceType] ?? ''} · {day(text(date))}
      </Text>
      <Text size="sm">
        {[
          text(company),
          outcome && `Esito: ${outcomes[outcome as keyof typeof outcomes]}`,
          next_date && `Prossimo: ${day(text(next_date))}`,
          cost !== null && cost !== '' && euro(Number(cost), 2),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {ticket && (
        <Text size="sm" fw={500}>
          Ticket {ticket.id_year}/{ticket.id_number}
        </Text>
      )}
      {ticket === null && outcome === 'negativo' && <Text size="sm">Nessun ticket aperto.</Text>}
      {note && (
        <Text size="sm" className="preline">
          {text(note)}
        </Text>
      )}
    </Stack>
  )
}

function Fields({ values, errors, onChange }: FieldsProps) {
  const set = (field: string) => (value: string | number | null) => onChange({ [field]: value === '' ? null : value })
  return (
    <>
      <NativeSelect
        label="Tipo"
        required
        data={options(maintenanceTypes)}
        value={text(values.type)}
        error={errors.type}
        onChange={(event) => set('type')(event.currentTarget.value)}
      />
      <DateField label="Data" required value={text(values.date) || null} error={errors.date} onChange={set('date')} />
      <TextInput
        label="Ditta"
        required
        value={text(values.company)}
        error={errors.company}
        onChange={(event) => set('company')(event.currentTarget.value)}
      />
      <NativeSelect
        label="Esito"
        data={options(outcomes)}
        value={text(values.outcome)}
        error={errors.outcome}
        onChange={(event) => set('outcome')(event.currentTarget.value)}
      />
      <DateField label="Prossimo intervento" value={text(values.next_date) || null} error={errors.next_date} onChange={set('next_date')} />
      <NumberField label="Costo (€)" automatic="empty" value={values.cost as number | null} error={errors.cost} onChange={set('cost')} />
      <TextInput label="Note" value={text(values.note)} error={errors.note} onChange={(event) => set('note')(event.currentTarget.value)} />
    </>
  )
}
