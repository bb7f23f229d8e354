import type { PolicyName } from '../../src/contract/kernel/policies.ts'
import type { Place } from '../api/support/places.ts'
import type { Known } from './known.ts'
import type { AnyTold, BodyOf, More, PlainContract, Told } from './plain.ts'
import { plainWrites } from './writes.ts'

type PieceHistory<R extends PlainContract> = Told<R, Omit<BodyOf<R>, 'station_id'>> & {
  /** The documented list and deletion. */
  list: `GET ${R['list']['path']}`
  remove: `DELETE ${R['remove']['path']}`
  /** The query of a deletion. */
  removeWith?: string
  /** The agreed policies, where they are not `equip.read` and `net.write`. */
  read?: PolicyName
  write?: PolicyName
  /** The least body beside the station, with a word in one of its texts by which the tests of the scope find it. */
  least: (word: string) => object
} & More<R, 'list' | 'create' | 'update' | 'remove'>
interface AnyPieceHistory extends AnyTold {
  list: string
  remove: string
  removeWith?: string
  read?: PolicyName
  write?: PolicyName
  least: (word: string) => object
}
const STATION = '{stationId}'

/** Facts of a piece of equipment: whoever may read or write its station may do so with the piece. */
export function piece<const R extends PlainContract>(contract: R, told: PieceHistory<R>): Known {
  const {
    path,
    table,
    model,
    entity = table,
    leavesToo,
    read = 'equip.read',
    write = 'net.write',
    ...rest
  } = told as unknown as AnyPieceHistory
  const { list, remove, removeWith = '', least, filters, more, writer, stranger, body, change, refused, twice, ...beside } = rest
  const paged = !list.includes('{id}')
  const listOf = (station: number) => (paged ? `${path}?station_id=${station}` : `${path}/${station}`)
  const removal = (id: number, station: number) =>
    remove.split(' ')[1]!.replace(STATION, String(station)).replace('{id}', String(id)) + removeWith
  const writes = plainWrites({
    ...{ path, entity, model, leavesToo, change },
    body: ({ station }) => ({ station_id: station, ...body }),
    removeAt: ({ station }, id) => removal(id, station),
  })
  const own = ({ pieces }: Place) => pieces[model]!
  return {
    ...beside,
    contract,
    calls: {
      list: {
        call: list,
        policy: read,
        scope: paged ? { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] } : { asks: ({ id }) => ({ url: listOf(id) }) },
        ...(filters && { filters }),
      },
      create: {
        call: `POST ${path}`,
        policy: write,
        scope: { asks: ({ id }) => ({ url: path, body: { station_id: id, ...body } }) },
        ...writes.create,
      },
      update: {
        call: `PUT ${path}/{id}`,
        policy: write,
        scope: { asks: (place) => ({ url: `${path}/${own(place).id}`, body: { ...change, rev: own(place).rev } }) },
        ...writes.update,
        revised: true,
      },
      remove: {
        call: remove,
        policy: write,
        scope: {
          // A hostile request names one station and a piece of another.
          asks: remove.includes(STATION)
            ? (place, part) => ({ url: removal(own(part).id, place.id) })
            : (place) => ({ url: removal(own(place).id, place.id) }),
        },
        ...writes.remove,
      },
      ...more,
    },
    history: { [model]: table },
    sample: {
      ...{ writer, stranger, body, change, refused, twice, onStation: { model, least } },
      addresses: { list: listOf, create: path, update: (id) => `${path}/${id}`, remove: removal },
    },
  }
}
