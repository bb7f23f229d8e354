import { cards, coupons, gpl } from './cards.ts'
import { content, shop } from './content.ts'
import { equipment, expirations, inspections, stations } from './field.ts'
import type { Plant } from './list.ts'
import { people } from './people.ts'
import { prices } from './prices.ts'
import { shared } from './shared.ts'
import { tickets } from './tickets.ts'
import { values } from './values.ts'

/** The planted faults, by area. */
export const areas: Readonly<Record<string, readonly Plant[]>> = {
  shared,
  stations,
  equipment,
  prices,
  inspections,
  tickets,
  expirations,
  people,
  cards,
  coupons,
  gpl,
  content,
  shop,
  values,
}
export const all: readonly Plant[] = Object.values(areas).flat()
