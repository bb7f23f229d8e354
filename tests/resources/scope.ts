import type { PolicyName } from '../../src/contract/kernel/policies.ts'
import type { Place } from '../api/support/places.ts'
import type { Soloist } from '../api/support/soloists.ts'
import type { World } from '../api/support/world.ts'

/** Three stations with one of everything: the person may write the first, only read the second, and has nothing to do with the third. */
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
/** How a call meets a person who reaches some stations and not all. */
export interface StationScope {
  /** The policy of those whose stations count; others who may make the call reach none through it. */
  only?: PolicyName
  /** For a list: queries, each of which finds something of this place. */
  finds?: (place: Place) => string[]
  /** The people to whom the list shows every station. */
  seesAll?: (who: Soloist) => boolean
  /** A request about a place. `part` is where the record inside it comes from: a hostile request takes it from another place. */
  asks?: (place: Place, part: Place) => Ask
  /** Refused on every station. */
  refused?: true
  /** Allowed where the person may only read the station. */
  readersToo?: true
  /** Refused on one's own station too, because the record is another person's. */
  othersRecord?: true
  /** The status for a foreign station, 404 unless it stands here. */
  foreignStatus?: number
  /** Further checks: resolves to the fault in words, if there is one. */
  check?: (who: Soloist, places: Places, world: World) => Promise<string | false | undefined>
}

export const allNetwork = 'rows of the whole network: who may see them is not bound to stations'
export const ownRecord = 'of the person alone'
export const settings = 'settings of the whole network'
export const ownJob = 'a job is for who started it (jobs.test.ts); its stations are checked when it runs'
export const ticketScope = 'tickets have a scope of their own: tickets.test.ts and replies.test.ts'

/** The fault of a text that should name the person's stations and no other. */
export function namesTheirs(text: string, { own, read, foreign }: Places): string | false {
  if (text.includes(foreign.word)) return 'tells of a station that is not one of theirs'
  return ![own, read].every(({ word }) => text.includes(word)) && 'does not tell of their stations'
}
