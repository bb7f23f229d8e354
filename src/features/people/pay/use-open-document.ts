import { useMutation, useQueryClient } from '@tanstack/react-query'
import { download } from '../../../crud/import/download.ts'
import { usePayArea } from './pay-area.ts'

/** Downloads a document; the list then says that it was opened. */
export function useOpenDocument() {
  const { calls } = usePayArea()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: number }) => download(calls.get, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: [calls.list.resource] }),
  })
}
