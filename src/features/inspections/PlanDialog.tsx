import { Alert, Button, Group, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inspectionModels } from '../../contract/inspection-models.ts'
import { inspections } from '../../contract/inspections.ts'
import { stations } from '../../contract/stations.ts'
import { users } from '../../contract/users.ts'
import { type HintOf, ResourceSelect } from '../../crud/ResourceSelect.tsx'
import { useFormDraft } from '../../crud/use-form-draft.ts'
import { today } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { deadlineError } from '../../rules/inspection-nc.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type Plan = {
  /** Names the verifica from the first choice on: sent again after a lost answer, it is planned once. */
  client_uuid: string
  model: string | null
  station: HintOf<typeof stations.suggest> | null
  inspector: string | null
  date: string | null
}
const blank = (): Plan => ({ client_uuid: crypto.randomUUID(), model: null, station: null, inspector: null, date: null })

/** "Pianifica": which model, where, who and when; the inspector finds it in the agenda (domain.md 2.3). */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const models = useQuery(query(inspectionModels.suggest, {}))
  const people = useQuery(query(users.suggest, { role: 'inspection' }))
  const create = useSend(inspections.create)
  const [plan, setPlan] = useState(blank)
  const draft = useFormDraft('inspections.plan', ({ values }) => setPlan(values as Plan))
  const { client_uuid, model, station, inspector, date } = plan
  const choose = (part: Partial<Plan>) => {
    const values = { ...plan, ...part }
    setPlan(values)
    draft.write({ values, base: {}, rev: undefined, attempt: undefined })
  }
  const fields = create.error?.fields ?? {}
  const past = date ? deadlineError(date, today()) : null
  const whole = model && station && inspector && date && !past
  async function done() {
    await draft.clear()
    onClose()
  }
  const submit = () =>
    whole &&
    create.mutate(
      {
        model_id: Number(model),
        station_id: station.id,
        inspector_id: Number(inspector),
        scheduled_at: date,
        status: 'planned',
        client_uuid,
      },
      { onSuccess: () => void done() },
    )
  return (
    <Dialog opened onClose={onClose} title="Pianifica una verifica" closeOnClickOutside={false}>
      <Stack>
        {create.error && !Object.keys(fields).length && (
          <Alert color="red" role="alert">
            {create.error.message}
          </Alert>
        )}
        {(models.error || people.error) && (
          <Alert color="red" role="alert">
            Errore nel caricamento di modelli e ispettori.
          </Alert>
        )}
        <Select
          label="Modello"
          required
          searchable
          data={models.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={model}
          onChange={(next) => choose({ model: next })}
          error={fields.model_id}
        />
        <ResourceSelect
          key={draft.restored}
          label="Punto vendita"
          required
          source={stations.suggest}
          say={(row) => `${row.code} ${row.name}, ${row.city} (${row.province})`}
          chosen={station}
          value={station?.id ?? null}
          onChange={(_id, next) => choose({ station: next })}
          error={fields.station_id}
        />
        <Select
          label="Ispettore"
          required
          searchable
          data={people.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={inspector}
          onChange={(next) => choose({ inspector: next })}
          error={fields.inspector_id}
        />
        <DateField
          label="Data"
          required
          min={today()}
          value={date}
          onChange={(next) => choose({ date: next })}
          error={fields.scheduled_at ?? past}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              void draft.clear()
              onClose()
            }}
          >
            Annulla
          </Button>
          <Button disabled={!whole} loading={create.isPending} onClick={submit}>
            Pianifica
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
