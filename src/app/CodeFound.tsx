import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { vouchers } from '../contract/coupons/vouchers.ts'
import { qr } from '../contract/equipment/qr.ts'
import { connection } from '../lib/online.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { serialOf, serialRefusal } from '../rules/coupons/serial.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { part } from '../ui/part.tsx'
import { CodeHere } from './CodeHere.tsx'
import { shownKinds } from './palette-kinds.ts'

const VoucherDialog = part(() => import('../features/coupons/VoucherDialog.tsx').then((m) => m.VoucherDialog))

/** Opens what a code names: directly if it can mean only one page, else as a choice. Without a network it shows what this device knows. */
export function CodeFound({ code }: { code: string }) {
  const navigate = useNavigate()
  const online = connection.use() === 'online'
  const { data, error, refetch } = useQuery({ ...query(qr.read, { code }), enabled: online })
  const [one, ...others] = data ?? []
  const isVoucher = useCan()(vouchers.check.policy) && !serialRefusal(serialOf(code))
  const only = one && !others.length ? one : undefined
  useEffect(() => {
    if (only) void navigate({ ...(shownKinds[only.kind].link(only) as object), replace: true })
  }, [only, navigate])
  if (!online || error?.status === 0) return <CodeHere code={code} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data || only) return <LoadingRows />
  if (!one && isVoucher)
    return <VoucherDialog serial={code} onClose={() => void navigate({ to: '/q/{-$code}', params: { code: undefined }, replace: true })} />
  if (!one) return <EmptyState message={`Il codice «${code.slice(0, 60)}» non è di nulla che puoi vedere.`} />
  return (
    <Stack gap="xs" role="status">
      <Text>Il codice è di più schede: scegli quale aprire.</Text>
      {data.map((hit) => (
        <LinkAnchor key={`${hit.kind}${hit.id}`} {...(shownKinds[hit.kind].link(hit) as { to: '/stazioni' })}>
          {hit.name} · {hit.also}
        </LinkAnchor>
      ))}
    </Stack>
  )
}
