import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { waitingOnDevice } from '../../../lib/device.ts'

/** Whose work waits on this device, and how much: a count and a name, never what it is (reliability.md R4). */
export function UnsentWork() {
  const { data } = useQuery({ queryKey: ['device', 'waiting'], queryFn: waitingOnDevice, networkMode: 'always', staleTime: 0 })
  return data?.map(({ user, userName, unsent }) => (
    <Text key={user} size="sm" ta="center">
      {unsent === 1 ? '1 invio' : `${unsent} invii`} in attesa di {userName} su questo dispositivo.
    </Text>
  ))
}
