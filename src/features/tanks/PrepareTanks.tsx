import { Button } from '@mantine/core'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { stations } from '../../contract/stations.ts'
import { tankMaintenances } from '../../contract/tank-maintenances.ts'
import { tanks } from '../../contract/tanks.ts'
import { call } from '../../lib/api.ts'
import { mayKeep } from '../../lib/kept-reads.ts'
import { notify } from '../../lib/notify.ts'
import { connection } from '../../lib/online.ts'
import { KEPT_READS } from '../../lib/purge.ts'
import { query } from '../../lib/query.ts'
import { session, useCan } from '../../lib/session.ts'

/** So many stations fit in what the browser keeps of reads. */
const MOST = 60
/** Whether the answers to these questions (their hashes) are written down for this person's next visit, within a few seconds: they are written together, a little later. */
async function areKept(hashes: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const written = localStorage.getItem(KEPT_READS + session.get().user?.id) ?? ''
    if (hashes.every((hash) => written.includes(JSON.stringify(hash)))) return true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return false
}

/** "Prepara per offline": brings the tanks of the person's stations, with what was done to them, for the next twelve hours. */
export function PrepareTanks() {
  const client = useQueryClient()
  const online = connection.use() === 'online'
  const may = useCan()(tankMaintenances.create.policy)
  const [step, setStep] = useState<string>()
  if (!may || !mayKeep('page', tanks.list)) return null
  async function prepare() {
    try {
      setStep('punti vendita…')
      const { data, total } = await call(stations.list, { per_page: 100 })
      const own = data.slice(0, MOST)
      const hashes: string[] = []
      for (const [at, { id }] of own.entries()) {
        setStep(`${at + 1} di ${own.length}`)
        for (const read of [query(tanks.list, { id }), query(tankMaintenances.list, { id })]) {
          await client.fetchQuery(read as ReturnType<typeof query<typeof tanks.list>>)
          hashes.push(hashKey(read.queryKey))
        }
      }
      setStep('scrittura…')
      if (!(await areKept(hashes)))
        return notify.error('Non c’è spazio su questo dispositivo per tutte le cisterne: aprile una alla volta.')
      const left = total - own.length
      notify.success(
        `Cisterne di ${own.length} punti vendita pronte per lavorare offline.${left > 0 ? ` Di altri ${left} no: aprili uno per uno.` : ''}`,
      )
    } catch (error) {
      notify.error(error instanceof Error ? error.message : 'Errore')
    } finally {
      setStep(undefined)
    }
  }
  return (
    <Button variant="default" disabled={!online || !!step} onClick={() => void prepare()}>
      {step ? `Preparazione: ${step}` : 'Prepara per offline'}
    </Button>
  )
}
