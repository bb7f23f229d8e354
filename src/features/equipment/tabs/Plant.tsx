import { useQuery } from '@tanstack/react-query'
import { dispenserKinds, dispensers, type Gun } from '../../../contract/equipment/dispensers.ts'
import { pieceStatuses } from '../../../contract/equipment/piece-kinds.ts'
import { tanks as equipmentTanks, type Tank } from '../../../contract/equipment/tanks.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { count } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconGasStation } from '../../../ui/icons.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type TreeNode, TreeView } from '../../../ui/TreeView.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { DueChip } from '../../expirations/DueChip.tsx'
import { pieceLink } from '../piece-link.ts'

type Dispenser = Output<typeof dispensers.list>[number]
const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')

function nodesOf(station: number, all: readonly Dispenser[], tanks: readonly Tank[]): TreeNode[] {
  const link = (kind: 'dispenser' | 'tank', id: number, text: string) => (
    <LinkAnchor {...pieceLink(station, kind, id)} tabIndex={-1}>
      {text}
    </LinkAnchor>
  )
  const tank = (one: Tank, under = ''): TreeNode => ({
    id: `tank-${one.id}${under}`,
    label: link(
      'tank',
      one.id,
      joined(`Cisterna ${one.number ?? one.id}`, one.fuel?.name, one.capacity != null && `${count(one.capacity)} l`),
    ),
    beside: one.next_test && <DueChip date={one.next_test} of={['tank', one.id, 'next_test']} />,
  })
  const gun = (one: Gun, dispenser: number): TreeNode => {
    const held = tanks.find(({ id }) => id === one.tank?.id)
    return {
      id: `gun-${one.id}`,
      label: link('dispenser', dispenser, joined(`Pistola ${one.number}`, one.fuel.name, one.side && `lato ${one.side}`)),
      beside: (
        <>
          {!one.active && <StatusChip tone="neutral" label="Non attiva" />}
          {one.seals_ok === false && <StatusChip tone="error" label="Sigilli non integri" />}
          {one.active && one.next_metric_check && <DueChip date={one.next_metric_check} of={['gun', one.id, 'next_metric_check']} />}
        </>
      ),
      ...(held && { children: [tank(held, `-${one.id}`)] }),
    }
  }
  const drawn = new Set(all.flatMap(({ guns }) => guns.map((one) => one.tank?.id)))
  return [
    ...all.map((one) => ({
      id: `dispenser-${one.id}`,
      label: link(
        'dispenser',
        one.id,
        joined(
          one.island != null && `Isola ${one.island}`,
          one.kind ? dispenserKinds[one.kind] : 'Erogatore',
          one.number,
          [one.brand, one.model].filter(Boolean).join(' '),
        ),
      ),
      beside: one.status && one.status !== 'attivo' && (
        <StatusChip tone={one.status === 'guasto' ? 'error' : 'neutral'} label={pieceStatuses[one.status]} />
      ),
      children: one.guns.map((held) => gun(held, one.id)),
    })),
    // Those that no gun draws from.
    ...tanks.filter(({ id }) => !drawn.has(id)).map((one) => tank(one)),
  ]
}

/** "Impianto": each dispenser with its guns, and the tank that each draws from. */
export function Plant({ id }: { id: number }) {
  const phone = usePhone()
  const pumps = useQuery(query(dispensers.list, { id }))
  const tanks = useQuery(query(equipmentTanks.list, { id }))
  if (pumps.isError || tanks.isError) return <ErrorState onRetry={() => void Promise.all([pumps.refetch(), tanks.refetch()])} />
  if (!pumps.data || !tanks.data) return <LoadingRows />
  const nodes = nodesOf(id, pumps.data, tanks.data)
  if (!nodes.length) return <EmptyState icon={IconGasStation} message="Nessun erogatore e nessuna cisterna." />
  // A small window begins with the dispensers.
  const closed = phone ? nodes.map((node) => node.id) : []
  return <TreeView key={String(phone)} label="Erogatori, pistole e cisterne" nodes={nodes} closed={closed} />
}
