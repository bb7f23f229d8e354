import { Tabs, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { FireExtinguishers } from './FireExtinguishers.tsx'
import { OilSeparators } from './OilSeparators.tsx'

/** What stands on a station, by the tab in the address; the first is the one that is open without one. */
const parts = { estintori: ['Estintori', FireExtinguishers], disoleatori: ['Disoleatori', OilSeparators] } as const
export type Part = keyof typeof parts
const names = Object.keys(parts) as Part[]

/** One list at a time, since order, search and open dialog of a list stand in the address. */
export function StationEquipment({ id, part = names[0]! }: { id: number; part: Part | undefined }) {
  const navigate = getRouteApi('/_signed/stazioni/$id').useNavigate()
  const shown = names.includes(part) ? part : names[0]!
  const choose = (next: string | null) =>
    void navigate({ search: { scheda: next === names[0] ? undefined : (next as Part) }, replace: true, resetScroll: false })
  return (
    <section aria-labelledby="equipment">
      <Title order={2} id="equipment">
        Attrezzature
      </Title>
      <Tabs value={shown} keepMounted={false} onChange={choose}>
        <Tabs.List mb="md">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {parts[name][0]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {names.map((name) => {
          const [, List] = parts[name]
          return (
            <Tabs.Panel key={name} value={name}>
              <List id={id} />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </section>
  )
}
