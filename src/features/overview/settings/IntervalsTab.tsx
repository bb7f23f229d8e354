import { Stack, Text } from '@mantine/core'
import { extinguisherIntervals } from '../../../contract/equipment/extinguisher-intervals.ts'
import { extinguisherTypes, tankKinds } from '../../../contract/equipment/fire-extinguishers.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { IconFlame as icon } from '../../../ui/icons.tsx'

const words = {
  title: 'Intervalli estintori',
  fresh: 'Nuovo intervallo',
  thing: "l'intervallo",
  none: 'Nessun intervallo: le prossime date si scrivono a mano.',
  icon,
} as const

/** How often extinguishers are checked: read whenever one is written. */
export const IntervalsTab = () => (
  <Stack gap="sm">
    <Text size="sm">
      Mesi fra due controlli, revisioni e collaudi (UNI 9994-1:2024). Vale la riga più precisa; le date già scritte restano come sono.
    </Text>
    <CrudList
      context={{}}
      resource={extinguisherIntervals}
      words={words}
      columns={{
        Tipo: { show: (one) => extinguisherTypes[one.type], sort: 'type', title: true },
        Serbatoio: { show: (one) => (one.tank_kind ? tankKinds[one.tank_kind] : 'Tutti'), sort: 'tank_kind' },
        'Costruiti fino al': { show: (one) => one.built_until ?? 'Tutti', sort: 'built_until', spare: 1 },
        Controllo: { show: (one) => one.check, sort: 'check', numeric: true },
        Revisione: { show: (one) => one.overhaul, sort: 'overhaul', numeric: true },
        Collaudo: { show: (one) => one.test, sort: 'test', numeric: true },
      }}
    />
  </Stack>
)
