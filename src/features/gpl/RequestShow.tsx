import { Stack, Text } from '@mantine/core'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { Attachments } from '../../crud/record/Attachments.tsx'
import { Facts } from '../../crud/record/Facts.tsx'
import { RecordPage } from '../../crud/record/RecordPage.tsx'
import { day, today } from '../../lib/format.ts'
import { gplHistory } from '../../rules/gpl/history.ts'
import { isOpenRequest } from '../../rules/gpl/request-states.ts'
import { addMonths } from '../../rules/shared/italian.ts'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { Checklist } from './Checklist.tsx'
import { RequestActions } from './RequestActions.tsx'
import { RequestForm } from './RequestForm.tsx'
import { applicantOf, courseOf, hasAttended, requestChip, stationNameOf, requestWords as words } from './request.ts'

const SOON_MONTHS = 12
/** One request: what it still needs, its data and its documents. */
export function RequestShow({ id }: { id: number }) {
  return (
    <RecordPage
      {...{ id, words, form: RequestForm }}
      resource={gplRequests}
      gone="Richiesta non trovata"
      history={{ gpl_card_request: gplHistory.gpl_card_request }}
      nameOf={({ number }) => number}
      locked={(one) => !isOpenRequest(one)}
      head={(one) => ({
        chip: (
          <>
            <StatusChip {...requestChip(one)} />
            {hasAttended(one) && <StatusChip tone="ok" label="Presente al corso" />}
          </>
        ),
        subtitle: `${applicantOf(one)} · ${one.plate}`,
        related: [
          ...(one.customer
            ? [
                {
                  label: `${one.customer.code} ${one.customer.name}`,
                  link: { to: '/carte/clienti/{-$id}', params: { id: one.customer.id } } as never,
                },
              ]
            : []),
          ...(one.card_id ? [{ label: 'Tessera GPL', link: { to: '/carte/{-$id}', params: { id: one.card_id } } as never }] : []),
          ...(one.course
            ? [{ label: `Corso del ${courseOf(one)}`, link: { to: '/calendario-corsi-gpl', search: { id: one.course.id } } as never }]
            : []),
        ],
      })}
      tabs={(one) => ({
        dati: {
          label: 'Dati',
          show: (
            <Stack gap="md">
              {one.reject_reason && <Text>Motivo dell’annullamento: {one.reject_reason}</Text>}
              <RequestActions request={one} />
              <Checklist key={one.rev} request={one} />
              <Facts
                resource={gplRequests}
                record={one}
                without={
                  [
                    ...[
                      'customer_id',
                      'station_id',
                      'course_id',
                      'tank_expiration',
                      'leaflet_given',
                      'demo_done',
                      'vehicle_checked',
                      'reject_reason',
                      'status',
                    ],
                    ...(one.applicant === 'azienda' ? [] : ['businessName', 'piva', 'sdi', 'pec']),
                  ] as never
                }
                more={{
                  'Scadenza serbatoio': (
                    <Text span {...(one.tank_expiration < addMonths(today(), SOON_MONTHS) && { c: 'red', fw: 600 })}>
                      {day(one.tank_expiration)}
                    </Text>
                  ),
                  'Punto vendita di ritiro': stationNameOf(one),
                  Corso: one.course && `${courseOf(one)}, ${one.course.title}`,
                  Docente: one.trainer,
                  'Completata il': day(one.completed_at),
                }}
              />
            </Stack>
          ),
        },
        documenti: {
          label: 'Documenti',
          count: one.files.length,
          show: <Attachments resource={gplRequests as never} record={one} locked={!isOpenRequest(one)} />,
        },
      })}
    />
  )
}
