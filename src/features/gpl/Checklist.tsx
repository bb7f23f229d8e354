import { Checkbox, Stack, Title } from '@mantine/core'
import { gplRequests } from '../../contract/gpl/requests.ts'
import { useSend } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { isOpenRequest } from '../../rules/gpl/request-states.ts'
import type { GplRequest } from './request.ts'

const checks = {
  vehicle_checked: 'Veicolo e serbatoio verificati',
  leaflet_given: 'Opuscolo consegnato',
  demo_done: 'Dimostrazione pratica eseguita',
} as const

/** What must be done before a card is given; each tick is saved at once. */
export function Checklist({ request }: { request: GplRequest }) {
  const writes = useCan()(gplRequests.update.policy) && isOpenRequest(request)
  const { mutate, isPending } = useSend(gplRequests.update)
  return (
    <section aria-labelledby="checks">
      <Title order={2} id="checks" mb="xs">
        Verifiche prima del rilascio
      </Title>
      <Stack gap="xs">
        <Checkbox label="Corso frequentato" checked={request.course_attended_at !== null} readOnly disabled />
        {(Object.keys(checks) as (keyof typeof checks)[]).map((name) => (
          <Checkbox
            key={name}
            label={checks[name]}
            checked={request[name]}
            disabled={!writes || isPending}
            onChange={(event) => mutate({ id: request.id, rev: request.rev, [name]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
    </section>
  )
}
