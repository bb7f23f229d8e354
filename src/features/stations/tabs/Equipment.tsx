import { RecordTabs } from '../../../crud/RecordTabs.tsx'
import { FireExtinguishers } from './FireExtinguishers.tsx'
import { OilSeparators } from './OilSeparators.tsx'

/** "Attrezzature": what stands on a station, one list at a time, since order, search and open dialog of a list stand in the address. */
export const Equipment = (of: { id: number; locked: boolean }) => (
  <RecordTabs
    by="parte"
    tabs={{
      estintori: { label: 'Estintori', show: <FireExtinguishers {...of} /> },
      disoleatori: { label: 'Disoleatori', show: <OilSeparators {...of} /> },
    }}
  />
)
