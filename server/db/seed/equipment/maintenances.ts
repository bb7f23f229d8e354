import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { stream } from '../random.ts'
import { numbered, type SeedOptions } from '../stations/stations.ts'
import type { SeedTank } from './dispensers.ts'

const companies = ['Spurghi Padani S.r.l.', 'Serbatoi Sicuri S.r.l.', 'Ecotank S.n.c.', 'Bonifiche Riunite S.p.A.']
/** A name that depends on the seed alone, in the form of those that devices give. */
const uuidOf = (random: ReturnType<typeof stream>) => {
  const hex = (length: number) => random.chars(length, '0123456789abcdef')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}
const leaks = [
  'Perdita al passo d’uomo: guarnizione da sostituire.',
  'Tenuta non confermata sulla linea di carico.',
  'Calo di livello oltre la soglia in dodici ore.',
]
/** A failed test is followed by a repair and another test. */
const [REPAIRED, AGAIN] = [12, 30]
/**
 * Rows of `tank_maintenances`: the last tightness test of each tank, of every second one a cleaning in the two years before, and of one in ten a test that
 * failed before the last, with the repair between them. `authors`: who wrote them, one after the other; nobody is named where there is none.
 */
export function seedMaintenances(
  { seed, asOf }: SeedOptions,
  tanks: readonly (SeedTank & { id: number })[],
  authors: readonly number[] = [],
) {
  return numbered(
    tanks.flatMap((tank) => {
      const random = stream(seed, 'tank_maintenances', tank.id)
      const author = authors[tank.station_id % authors.length] ?? null
      const done = (type: 'prova_tenuta' | 'pulizia' | 'riparazione', date: string, next_date: string | null, cost: number) => ({
        ...{
          uuid: uuidOf(random),
          tank_id: tank.id,
          station_id: tank.station_id,
          type,
          date,
          company: random.pick(companies),
          next_date,
          cost,
        },
        ...{ outcome: 'positivo' as 'positivo' | 'negativo', note: null as string | null, photos: [], field_revs: {} },
        ...{ noted_at: `${date}T09:00:00.000Z`, created_by: author, updated_by: author },
      })
      const cleaned = addDays(asOf, -random.int(20, 700))
      const failed = random.chance(0.1) && tank.last_test && tank.last_test > `${tank.year + 1}` ? tank.last_test : null
      return [
        ...(random.chance(0.5) && cleaned > `${tank.year + 1}`
          ? [done('pulizia', cleaned, addMonths(cleaned, 36), random.int(300, 900))]
          : []),
        ...(failed
          ? [
              {
                ...done('prova_tenuta', addDays(failed, -AGAIN), null, random.int(250, 600)),
                outcome: 'negativo' as const,
                note: random.pick(leaks),
              },
              done('riparazione', addDays(failed, REPAIRED - AGAIN), null, random.int(800, 3_000)),
            ]
          : []),
        ...(tank.last_test ? [done('prova_tenuta', tank.last_test, tank.next_test, random.int(250, 600))] : []),
      ]
    }),
  )
}
