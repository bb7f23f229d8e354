import { Stack, Text } from '@mantine/core'
import { History } from '../../../crud/record/History.tsx'
import { stationHistory } from '../../../rules/stations/history.ts'
import { LinkAnchor } from '../../../ui/links.tsx'

const {
  station,
  station_phones,
  station_fuels,
  station_services,
  station_networks,
  station_bills,
  station_openings,
  station_detailed_openings,
  station_image,
} = stationHistory
const told = {
  ...{ station, station_image },
  ...{ station_phones, station_openings, station_detailed_openings, station_fuels, station_services, station_networks, station_bills },
}

/** "Storico": what was changed of the station, its sets and its cover; earlier values can be put back. */
export const Changes = ({ id }: { id: number }) => (
  <Stack>
    <Text c="dimmed">
      I prezzi hanno il loro storico in{' '}
      <LinkAnchor to="/stazioni/$id" params={{ id }} search={{ scheda: 'carburanti' }}>
        Carburanti e prezzi
      </LinkAnchor>
      .
    </Text>
    <History models={told} id={id} />
  </Stack>
)
