import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Tank } from '../../../contract/equipment/tanks.ts'
import { notify } from '../../../lib/notify.ts'
import { beginMaintenance, tankName } from './new-maintenance.ts'

/** "Nuovo intervento": leads to the open form of the tank; asks which, where there are several. */
export function NewMaintenance({ tanks }: { tanks: readonly Tank[] }) {
  const navigate = useNavigate()
  const { mutate: begin, isPending } = useMutation({
    mutationFn: beginMaintenance,
    networkMode: 'always',
    onSuccess: (_, { station_id }: Tank) => void navigate({ to: '/stazioni/cisterne/{-$id}', params: { id: station_id } }),
    onError: (error) => notify.error(error.message),
  })
  const [first, ...more] = tanks
  if (!first) return null
  if (!more.length)
    return (
      <Button variant="default" loading={isPending} onClick={() => begin(first)}>
        Nuovo intervento
      </Button>
    )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" loading={isPending}>
          Nuovo intervento
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tanks.map((tank) => (
          <Menu.Item key={tank.id} onClick={() => begin(tank)}>
            {[tankName(tank), tank.fuel?.name].filter(Boolean).join(' · ')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
