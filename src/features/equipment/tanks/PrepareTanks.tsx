import { Button, Group, Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { stations } from '../../../contract/stations/stations.ts'
import { call } from '../../../lib/api.ts'
import { dayTime } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { connection } from '../../../lib/online.ts'
import { session } from '../../../lib/session.ts'
import { howMany, others } from '../../../rules/shared/how-many.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import { type KeptTanks, tankDb } from './tank-store.ts'

/** In a larger network each station is stored when its page is opened. */
const MOST = 300
const AT_ONCE = 4

/** "Prepara per offline": brings the tanks of the person's stations, with what was done to them; said to be done once they are on the device. */
export function PrepareTanks() {
  const online = connection.use() === 'online'
  const user = session.use().user?.id
  const kept = useLiveQuery(async () => (user ? await tankDb()?.stations.orderBy('station_id').toArray() : undefined), [user])
  const phone = usePhone()
  const [step, setStep] = useState<string>()
  const db = tankDb()
  if (!db) return null
  async function prepare(to: NonNullable<ReturnType<typeof tankDb>>) {
    try {
      setStep('punti vendita…')
      const own: { id: number; code: string; name: string }[] = []
      let total = 1
      for (let page = 1; own.length < Math.min(total, MOST); page++) {
        const some = await call(stations.list, { per_page: 100, page })
        total = some.total
        own.push(...some.data)
        if (!some.data.length) break
      }
      own.length = Math.min(own.length, MOST)
      for (let from = 0; from < own.length; from += AT_ONCE) {
        setStep(`${from + 1} di ${own.length}`)
        const rows = await Promise.all(own.slice(from, from + AT_ONCE).map(read))
        await to.stations.bulkPut(rows)
      }
      // Stations that are no longer the person's are not shown as if they were.
      await to.stations
        .where('station_id')
        .noneOf(own.map(({ id }) => id))
        .delete()
      const left = total - own.length
      notify.success(
        `Cisterne di ${howMany(own.length, 'punto vendita', 'punti vendita')} pronte per lavorare offline.${left > 0 ? ` Di ${others(left)} no: ${left === 1 ? 'aprilo a parte' : 'aprili uno per uno'}.` : ''}`,
      )
    } catch (error) {
      notify.error(
        (error as Error).name === 'QuotaExceededError'
          ? 'Non c’è spazio su questo dispositivo per tutte le cisterne: aprile una alla volta.'
          : error instanceof Error
            ? error.message
            : 'Errore',
      )
    } finally {
      setStep(undefined)
    }
  }
  return (
    <Group gap="xs" justify="flex-end" w={phone ? '100%' : undefined}>
      {kept && kept.length > 0 && !step && (
        <Text size="sm" c="dimmed">
          {kept.length === 1 ? 'Un P.V. pronto' : `${kept.length} P.V. pronti`}, {dayTime(oldest(kept))}
        </Text>
      )}
      {/* Not disabled while it works: that would take the focus away. */}
      <Button variant="default" fullWidth={phone} disabled={!online} aria-disabled={!!step} onClick={() => void (step || prepare(db))}>
        {step ? `Preparazione: ${step}` : 'Prepara per offline'}
      </Button>
    </Group>
  )
}
/** The oldest of several dates counts, so that no data are older than what is said. */
const oldest = (kept: readonly KeptTanks[]) => kept.reduce((at, one) => (one.at < at ? one.at : at), kept[0]!.at)

async function read({ id, code, name }: { id: number; code: string; name: string }): Promise<KeptTanks> {
  const at = new Date().toISOString()
  const [list, maintenances] = await Promise.all([call(tanks.list, { id }), call(tankMaintenances.list, { id })])
  return { station_id: id, place: `${code} ${name}`, at, tanks: list, maintenances }
}
