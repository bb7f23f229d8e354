import { Title } from '@mantine/core'
import { RecordTabs } from '../../crud/RecordTabs.tsx'
import { FireExtinguishers } from './FireExtinguishers.tsx'
import { OilSeparators } from './OilSeparators.tsx'

/** What stands on a station; one list at a time, since order, search and open dialog of a list stand in the address. */
export const StationEquipment = ({ id }: { id: number }) => (
  <section aria-labelledby="equipment">
    <Title order={2} id="equipment">
      Attrezzature
    </Title>
    <RecordTabs
      tabs={{
        estintori: { label: 'Estintori', show: <FireExtinguishers id={id} /> },
        disoleatori: { label: 'Disoleatori', show: <OilSeparators id={id} /> },
      }}
    />
  </section>
)
