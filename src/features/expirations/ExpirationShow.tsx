import { Button, Group, Stack } from '@mantine/core'
import { expirations } from '../../contract/expirations/expirations.ts'
import { expirationSubjects } from '../../contract/expirations/words.ts'
import { Attachments } from '../../crud/record/Attachments.tsx'
import { Facts } from '../../crud/record/Facts.tsx'
import { RailPart, RailRelated } from '../../crud/record/Rail.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { day, dayTime, today } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { dueStatus } from '../../rules/expirations/due-dates.ts'
import { expirationHistory } from '../../rules/expirations/history.ts'
import { IconArrowBackUp, IconCheck, IconX } from '../../ui/icons.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { ExpirationForm } from './ExpirationForm.tsx'
import { type Expiration, isEditable, mayReopen, stationOf, words } from './expiration.ts'
import { useExpirationActions } from './use-expiration-actions.tsx'

/** One expiration, with its files and its other occurrences. */
export function ExpirationShow({ id }: { id: number }) {
  const me = useMe()
  const { ask, reopen, snoozeOf, question } = useExpirationActions()
  return (
    <>
      <RecordPage
        {...{ id, words, form: ExpirationForm }}
        resource={expirations}
        gone="Scadenza non trovata"
        history={expirationHistory}
        nameOf={({ message }) => message}
        locked={(one) => !isEditable(one)}
        head={(one) => ({
          chip: <StatusChip {...dueStatus(one, today())} />,
          subtitle: `${day(one.date)} · ${stationOf(one)}`,
          actions: isEditable(one)
            ? [...snoozeOf(one), { label: 'Annulla scadenza', icon: IconX, onSelect: () => ask('cancel', one) }]
            : [],
          related: one.station
            ? [
                {
                  label: `${one.station.code} ${one.station.name}`,
                  link: { to: '/stazioni/$id', params: { id: String(one.station.id) } },
                },
                {
                  label: 'Scadenze del punto vendita',
                  link: { to: '.', search: { station_id: [one.station.id] } as never, params: { id: undefined } as never },
                },
              ]
            : [],
          rail: one.occurrences.length > 0 && (
            <RailPart title="Altre volte">
              <RailRelated
                items={one.occurrences.map((other) => ({
                  label: `${day(other.date)}, ${dueStatus(other, today()).label.toLowerCase()}`,
                  link: { to: '/scadenze/{-$id}', params: { id: other.id } },
                }))}
              />
            </RailPart>
          ),
        })}
        tabs={(one) => ({
          dati: {
            label: 'Dati',
            show: (
              <Stack gap="md">
                <Group>
                  {isEditable(one) && (
                    <Button leftSection={<IconCheck />} onClick={() => ask('complete', one)}>
                      Completa
                    </Button>
                  )}
                  {mayReopen(one, me) && (
                    <Button variant="default" leftSection={<IconArrowBackUp />} onClick={() => reopen({ id: one.id, rev: one.rev })}>
                      Riapri
                    </Button>
                  )}
                </Group>
                <Facts resource={expirations} record={one} without={['station_id']} more={moreOf(one)} />
              </Stack>
            ),
          },
          file: {
            label: 'File',
            count: one.files.length,
            show: <Attachments resource={expirations as never} record={one} locked={!one.writable} />,
          },
        })}
      />
      {question}
    </>
  )
}

const moreOf = (one: Expiration) => ({
  'Punto vendita': stationOf(one),
  ...(one.subject_type && {
    'Riferita a': (
      <LinkAnchor to="/scadenze/{-$id}" params={{ id: undefined }} search={{ subject: [`${one.subject_type}:${one.subject_id}`] }}>
        {expirationSubjects[one.subject_type]}
      </LinkAnchor>
    ),
  }),
  ...(one.status === 'open' &&
    one.snoozed_until && { 'Promemoria sospesi fino al': day(one.snoozed_until), 'Motivo della sospensione': one.snooze_reason }),
  ...(one.status === 'done' && { 'Completata il': day(one.done_at), Note: one.done_note }),
  ...(one.status === 'cancelled' && { Motivo: one.cancel_reason }),
  ...(one.closed_at && { 'Chiusa da': `${one.done_by?.name ?? 'Sistema'}, ${dayTime(one.closed_at)}` }),
})
