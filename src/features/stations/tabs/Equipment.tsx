import { RecordTabs } from '../../../crud/RecordTabs.tsx'
import { FireExtinguishers } from './FireExtinguishers.tsx'
import { OilSeparators } from './OilSeparators.tsx'

/** "Attrezzature": what stands on a station, one list at a time, since order, search and open dialog of a list stand in the address. */
export const Equipment = ({ id }: { id: number }) => (
  <RecordTabs
    by="parte"
    tabs={{
      estintori: { label: 'Estintori', show: <FireExtinguishers id={id} /> },
      disoleatori: { label: 'Disoleatori', show: <OilSeparators id={id} /> },
    }}
  />
)
