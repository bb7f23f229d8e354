import { useEffect, useRef } from 'react'
import { notify } from '../lib/notify.ts'
import { savingBegins } from './saving-files.ts'

/**
 * The `onTake` of a list of pictures: the record at `key` says how many of the chosen ones are stored. A refused one is shown where it was
 * chosen; if the person has gone on, by a notification that names the place.
 */
export function useTakeFiles(key: string, place: string) {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return (chosen: number) => {
    const done = savingBegins(key, chosen)
    return (problem?: string) => {
      done()
      if (problem && !here.current) notify.error(`${place}: ${problem}`)
    }
  }
}
