import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { inspectionModels } from '../../contract/inspections/models.ts'
import { users } from '../../contract/people/users.ts'
import { stations } from '../../contract/stations/stations.ts'
import { ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { presses } from '../../crud/list/shortcuts.ts'
import { today } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PLAN_LABELS, type PlanField, usePlan } from './use-plan.ts'

/** Said of a list that is known; one still to come says nothing of itself. */
const NOTHING = 'Nessun risultato'

/** "Pianifica": which model, where, who and when, for one station after another; the inspector finds them in the agenda (docs/spec/inspections.md#states). */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const models = useQuery(query(inspectionModels.suggest, {}))
  const people = useQuery(query(users.suggest, { role: 'inspection' }))
  const { plan, choose, draft, done, create, errorOf, submit } = usePlan(
    (field) => document.getElementById(`${id}-${field}`)?.focus(),
    onClose,
  )
  const { client_uuid, model, station, inspector, date } = plan
  const about = (field: PlanField) => ({ id: `${id}-${field}`, label: PLAN_LABELS[field], required: true, error: errorOf(field) })
  // The box of the next station is a new one.
  useEffect(() => {
    if (done.length) document.getElementById(`${id}-station`)?.focus()
  }, [done, id])
  return (
    <Dialog opened onClose={onClose} title="Pianifica verifiche" closeOnClickOutside={false}>
      <form
        noValidate
        onSubmit={(event) => submit(event, false)}
        onKeyDown={(event) => {
          const more = presses('saveAndMore', event)
          if (more || presses('save', event)) submit(event, more)
        }}
      >
        <Stack>
          {create.error && !create.error.hasFields && (
            <Alert color="red" role="alert">
              {create.error.message}
            </Alert>
          )}
          {(models.error || people.error) && (
            <Alert color="red" role="alert">
              Errore nel caricamento di modelli e ispettori.
            </Alert>
          )}
          <div role="status">
            {done.length > 0 && (
              <Text size="sm">
                {done.length === 1 ? 'Pianificata' : `Pianificate ${done.length}`}: {done.join('; ')}.
              </Text>
            )}
          </div>
          <Select
            {...about('model')}
            data-autofocus
            searchable
            nothingFoundMessage={models.data ? NOTHING : null}
            data={models.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
            value={model}
            onChange={(next) => choose({ model: next })}
          />
          <ResourceSelect
            key={`${draft.restored} ${client_uuid}`}
            {...about('station')}
            source={stations.suggest}
            say={(row) => `${row.code} ${row.name}, ${row.city} (${row.province})`}
            chosen={station}
            value={station?.id ?? null}
            onChange={(_id, next) => choose({ station: next })}
          />
          <Select
            {...about('inspector')}
            searchable
            nothingFoundMessage={people.data ? NOTHING : null}
            data={people.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
            value={inspector}
            onChange={(next) => choose({ inspector: next })}
          />
          <DateField {...about('date')} min={today()} value={date} onChange={(next) => choose({ date: next })} />
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                void draft.clear()
                onClose()
              }}
            >
              {done.length ? 'Chiudi' : 'Annulla'}
            </Button>
            <Button variant="default" title="Ctrl+Maiusc+Invio" loading={create.isPending} onClick={() => submit(undefined, true)}>
              Pianifica e continua
            </Button>
            <Button type="submit" title="Ctrl+Invio" loading={create.isPending}>
              Pianifica
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
