import { Text } from '@mantine/core'
import { type StationRow, stationStatuses } from '../../contract/stations/stations.ts'
import { others } from '../../rules/shared/how-many.ts'

const FEW = 5
interface NotOpenProps {
  stations: readonly { code: string; status?: StationRow['status'] | undefined }[]
}
/** Names the stations that a publication is for although they sell nothing now: `PV005 è chiuso temporaneamente.` */
export function NotOpen({ stations }: NotOpenProps) {
  const named = [...new Map(stations.map(({ code, status }) => [code, status]))].filter(([, status]) => status && status !== 'active')
  return (
    named.length > 0 && (
      <Text c="amber">
        {named.slice(0, FEW).map(([code, status]) => `${code} è ${stationStatuses[status!].toLowerCase()}. `)}
        {named.length > FEW && `Lo stesso vale per ${others(named.length - FEW)}.`}
      </Text>
    )
  )
}
