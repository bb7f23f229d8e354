import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { customers } from '../../../contract/cards/customers.ts'
import { type ErasureGround, erasureGrounds, gdpr } from '../../../contract/cards/gdpr.ts'
import { DownloadButton } from '../../../crud/import/DownloadButton.tsx'
import { Facts } from '../../../crud/record/Facts.tsx'
import { useSend } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Customer } from './customer-status.ts'

const consents = ['privacy_at', 'privacy_origin', 'marketing', 'marketing_at', 'marketing_origin'] as const
const grounds = Object.entries(erasureGrounds).map(([value, label]) => ({ value, label }))

/** Consents, the archive of what is known, and the erasure. */
export function PersonalData({ customer }: { customer: Customer }) {
  const [asked, setAsked] = useState(false)
  const may = useCan()(gdpr.erase.policy)
  return (
    <Stack>
      <Facts resource={customers} record={customer} names={consents} />
      <Group>
        <DownloadButton source={gdpr.archive} input={{ id: customer.id, format: 'pdf' }}>
          Archivio dati in PDF
        </DownloadButton>
        <DownloadButton source={gdpr.archive} input={{ id: customer.id, format: 'json' }}>
          Archivio dati in JSON
        </DownloadButton>
        {may && (
          <Button variant="outline" color="red" onClick={() => setAsked(true)}>
            Cancella i dati
          </Button>
        )}
      </Group>
      {asked && <Erasure customer={customer} onClose={() => setAsked(false)} />}
    </Stack>
  )
}

function Erasure({ customer: { id, code, denomination }, onClose }: { customer: Customer; onClose: () => void }) {
  const [ground, setGround] = useState<ErasureGround>('fiscale')
  const navigate = useNavigate()
  const { mutate, isPending } = useSend(gdpr.erase)
  const erase = () =>
    mutate({ id, ground }, { onSuccess: () => void navigate({ to: '/carte/clienti/{-$id}', params: { id: undefined }, replace: true }) })
  return (
    <Dialog opened onClose={onClose} title="Cancellare i dati del cliente?">
      <Stack>
        <Text>
          I dati di {code} {denomination} vengono cancellati dalla scheda, dallo storico e dal log, e il cliente viene eliminato. Non si può
          tornare indietro.
        </Text>
        <Select
          label="Motivo di conservazione"
          data={grounds}
          value={ground}
          allowDeselect={false}
          onChange={(next) => next && setGround(next as ErasureGround)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button color="red" loading={isPending} onClick={erase}>
            Cancella i dati
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
