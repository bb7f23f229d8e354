import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { fieldDb, stationIndex } from './field-store.ts'
import { type FoundStation, stationSearch } from './station-search.ts'

/** Looks among the stations of this device: at most 50, best first, within a keystroke. */
export type Search = (question: string) => FoundStation[]
/** The search over the stations of this device; undefined until it can answer, an error where it cannot, null while there are no stations here. */
export function useStationSearch(): Search | Error | null | undefined {
  const [search, setSearch] = useState<Search | Error | null>()
  // Another set of stations may arrive meanwhile, on the very first day above all.
  const version = useLiveQuery(async () => (await fieldDb().facts.get('stations'))?.version ?? null)
  useEffect(() => {
    if (version === undefined) return
    if (version === null) return setSearch(null)
    let here = true
    const tell = (made: Search | Error) => here && setSearch(() => made)
    void stationIndex().then(
      (index) => tell(stationSearch(index)),
      () => tell(new Error('La ricerca dei punti vendita non è disponibile.')),
    )
    return () => {
      here = false
    }
  }, [version])
  return search
}
