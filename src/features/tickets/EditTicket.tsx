import { Textarea } from '@mantine/core'
import { stations } from '../../contract/stations/stations.ts'
import { ticketCategories } from '../../contract/tickets/categories.ts'
import { type Ticket, tickets } from '../../contract/tickets/tickets.ts'
import { Fields, type Inputs } from '../../crud/form/Fields.tsx'
import { LookupSelect } from '../../crud/form/LookupSelect.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { type HintOf, ResourceSelect } from '../../crud/form/ResourceSelect.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'
import { keyOf } from './ticket-links.ts'

/** Where one tells what is the matter. */
export const long: Inputs = { description: (props) => <Textarea {...props} minRows={4} /> }
const whole = { subject: '', category_id: null, station_id: null, priority: null, contact: '', company: '', company_email: '' } as const

/** What a ticket says of itself; of who asked, before anybody has taken it, the description alone. */
export function EditTicket({ ticket, whole: all, onClose }: { ticket: Ticket; whole: boolean; onClose: () => void }) {
  const { year, number } = keyOf(ticket)
  // Named by year and number, where forms know records by id; what is emptied is told as such.
  const update = {
    ...tickets.update,
    path: `/support/ticket/${year}/${number}/update`,
    keepEmpty: true,
  } as unknown as typeof tickets.update
  const initial = all ? { description: '', ...whole } : { description: '' }
  const { form, values, ...of } = useRecordForm({ update }, ticket as never, initial as typeof whole & { description: '' }, onClose)
  const station: number | null = values.useValue('station_id')
  return (
    <Dialog opened onClose={onClose} title="Modifica il ticket" size="lg" closeOnClickOutside={false}>
      <RecordForm form={form} onCancel={onClose}>
        {all && <Fields of={of} names={['subject']} />}
        <Fields of={of} names={['description']} inputs={long} />
        {all && (
          <>
            <LookupSelect {...of.field('category_id')} source={ticketCategories.list} given={{ active: true }} clearable={false} />
            <ResourceSelect
              {...of.field('station_id')}
              source={stations.suggest}
              say={({ code, name }: HintOf<typeof stations.suggest>) => `${code} ${name}`}
              chosen={ticket.station}
              value={station}
              defaultValue={undefined}
            />
            <PrioritySelect {...of.field('priority')} />
            <Fields of={of} names={['contact', 'company', 'company_email']} />
          </>
        )}
      </RecordForm>
    </Dialog>
  )
}
