import { createContext, use, useCallback, useEffect, useState } from 'react'

/** What a page without a network lacks: the number of its parts that could not be read, and of those that are the whole of it. */
interface Lacks {
  parts: number
  wholes: number
}
export interface AwayPage {
  /** The page says above what it lacks, and its parts do not say it again. */
  said: boolean
  /** Counts what is lacking until the returned function is called. */
  lack: (whole: boolean) => () => void
}
/** Given while the app knows that it has no network: what cannot be read then is no fault. */
export const Away = createContext<AwayPage | undefined>(undefined)
/** Counts what is lacking here, if it is; true where the page says so. */
export function useLacking(lacking: boolean, whole: boolean): boolean {
  const { said, lack } = use(Away) ?? apart
  useEffect(() => (lacking ? lack(whole) : undefined), [lack, lacking, whole])
  return said
}
/** In a dialog: what the page says cannot be seen under it. */
export const apart: AwayPage = { said: false, lack: () => () => undefined }

/** One notice per page: by the part that lacks its data, or by the page where that is the whole of it, or one of several. */
export function useLacks(): AwayPage & Lacks {
  const [lacks, setLacks] = useState<Lacks>({ parts: 0, wholes: 0 })
  const lack = useCallback((whole: boolean) => {
    const add = (by: number) => setLacks(({ parts, wholes }) => ({ parts: parts + by, wholes: wholes + (whole ? by : 0) }))
    add(1)
    return () => add(-1)
  }, [])
  return { ...lacks, lack, said: lacks.wholes > 0 || lacks.parts > 1 }
}
