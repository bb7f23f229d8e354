import type { PolicyName } from '../../../src/contract/kernel/policies.ts'
import type { Place } from './places.ts'
import type { Soloist } from './soloists.ts'
import type { World } from './world.ts'

/** What there is: one may be written by the person, one only read, the third is not one of the person's. */
export interface Places {
  own: Place
  read: Place
  foreign: Place
}
export interface Ask {
  url: string
  body?: object
  files?: { name: string; bytes: Buffer }[]
}
/** How a person who has some stations, and not all, is met by a call (domain.md 4.3). */
export interface Met {
  /** Why no row of it belongs to a station. */
  apart?: string
  /** Of those who pass the policy of the call, whom its stations are for: the others have none. */
  only?: PolicyName
  /** A list, and the queries that find something of one station in it. */
  list?: (at: Place) => string[]
  /** Whose list has the stations of everybody. */
  all?: (who: Soloist) => boolean
  /** A request about one station, or about what stands there (`of`, which a hostile one takes from another station). */
  at?: (at: Place, of: Place) => Ask
  /** Refused to all who have not every station. */
  never?: true
  /** Written by whoever may read the station. */
  reader?: true
  /** Refused even on one's own station: it is another person's. */
  others?: true
  /** For another's station; 404 unless told. */
  foreign?: number
  /** What else is so; gives what is not. */
  also?: (who: Soloist, places: Places, world: World) => Promise<string | false | undefined>
}
export const apart = (why: string): Met => ({ apart: why })

const wordsOf = ({ own, read, foreign }: Places) => ({ seen: [own.word, read.word], hidden: foreign.word })
/** What is wrong with a text that should tell of the person's stations and of no other. */
export const tells = (text: string, places: Places) => {
  const { seen, hidden } = wordsOf(places)
  if (text.includes(hidden)) return 'tells of a station that is not one of theirs'
  return !seen.every((word) => text.includes(word)) && 'does not tell of their stations'
}
export const pdf = [{ name: 'nuovo.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }]
