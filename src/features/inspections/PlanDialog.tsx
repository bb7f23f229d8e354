import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { inspections } from '../../contract/inspections/inspections.ts'
import { inspectionModels } from '../../contract/inspections/models.ts'
import { users } from '../../contract/people/users.ts'
import { stations } from '../../contract/stations/stations.ts'
import { currentAddress } from '../../crud/form/form-draft.ts'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useFormDraft } from '../../crud/form/use-form-draft.ts'
import { presses } from '../../crud/list/shortcuts.ts'
import { day, today } from '../../lib/format.ts'
import { query, useSend } from '../../lib/query.ts'
import { deadlineError } from '../../rules/inspections/non-conformities.ts'
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
const LABELS = { model: 'Modello', station: 'Punto vendita', inspector: 'Ispettore', date: 'Data' } as const
type Field = keyof typeof LABELS
const fields = Object.keys(LABELS) as Field[]
const ofServer = { model: 'model_id', station: 'station_id', inspector: 'inspector_id', date: 'scheduled_at' } as const

/** Said of a list that is known; one still to come says nothing of itself. */
const NOTHING = 'Nessun risultato'

/** "Pianifica": which model, where, who and when, for one station after another; the inspector finds them in the agenda (domain.md 2.3). */
export function PlanDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const models = useQuery(query(inspectionModels.suggest, {}))
  const people = useQuery(query(users.suggest, { role: 'inspection' }))
  const create = useSend(inspections.create)
  const [plan, setPlan] = useState(blank)
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState<readonly string[]>([])
  const draft = useFormDraft('inspections.plan', ({ values }) => setPlan(values as Plan))
  const { client_uuid, model, station, inspector, date } = plan
  const choose = (part: Partial<Plan>) => {
    const values = { ...plan, ...part }
    setPlan(values)
    draft.write({ values, base: {}, rev: undefined, attempt: undefined, ...currentAddress() })
  }
  const past = date ? deadlineError(date, today()) : null
  const wrong = (field: Field) => {
    if (!plan[field]) return asked ? `Il campo ${LABELS[field]} è obbligatorio.` : null
    return (field === 'date' && past) || null
  }
  const refused = create.error?.fields ?? {}
  const about = (field: Field) => ({
    id: `${id}-${field}`,
    label: LABELS[field],
    required: true,
    error: wrong(field) ?? refused[ofServer[field]],
  })
  const focus = (field: Field) => document.getElementById(`${id}-${field}`)?.focus()
  function submit(event: FormEvent | undefined, more: boolean) {
    event?.preventDefault()
    if (create.isPending) return
    setAsked(true)
    const first = fields.find((field) => !plan[field] || (field === 'date' && past))
    if (first) return focus(first)
    const said = { model_id: Number(model), station_id: station!.id, inspector_id: Number(inspector), scheduled_at: date!, client_uuid }
    create.mutate({ ...said, status: 'planned' }, { onSuccess: () => void planned(more) })
  }
  async function planned(more: boolean) {
    await draft.clear()
    if (!more) return onClose()
    setDone([...done, `${station!.code} ${station!.name}, ${day(date!)}`])
    setAsked(false)
    create.reset()
    setPlan({ ...plan, client_uuid: crypto.randomUUID(), station: null })
  }
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
          {create.error && !Object.keys(refused).length && (
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
