import { addDays } from '../../../domain/shared/days.ts'
import { stream } from '../random.ts'
import { numbered, type SeedOptions, type SeedStation } from './stations.ts'

const DIGITS = '0123456789'
const providers = ['TIM', 'Fastweb', 'WindTre', 'Vodafone', 'Eolo'] as const
const suppliers = ['Enel Energia', 'A2A Energia', 'Edison', 'Hera Comm', 'Iren'] as const

/** Rows of `station_networks`: a line each, and a second one over the air where there is much to lose. */
export const seedNetworks = ({ seed, asOf }: SeedOptions, stations: readonly SeedStation[]) =>
  numbered(
    stations
      .filter(({ status }) => status !== 'dismissed')
      .flatMap(({ id: station_id, suitableForTruck }) => {
        const random = stream(seed, 'networks', station_id)
        const line = (type: 'FTTH' | 'FTTC' | 'ADSL' | 'FWA' | 'LTE') => {
          const activated_at = addDays(asOf, -random.int(60, 1_500))
          return {
            ...{ station_id, type, provider: random.pick(providers), activated_at, expires_at: addDays(activated_at, 1_825) },
            line_number: `0${random.chars(9, DIGITS)}`,
            contract: `CT${random.chars(8, DIGITS)}`,
            // Addresses reserved for examples (RFC 5737).
            public_ip: random.chance(0.7) ? `203.0.113.${random.int(1, 254)}` : null,
            bandwidth: { FTTH: '1000/300', FTTC: '200/20', ADSL: '20/1', FWA: '100/20', LTE: '50/10' }[type],
          }
        }
        const main = random.weighted<'FTTH' | 'FTTC' | 'ADSL' | 'FWA'>([
          ['FTTH', 40],
          ['FTTC', 35],
          ['FWA', 15],
          ['ADSL', 10],
        ])
        return suitableForTruck ? [line(main), line('LTE')] : [line(main)]
      }),
  )

/** Rows of `station_bills`: light and water for all, gas for some. */
export const seedBills = ({ seed, asOf }: SeedOptions, stations: readonly SeedStation[]) =>
  numbered(
    stations
      .filter(({ status }) => status !== 'dismissed')
      .flatMap(({ id: station_id }) => {
        const random = stream(seed, 'bills', station_id)
        const bill = (type: 'elettricita' | 'gas' | 'acqua', periodicity: 'mensile' | 'bimestrale' | 'trimestrale', most: number) => ({
          ...{ station_id, type, periodicity, supplier: random.pick(suppliers), customer_code: random.chars(9, DIGITS) },
          pod: type === 'elettricita' ? `IT001E${random.chars(8, DIGITS)}` : null,
          pdr: type === 'gas' ? random.chars(14, DIGITS) : null,
          last_date: addDays(asOf, -random.int(5, 80)),
          last_amount: random.real(most / 10, most, 2),
          expires_at: random.chance(0.6) ? addDays(asOf, random.int(-30, 700)) : null,
        })
        const gas = random.chance(0.4) ? [bill('gas', 'bimestrale', 900)] : []
        return [bill('elettricita', 'mensile', 2_400), ...gas, bill('acqua', 'trimestrale', 350)]
      }),
  )
