import { Alert, Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { groupEvents, notificationGroups } from '../../contract/notifications/groups.ts'
import { notificationChannels, notificationEvents } from '../../contract/notifications/words.ts'
import { Fields } from '../../crud/form/Fields.tsx'
import { RecordForm } from '../../crud/form/RecordForm.tsx'
import { useRecordForm } from '../../crud/form/use-record-form.ts'
import type { FormProps } from '../../crud/list/crud-types.ts'
import { query } from '../../lib/query.ts'
import { Columns } from '../../ui/Columns.tsx'
import { DualList } from '../../ui/DualList.tsx'
import { NOBODY } from './nobody.ts'

type Group = Output<typeof notificationGroups.get>
const empty = { name: '', description: '', users: [], events: [], channels: ['mail' as const, 'push' as const], emails: '', active: true }

const offered = Object.fromEntries(groupEvents.map((event) => [event, notificationEvents[event]]))
/** The form of a notification group: members, events and channels. */
export function GroupForm({ record, onDone }: FormProps<Group>) {
  const { form, field, schema, values } = useRecordForm(notificationGroups, record, empty, onDone)
  const { data, isError, refetch } = useQuery(query(notificationGroups.available, {}))
  const users: number[] = values.useValue('users')
  const emails = values.useValue('emails')
  const nobody = values.useValue('active') && !users.length && !emails?.trim()
  const known = data ?? []
  // Members who were disabled since are shown too, so that they can be removed.
  const gone = (record?.people ?? []).filter(({ id }) => !known.some((one) => one.id === id))
  const people = [
    ...known.map(({ id, name, email }) => ({ id, label: name, also: email })),
    ...(data ? gone.map(({ id, name }) => ({ id, label: name, also: 'non attivo' })) : []),
  ]
  return (
    <RecordForm form={form} onCancel={onDone}>
      <Columns min="14rem">
        <Fields of={{ field, schema }} names={['name', 'description']} />
      </Columns>
      <DualList
        label="Utenti"
        items={people}
        value={users}
        onChange={(next) => values.set('users', next)}
        error={form.errors.users}
        failed={isError && !data ? () => void refetch() : undefined}
      />
      <Checks label="Eventi" words={offered} value={values.useValue('events')} onChange={(next) => values.set('events', next)} />
      <Checks
        label="Canali"
        words={notificationChannels}
        value={values.useValue('channels')}
        onChange={(next) => values.set('channels', next)}
      >
        <Text size="sm" c="dimmed">
          La riceve chi può leggere ciò di cui parla, tranne chi l’ha provocata. Nell’app compare sempre; ciascuno può scegliere per sé dal
          proprio profilo. Sui dispositivi arriva a dipendenti, contabilità, punti vendita, gestori e addetti che li hanno attivati.
        </Text>
      </Checks>
      <Fields of={{ field, schema }} names={['emails', 'active']} />
      {nobody && <Alert color="amber">{`${NOBODY}: aggiungi almeno una persona o un indirizzo email.`}</Alert>}
    </RecordForm>
  )
}

interface ChecksProps {
  label: string
  words: Readonly<Record<string, string>>
  value: string[]
  onChange: (value: string[]) => void
  children?: ReactNode
}
const Checks = ({ words, children, ...group }: ChecksProps) => (
  <Checkbox.Group {...group}>
    {children}
    <Columns min="14rem">
      {Object.entries(words).map(([value, word]) => (
        <Checkbox key={value} value={value} label={word} />
      ))}
    </Columns>
  </Checkbox.Group>
)
