import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AccountFlag, managements } from '../../../contract/people/managements.ts'
import { notify } from '../../../lib/notify.ts'
import { query, useSend } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconCheck, IconUser, IconX } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type ManagementRow, type Manager, placeOf } from './words.ts'

const flags: Readonly<Record<AccountFlag, string>> = {
  exists: 'Account presente',
  active: 'Account attivo',
  hasManagerRole: 'Ruolo gestore',
  hasStation: 'Punto vendita assegnato',
  hasToken: 'App/notifiche attive',
  isSameName: 'Nome corrispondente',
  isSameCf: 'Codice fiscale corrispondente',
}
const names = Object.keys(flags) as AccountFlag[]
/** An account without notices on the device is as it should be all the same: only its person can turn them on. */
const needed = names.filter((name) => name !== 'hasToken')
const allFalse = Object.fromEntries(names.map((name) => [name, false])) as Record<AccountFlag, boolean>

/** Whether the account of a manager is as it should be, for each management that has not ended. */
export function AccountPanel({ manager }: { manager: Manager }) {
  const { data } = useQuery(
    query(managements.list, { manager_id: [manager.id], status: ['future', 'active', 'expiring', 'expired'], per_page: 25 }),
  )
  if (!data) return <LoadingRows />
  if (!data.data.length) return <EmptyState icon={IconUser} message="L’account si verifica per una gestione: questo gestore non ne ha." />
  return (
    <Stack gap="lg">
      {data.data.map((management) => (
        <OfManagement key={management.id} management={management} />
      ))}
    </Stack>
  )
}

function OfManagement({ management: { id, station, manager } }: { management: ManagementRow }) {
  const asked = { stationId: station.id, id: manager.id }
  // As documented: no call for an id of 0 or less, and a failure says false everywhere without a message.
  const { data, isError } = useQuery({ ...query(managements.verification, asked, true), enabled: asked.stationId > 0 && asked.id > 0 })
  const { mutate, isPending } = useSend(managements.align)
  const account = data?.account ?? (isError ? allFalse : undefined)
  return (
    <section>
      <Title order={2} mb="xs">
        {placeOf(station)}
      </Title>
      {account ? (
        <Stack gap="sm" align="start">
          <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {names.map((name) => (
              <li key={name}>
                <StatusChip
                  tone={account[name] ? 'ok' : name === 'hasToken' ? 'neutral' : 'error'}
                  mark={account[name] ? IconCheck : IconX}
                  label={`${flags[name]}: ${account[name] ? 'sì' : 'no'}`}
                />
              </li>
            ))}
          </Group>
          {needed.some((name) => !account[name]) ? (
            <Button loading={isPending} onClick={() => mutate({ id }, { onSuccess: ({ mail }) => mail && notify.info(mail) })}>
              {account.exists ? 'Allinea account' : 'Crea account'}
            </Button>
          ) : (
            <Text c="dimmed">L’account è allineato.</Text>
          )}
        </Stack>
      ) : (
        <LoadingRows />
      )}
    </section>
  )
}
