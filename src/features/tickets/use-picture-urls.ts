import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type TicketFile, tickets } from '../../contract/tickets/tickets.ts'
import { call } from '../../lib/api.ts'

/** Object URLs of the pictures that have been downloaded, by file name. */
export function usePictureUrls(pictures: readonly TicketFile[]): Record<string, string> {
  const read = useQueries({
    queries: pictures.map(({ uid, fileName }) => ({
      queryKey: ['picture', tickets.file.name, uid, fileName],
      queryFn: () => call(tickets.file, { uid, fileName }, { part: true }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const [urls, setUrls] = useState<Record<string, string>>({})
  const there = pictures.map(({ fileName }, at) => (read[at]?.data ? fileName : '')).join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `there` changes exactly when another picture has arrived
  useEffect(() => {
    const made = Object.fromEntries(
      pictures.flatMap(({ fileName }, at) => (read[at]?.data ? [[fileName, URL.createObjectURL(read[at].data)]] : [])),
    )
    setUrls(made)
    return () => {
      for (const url of Object.values(made)) URL.revokeObjectURL(url)
    }
  }, [there])
  return urls
}
