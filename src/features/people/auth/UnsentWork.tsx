import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { waitingOnDevice } from '../../../lib/device.ts'

/** The unsent work on this device by person. Before sign-in only names and numbers are shown, never contents. */
export function UnsentWork() {
  const { data } = useQuery({ queryKey: ['device', 'waiting'], queryFn: waitingOnDevice, networkMode: 'always', staleTime: 0 })
  return data?.map(({ user, userName, unsent }) => (
    <Text key={user} size="sm" ta="center">
      {unsent === 1 ? '1 invio' : `${unsent} invii`} in attesa di {userName} su questo dispositivo.
    </Text>
  ))
}
