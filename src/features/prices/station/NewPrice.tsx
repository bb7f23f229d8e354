import { Radio, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { prices } from '../../../contract/prices/prices.ts'
import { priceModes, stations } from '../../../contract/stations/stations.ts'
import { RecordForm } from '../../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../../crud/form/use-record-form.ts'
import { euro, today } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { queryClient } from '../../../lib/query.ts'
import { confirmationReason, isSelfDearer, refusalReason, SELF_DEARER } from '../../../rules/prices/price-checks.ts'
import { romeInstant } from '../../../rules/stations/open-now.ts'
import { Columns } from '../../../ui/Columns.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { type Current, modes, type Sold } from './PriceGrid.tsx'
import { difference } from './price-difference.ts'

interface NewPriceProps {
  id: number
  sold: readonly Sold[]
  current: readonly Current[]
  onClose: () => void
}
interface Entry {
  fuel_id: number
  mode: (typeof modes)[number]
  /** 0 means no new price. */
  price: number
}

/** Publishes prices of one station, from now or from a later moment. Unusual prices must be confirmed. */
export function NewPrice({ id, sold, current, onClose }: NewPriceProps) {
  const confirm = useConfirm()
  const panel = useRef<HTMLDivElement>(null)
  const [later, setLater] = useState(false)
  const [day, setDay] = useState<string | null>(today())
  const [time, setTime] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ day?: string; time?: string; prices?: string }>({})
  const rows = sold.flatMap((fuel) => modes.filter((mode) => fuel[mode]).map((mode) => ({ fuel, mode })))
  const initial = { station_id: id, prices: rows.map(({ fuel, mode }) => ({ fuel_id: fuel.fuel_id, mode, price: 0 })), confirm: false }
  const { form, field, values } = useRecordForm({ create: prices.create }, undefined, initial as never, onDone as never)
  const entries = values.useValue('prices' as never) as Entry[]
  const now = (entry: Entry) => current.find((one) => one.fuel_id === entry.fuel_id && one.mode === entry.mode)?.price ?? null

  function onDone({ warnings }: { warnings: { message: string }[] }) {
    for (const { message } of warnings) notify.info(message)
    onClose()
  }
  /** Sentences about the prices that must be confirmed. */
  function doubtful(given: readonly Entry[]) {
    // A price that will be refused needs no confirmation.
    if (given.some(({ price }) => price > 0 && refusalReason(price))) return []
    const asked = given.flatMap((entry) => {
      const why = entry.price > 0 ? confirmationReason(entry.price, now(entry)) : undefined
      return why ? [`${nameOf(entry)} ${euro(entry.price)}: ${why}`] : []
    })
    const dearer = sold.flatMap((fuel) => {
      const of = (mode: Entry['mode']) => {
        const entry = given.find((one) => one.fuel_id === fuel.fuel_id && one.mode === mode)
        return entry && (entry.price > 0 ? entry.price : now(entry))
      }
      const touched = given.some((one) => one.fuel_id === fuel.fuel_id && one.price > 0)
      return touched && isSelfDearer(of('self'), of('serve')) ? [`${fuel.name}: ${SELF_DEARER}`] : []
    })
    return [...asked, ...dearer]
  }
  const nameOf = ({ fuel_id, mode }: Pick<Entry, 'fuel_id' | 'mode'>) =>
    `${sold.find((one) => one.fuel_id === fuel_id)?.name ?? ''} ${priceModes[mode].toLowerCase()}`
  async function submit() {
    const given = values.get('prices' as never) as Entry[]
    const errors = { ...(later && momentErrors(day, time)), ...priceErrors(given) }
    setWrong(errors)
    if (Object.keys(errors).length) return
    const doubts = doubtful(given)
    const question = { title: 'Confermare i prezzi?', message: doubts.join(' '), confirm: 'Pubblica comunque' }
    if (doubts.length && !(await confirm(question, panel.current))) return
    const from = later ? { valid_from: new Date(romeInstant(Date.parse(`${day}T${time}:00Z`))).toISOString() } : {}
    const { sent, pathOf } = aboveZero(given, (entry) => ({ expected: now(entry), ...from }))
    await form.submit({ prices: sent, confirm: doubts.length > 0 }, pathOf)
    // After a refusal because of a colleague's price, the form shows that one.
    void queryClient.invalidateQueries({ queryKey: [stations.prices.resource, stations.prices.name] })
  }
  return (
    <Dialog opened onClose={onClose} title="Nuovo prezzo" size="lg" closeOnClickOutside={false}>
      <div ref={panel}>
        <RecordForm form={{ ...form, submit }} onCancel={onClose} submit={later ? 'Programma' : 'Pubblica'}>
          <Columns min="14rem">
            {rows.map(({ fuel, mode }, at) => {
              const entry = entries[at]
              const before = current.find((one) => one.fuel_id === fuel.fuel_id && one.mode === mode)
              const { label: _, value, defaultValue, onChange, ...input } = field(`prices.${at}.price` as never)
              return (
                <NumberField
                  key={`${fuel.fuel_id} ${mode}`}
                  {...input}
                  required={false}
                  decimals={3}
                  automatic="zero"
                  defaultValue={value ?? defaultValue ?? 0}
                  onChange={(price) => onChange(price ?? 0)}
                  label={nameOf({ fuel_id: fuel.fuel_id, mode })}
                  description={
                    before
                      ? `Adesso ${euro(before.price)}${entry && entry.price > 0 ? `, ${difference(before.price, entry.price)}` : ''}`
                      : 'Adesso nessun prezzo'
                  }
                />
              )
            })}
          </Columns>
          <Text size="sm" c="dimmed">
            Quello che resta a zero non cambia.
          </Text>
          {wrong.prices && <Refused>{wrong.prices}</Refused>}
          <Radio.Group label="Valido" value={later ? 'later' : 'now'} onChange={(value) => setLater(value === 'later')}>
            <Stack gap="xs" mt="xs">
              <Radio value="now" label="Da subito" />
              <Radio value="later" label="Da un momento futuro" />
            </Stack>
          </Radio.Group>
          {later && (
            <Columns min="10rem">
              <DateField label="Dal giorno" required min={today()} value={day} onChange={setDay} error={wrong.day} />
              <TimeField label="Alle ore" required value={time} onChange={setTime} error={wrong.time} />
            </Columns>
          )}
        </RecordForm>
      </div>
    </Dialog>
  )
}

const Refused = ({ children }: { children: string }) => (
  <Text size="sm" c="red" role="alert">
    {children}
  </Text>
)

/** The documents say so: prices that are not above zero are left out. `pathOf`: the form's path of a price that was sent. */
function aboveZero(given: readonly Entry[], more: (entry: Entry) => object) {
  const places = given.flatMap(({ price }, at) => (price <= 0 ? [] : [at]))
  return {
    sent: places.map((at) => ({ ...given[at]!, ...more(given[at]!) })),
    pathOf: (path: string) => path.replace(/^prices\.(\d+)/, (_, at) => `prices.${places[Number(at)]}`),
  }
}
const priceErrors = (given: readonly Entry[]): { prices?: string } =>
  given.every(({ price }) => price <= 0) ? { prices: 'Inserire almeno un prezzo maggiore di zero.' } : {}

/** Reasons that the chosen moment is invalid, by field. */
function momentErrors(day: string | null, time: string | null): { day?: string; time?: string } {
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) return { day: 'Il campo Dal giorno è obbligatorio.' }
  if (!time || !/^\d\d:\d\d$/.test(time)) return { time: 'Il campo Alle ore è obbligatorio.' }
  const past = romeInstant(Date.parse(`${day}T${time}:00Z`)) <= Date.now()
  return past ? { time: 'Il momento è già passato.' } : {}
}
