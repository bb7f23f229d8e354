import { Alert, Button, Group, Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inspectionModels } from '../../contract/inspection-models.ts'
import { inspections } from '../../contract/inspections.ts'
import { stations } from '../../contract/stations.ts'
import { users } from '../../contract/users.ts'
import { ResourceSelect } from '../../crud/ResourceSelect.tsx'
import { query, useSend } from '../../lib/query.ts'
import { DateField } from '../../ui/DateField.tsx'

/** "Pianifica": which model, where, who and when; the inspector finds it in the agenda (domain.md 2.3). */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const models = useQuery(query(inspectionModels.suggest, {}))
  const people = useQuery(query(users.suggest, { role: 'inspection' }))
  const create = useSend(inspections.create)
  const [model, setModel] = useState<string | null>(null)
  const [station, setStation] = useState<number | null>(null)
  const [inspector, setInspector] = useState<string | null>(null)
  const [date, setDate] = useState<string | null>(null)
  const fields = create.error?.fields ?? {}
  const whole = model && station && inspector && date
  const submit = () =>
    whole &&
    create.mutate(
      {
        model_id: Number(model),
        station_id: station,
        inspector_id: Number(inspector),
        scheduled_at: date,
        status: 'planned',
        client_uuid: crypto.randomUUID(),
      },
      { onSuccess: onClose },
    )
  return (
    <Modal opened onClose={onClose} title="Pianifica una verifica">
      <Stack>
        {create.error && !Object.keys(fields).length && (
          <Alert color="red" role="alert">
            {create.error.message}
          </Alert>
        )}
        <Select
          label="Modello"
          required
          searchable
          data={models.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={model}
          onChange={setModel}
          error={fields.model_id}
        />
        <ResourceSelect
          label="Punto vendita"
          source={stations.suggest}
          say={(row) => `${row.code} ${row.name}, ${row.city} (${row.province})`}
          value={station}
          onChange={setStation}
          error={fields.station_id}
        />
        <Select
          label="Ispettore"
          required
          searchable
          data={people.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={inspector}
          onChange={setInspector}
          error={fields.inspector_id}
        />
        <DateField label="Data" required value={date} onChange={setDate} error={fields.scheduled_at} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button disabled={!whole} loading={create.isPending} onClick={submit}>
            Pianifica
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
