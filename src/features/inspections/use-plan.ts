import { type FormEvent, useState } from 'react'
import { inspections } from '../../contract/inspections/inspections.ts'
import type { stations } from '../../contract/stations/stations.ts'
import { currentAddress } from '../../crud/form/form-draft.ts'
import type { HintOf } from '../../crud/form/ResourceSelect.tsx'
import { useFormDraft } from '../../crud/form/use-form-draft.ts'
import { day, today } from '../../lib/format.ts'
import { useSend } from '../../lib/query.ts'
import { useRefused } from '../../lib/use-refused.ts'
import { deadlineError } from '../../rules/inspections/non-conformities.ts'

type Plan = {
  /** Names the verifica from the first choice on: sent again after a lost answer, it is planned once. */
  client_uuid: string
  model: string | null
  station: HintOf<typeof stations.suggest> | null
  inspector: string | null
  date: string | null
}
const blank = (): Plan => ({ client_uuid: crypto.randomUUID(), model: null, station: null, inspector: null, date: null })
export const PLAN_LABELS = { model: 'Modello', station: 'Punto vendita', inspector: 'Ispettore', date: 'Data' } as const
export type PlanField = keyof typeof PLAN_LABELS
const fields = Object.keys(PLAN_LABELS) as PlanField[]
const ofServer = { model: 'model_id', station: 'station_id', inspector: 'inspector_id', date: 'scheduled_at' } as const

/**
 * The plan being written: its draft, its errors, and its sending. After "Pianifica e continua" only the station is asked for again.
 * @param focus goes to the first field that is wrong
 */
export function usePlan(focus: (field: PlanField) => void, onClose: () => void) {
  const create = useSend(inspections.create)
  const { refused, enter } = useRefused(create.error)
  const [plan, setPlan] = useState(blank)
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState<readonly string[]>([])
  const draft = useFormDraft('inspections.plan', ({ values }) => setPlan(values as Plan))
  const { client_uuid, model, station, inspector, date } = plan
  const choose = (part: Partial<Pick<Plan, PlanField>>) => {
    const values = { ...plan, ...part }
    setPlan(values)
    enter(...(Object.keys(part) as PlanField[]).map((field) => ofServer[field]))
    draft.write({ values, base: {}, rev: undefined, attempt: undefined, ...currentAddress() })
  }
  const past = date ? deadlineError(date, today()) : null
  const wrong = (field: PlanField) => {
    if (!plan[field]) return asked ? `Il campo ${PLAN_LABELS[field]} è obbligatorio.` : null
    return (field === 'date' && past) || null
  }
  const errorOf = (field: PlanField) => wrong(field) ?? refused[ofServer[field]]
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
  return { plan, choose, draft, done, create, errorOf, submit }
}
