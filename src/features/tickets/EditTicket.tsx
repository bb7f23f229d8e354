import { Textarea } from '@mantine/core'
import { users } from '../../contract/people/users.ts'
import { stations } from '../../contract/stations/stations.ts'
import { ticketCategories } from '../../contract/tickets/categories.ts'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { today } from '../../lib/format.ts'
import { romeInstant } from '../../rules/stations/open-now.ts'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PieceSelect } from './PieceSelect.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'
import { keyOf } from './ticket-links.ts'

/** The description is a text area. */
export const longText: Inputs = { description: (props) => <Textarea {...props} minRows={4} /> }
const whole = {
  ...{ subject: '', category_id: null, station_id: null, priority: null, contact: '', company: '', company_email: '' },
  ...{ requester_id: null, due_at: '', equipment: null },
} as const
/** The end of the working day, when a day is given as the due time. */
const endOf = (day: string) => new Date(romeInstant(Date.parse(`${day}T18:00:00Z`))).toISOString()
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
interface DueFieldProps {
  value: string
  onChange: (due_at: string) => void
}
/** The day of the due time. An instant that stays on its day keeps its hour. */
const DueField = ({ value, onChange, ...rest }: DueFieldProps) => (
  <DateField
    {...rest}
    value={isDay(value) || !Date.parse(value) ? value : today(Date.parse(value))}
    onChange={(day) => onChange(day && isDay(day) ? endOf(day) : (day ?? ''))}
    description="Vale fino alle 18; lasciata com’è, segue dai tempi della categoria."
  />
)

/** Edits a ticket. `whole` is false for the requester, who may change only the description. */
export function EditTicket({ ticket, whole: all, onClose }: { ticket: Ticket; whole: boolean; onClose: () => void }) {
  const { year, number } = keyOf(ticket)
  // Forms address records by id, tickets are addressed by year and number. `keepEmpty` sends emptied fields, so that they are cleared.
  const update = {
    ...tickets.update,
    path: `/support/ticket/${year}/${number}/update`,
    keepEmpty: true,
  } as unknown as typeof tickets.update
  const initial = all ? { description: '', ...whole } : { description: '' }
  const record = { ...ticket, requester_id: ticket.requester.id }
  const { form, values, ...of } = useRecordForm({ update }, record as never, initial as typeof whole & { description: '' }, onClose)
  const station: number | null = values.useValue('station_id')
  const piece = values.useValue('equipment')
  const place = of.field('station_id')
  const due: string = values.useValue('due_at')
  const requester: number | null = values.useValue('requester_id')
  return (
    <Dialog opened onClose={onClose} title="Modifica il ticket" size="lg" closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose}>
        {all && <Fields of={of} names={['subject']} />}
        <Fields of={of} names={['description']} inputs={longText} />
        {all && (
          <>
            <LookupSelect {...of.field('category_id')} source={ticketCategories.list} given={{ active: true }} clearable={false} />
            <ResourceSelect
              {...place}
              source={stations.suggest}
              say={({ code, name }: HintOf<typeof stations.suggest>) => `${code} ${name}`}
              chosen={ticket.station}
              value={station}
              defaultValue={undefined}
              // A piece of equipment belongs to one station.
              onChange={(id) => {
                if (id !== station) values.set('equipment', null)
                place.onChange(id)
              }}
            />
            {station !== null && (
              <PieceSelect key={`station ${station}`} station={station} value={piece} onChange={(next) => values.set('equipment', next)} />
            )}
            <PrioritySelect {...of.field('priority')} />
            <DueField {...of.field('due_at')} value={due} defaultValue={undefined} />
            <ResourceSelect
              {...of.field('requester_id')}
              source={users.suggest}
              say={({ name }: HintOf<typeof users.suggest>) => name}
              chosen={ticket.requester as HintOf<typeof users.suggest>}
              value={requester}
              defaultValue={undefined}
              clearable={false}
            />
            <Fields of={of} names={['contact', 'company', 'company_email']} />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}
